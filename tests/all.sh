#!/bin/sh
# all.sh : everything that `make check` checks, one part after the other, and the
# sum of what they counted. FULL=1: all of it at full length.
set -u
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
passed=0 failed=0 skipped=0 log=build/tests/part.log

part() { # NAME COMMAND...
	name=$1
	shift
	echo "== $name"
	"$@" >"$log" 2>&1
	status=$?
	counts=$(awk '
		/^[0-9]+%: Checks: / { gsub(",", ""); p += $3 - $5 - $7; f += $5 + $7 }
		/^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3 }
		END { print p + 0, f + 0 }' "$log")
	p=${counts% *} f=${counts#* }
	if [ $status = 77 ]; then
		skipped=$((skipped + 1))
		echo "   skipped: $(tail -1 "$log")"
		return
	fi
	if [ $status != 0 ] && [ "$f" = 0 ] || [ $((p + f)) = 0 ]; then f=$((f + 1)); fi
	passed=$((passed + p)) failed=$((failed + f))
	if [ "$f" = 0 ]; then
		echo "   $p passed"
	else
		cat "$log"
		echo "   $p passed, $f failed"
	fi
}

# What is checked in is what the compiler writes.
generated() {
	sh tests/generate.sh build/generated && diff -ru generated build/generated &&
		echo "1 passed, 0 failed"
}

# Headers are usable from C and from C++, alone and together.
headers() {
	: >build/tests/headers.c
	for h in generated/*/*.h; do echo "#include \"../../$h\"" >>build/tests/headers.c; done
	${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only build/tests/headers.c &&
		${CXX:-c++} -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ -fsyntax-only build/tests/headers.c &&
		echo "1 passed, 0 failed"
}

part units build/tests/check
part generated generated
part headers headers
part diagnostics sh tests/golden.sh
part "fuzz corpus" build/tests/replay tests/fuzz/corpus/language/*
part "kernels, CUDA text" sh tests/kernels/kernels.sh host
part "kernels, CUDA text, ASan and UBSan" sh tests/kernels/kernels.sh host-asan
part "kernels, CUDA text, other tiles" sh tests/kernels/tiles.sh
part "kernels, CUDA text, TSan" sh tests/kernels/kernels.sh host-tsan
part "sparse grids, CUDA text" sh tests/kernels/sparse.sh host
part "sparse grids, ASan and UBSan" sh tests/kernels/sparse.sh host-asan
part "sparse grids, TSan" sh tests/kernels/sparse.sh host-tsan
part "sparse grids, C text" sh tests/kernels/sparse.sh openmp
part "sparse grids, C text, ASan and UBSan" sh tests/kernels/sparse.sh openmp-asan
part "sparse grids, C text, TSan" sh tests/kernels/sparse.sh openmp-tsan
part "sparse grids, odd stencil, CUDA text" \
	env STENCILS=tests/data/sparse "GRIDS=3:6 4:5:pad" sh tests/kernels/sparse.sh host
part "sparse grids, odd stencil, C text" \
	env STENCILS=tests/data/sparse "GRIDS=3:6 4:5:pad" sh tests/kernels/sparse.sh openmp
part "kernels, HIP text" env "LAYOUTS=${FULL:+aosoa}" "ORDERS=${FULL:+shuffle:3}" sh tests/kernels/kernels.sh hip
part "kernels, C text" sh tests/kernels/kernels.sh openmp
part "kernels, C text, ASan and UBSan" sh tests/kernels/kernels.sh openmp-asan
part "calls that launchers refuse" sh tests/kernels/refusals.sh
part "random stencils" sh tests/kernels/smith.sh "${FULL:+200}"
for script in tests/stencil*/*.sh tests/faults/*.sh tests/kernels/same_smith.sh; do
	part "${script#tests/}" sh "$script"
done
part "nvcc sm_90" env ARCH=sm_90 sh tests/kernels/nvcc.sh
[ -z "${FULL-}" ] || part "nvcc sm_80" env ARCH=sm_80 sh tests/kernels/nvcc.sh
part "hipcc gfx90a" env ARCH=gfx90a sh tests/kernels/hip.sh
part "clang gfx942" env ARCH=gfx942 sh tests/kernels/hip.sh
part "compiler with ASan and UBSan" make -s sanitize

[ $skipped = 0 ] || echo "$skipped parts skipped: see above"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
