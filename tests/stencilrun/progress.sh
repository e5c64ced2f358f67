#!/bin/sh
# Progress of steps: a line on terminals, removed at the end; nothing with -q or without a terminal.

. "$(dirname "$0")/../lib/programs.sh"

command -v script >/dev/null || { echo 'skipped: no script (util-linux)'; finish; }
npy a '<f8' 5x9x11 1
# on_terminal OPTION...
on_terminal() {
	script -qec "$bin/stencilrun stencils/laplap.stencil --in src=$data/a.npy --out dst=$data/dst.npy --swap dst:src \
		--backend openmp --steps 12 $*" /dev/null </dev/null
}
run on_terminal
check 'a terminal' grep -q 'running: 100 %, 12 of 12 steps, .* per second, 0 s left' "$out/stdout"
check 'the line is removed' sh -c "tr '\\r' '\\n' <$out/stdout | grep -q 'laplap_regular.* 12 steps in'"
run on_terminal -q
check 'nothing with -q' test "$status" = 0 -a ! -s "$out/stdout"
run on_terminal --verify
check 'the interpreter, too' grep -q 'verifying: 100 %, 12 of 12 steps, ' "$out/stdout"
on_mesh() {
	script -qec "$bin/stencilrun stencils/mesh/nabla2.stencil --mesh icosahedron:R2B2 --size-levels 9 --formula w=lat \
		--in geofac_n2s=@geofac_n2s --out z=$data/z.npy --swap z:w --backend openmp --steps 12 --verify" /dev/null </dev/null
}
run on_mesh
check 'on a mesh' grep -q 'running: 100 %, 12 of 12 steps, ' "$out/stdout"
run env STENCILGEN_CACHE="$PWD/$out/cache" script -qec "$bin/stencilrun stencils/laplap.stencil --in src=$data/a.npy --out dst=$data/dst.npy \
	--backend openmp" /dev/null </dev/null
check 'compilation, too' grep -q 'stencilrun: compiling' "$out/stdout"
check 'its end' grep -q 'compiling: 100 %' "$out/stdout"
good 'no terminal' stencilrun stencils/laplap.stencil --in src="$data/a.npy" --out dst="$data/dst.npy" --swap dst:src --backend openmp --steps 12
finish
