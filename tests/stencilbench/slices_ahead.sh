#!/bin/sh
# Slices of levels of columns that load several levels before they compute the first: results, and refusals.

. "$(dirname "$0")/../lib/programs.sh"

# verified STENCIL KERNELS OPTIONS...: all kernels are right to the last bit.
verified() {
	stencil=$1 count=$2
	shift 2
	rm -f "$data/ahead.csv"
	run "$bin/stencilbench" "$stencil" --backend host --exact --levels outermost --access zslice --no-time --csv "$data/ahead.csv" "$@"
	all() {
		is_clean && [ "$(cells_of "$data/ahead.csv" outcome | sort | uniq -c | tr -s ' ')" = " $count verified" ]
	}
	check "$stencil $*" all
}
verified tests/golden/slices-load-ahead.stencil 16 --size 7x5x7,7x5x8 --storage regular,chasing --levels-per-thread 3,8 --ahead 2,16
verified stencils/laplap.stencil 2 --size 9x7x5 --storage direct_compressed,chasing_constant --ahead 3 --order hilbert
verified stencils/fastwaves.stencil 2 --size 9x7x5 --storage regular,chasing --ahead 2 --precision float

refused() { # MESSAGE OPTIONS...
	message=$1
	shift
	run "$bin/stencilgen" "$@" -o -
	check "$message" fails 2 "$message"
}
refused 'a loop loads several levels at once, or is unrolled: leave out --ahead or --unroll' stencils/laplap.stencil --access zslice --ahead 2 --unroll 2
refused "'walls' guards reads by distances, and --ahead loads before kernels test them: leave it out" tests/data/guards/walls.stencil \
	--access zslice --ahead 2
refused "'laplap' has no sweeps: leave out --ahead, or use access zslice" stencils/laplap.stencil --access zloop --ahead 2
refused "'shallow' has no sweeps: leave out --ahead" stencils/programs/shallow.stencil --access zslice --ahead 2

finish
