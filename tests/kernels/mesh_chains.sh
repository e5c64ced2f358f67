#!/bin/sh
# Loops over slots that choose also load at slots without an element: from no address outside of a field, even if the element whose
# values they load then lacks neighbors at a boundary. Kernels are built with ASan.

. "$(dirname "$0")/../lib/programs.sh"

command -v g++ >/dev/null || { echo 'skipped: no g++'; finish; }
sed 1d tests/golden/chains-of-slots.stencil >"$data/chains-of-slots.stencil"
cat >"$data/one_kernel.stencil" <<'END'
stencil one_kernel on triangles { in vertex.edges column s; in edge u; in cell q; in vertex w; out vertex t;
	t = w - sum(e in edges: s[e]*u[e]*(q[e.cells[0]] + q[e.cells[1]])); }
END
# watched LEVELS OPTION... : stencilbench's kernels, whose fields ASan watches. A compiler of its own has a cache of its own.
watched() {
	levels=$1
	shift
	run env CXX='g++ -fsanitize=address' LD_PRELOAD="$(g++ -print-file-name=libasan.so)" \
		ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 "$bin/stencilbench" "$@" --levels "$levels" --backend host --exact --no-time \
		--mesh cap:60:icosahedron:R1B2 --order given,random --size-levels 5 --block 64x1x1 --csv "$data/$levels.csv"
	verified() {
		[ "$status" = 0 ] && [ "$(cells_of "$data/$levels.csv" outcome | sort -u)" = verified ]
	}
	check "levels $levels on a mesh with boundary" verified
}
watched outermost "$data/chains-of-slots.stencil" "$data/one_kernel.stencil" --access zslice,idxvar
watched innermost "$data/chains-of-slots.stencil" "$data/one_kernel.stencil"
finish
