#!/bin/sh
# Access patch: patches of several sides and chunks, on grids that no patch fits; what has no such kernel.

. "$(dirname "$0")/../lib/programs.sh"

# patches NAME COUNT OPTION...: so many rows, all verified.
verified() {
	is_clean && [ "$(cells_of "$out/patches.csv" access outcome | grep -c '^patch verified$')" = "$wanted" ]
}
patches() {
	name=$1 wanted=$2
	shift 2
	run stencilbench --backend host --no-time --access patch --levels innermost --csv "$out/patches.csv" "$@"
	check "$name" verified
}
patches 'odd sizes, in all orders' 16 --size 41x39x37,23x22x1 --storage chasing,direct --order row,zcurve:1,hilbert,random:3 \
	--block 64x3x1 stencils/laplap.stencil
patches 'two fields, more chunks than one' 4 --size 41x39x37 --storage chasing --precision double,float --order row,random \
	--block 256x1x1 stencils/hdiff.stencil
patches 'patches and chunks of several sizes' 8 --size 33x29x20 --storage direct --order zcurve:1 --patch-side 4,16 \
	--chunk-levels 4,16 --points-per-thread 1,4 --rows-per-thread 2 --block 7x5x1 stencils/laplap.stencil
patches 'patches of a block, levels of a load' 8 --size 41x39x13 --storage chasing --order hilbert --columns-per-thread 3,64 \
	--levels-per-load 1,2 --chunk-levels 2 --block 96x1x1 stencils/hdiff.stencil stencils/laplap.stencil

# What lies in no patch: of 19 columns by 17 one in each row and column.
rm -rf "$out/templates"
cp -r templates "$out/templates"
sed 's/(singles - first_single,/(singles - first_single - 1,/' templates/cuda/patch.tmpl >"$out/templates/cuda/patch.tmpl"
run stencilbench --templates "$out/templates" --backend host --no-time --access patch --levels innermost --size 23x21x8 \
	--storage direct stencils/laplap.stencil
check 'a single column left out is caught' sh -c '[ "$1" = 1 ] && grep -q "is wrong: [1-9]" "$2"' sh "$status" "$out/stderr"

not() { # MESSAGE OPTION...
	message=$1
	shift
	refused 2 "$message" stencilbench --backend host --no-time --size 24x20x8 --levels innermost --access patch "$@"
}
not "'fastwaves' reads levels above or below, which access patch does not have in shared memory" stencils/fastwaves.stencil
not 'target openmp has no access patch' --backend openmp stencils/laplap.stencil
not 'access patch is for levels innermost' --levels outermost --storage chasing stencils/laplap.stencil
not "a patch of 4x4 columns is not made of threads' 2x3" --patch-side 4 --rows-per-thread 3 stencils/laplap.stencil
not 'a chunk of 2 levels is not made of loads of 4' --chunk-levels 2 --levels-per-load 4 --precision float stencils/laplap.stencil
not "loads 4, 8 or 16 bytes of a column at once, not the 32 that 4 levels of 'src' have" --levels-per-load 4 stencils/laplap.stencil
not "would need 324 KB of shared memory for 'laplap', and a block has 227" --patch-side 32 --chunk-levels 16 \
	stencils/laplap.stencil
finish
