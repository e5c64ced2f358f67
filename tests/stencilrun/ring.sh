#!/bin/sh
# Long: only in `make check-all`; columns.sh shows in less time that kept values are right.
# Sweeps that load levels ahead and keep values in shared memory give the interpreter's bits, whatever is loaded too early, too
# late or not at all.

. "$(dirname "$0")/../lib/programs.sh"

# verified NAME STENCIL SIZE OPTION...: on host, on regular grids and tables.
verified() {
	name=$1 stencil=$2 size=$3
	shift 3
	bench "$stencil" --backend host --size "$size" --no-time "$@"
	check "$name" is_clean
}

# More levels ahead than there are, as many, and fewer; blocks that leave threads without a column.
for stencil in vadv tridiagonal zdf sim1 adi sediment fillq pressure; do
	verified "$stencil, loaded ahead" stencils/programs/$stencil.stencil 9x6x7 --storage regular,chasing --ahead 3
done
for stencil in vadv tridiagonal zdf sim1 adi; do
	verified "$stencil, in shared memory" stencils/programs/$stencil.stencil 9x6x7,7x5x3 --storage regular,chasing --place shared
done
verified 'in shared memory, beside other kernels' tests/data/programs/placed.stencil 9x6x7,7x5x3 --storage regular,chasing --levels all \
	--place shared --precision double,float
for ahead in 1 2 16; do
	verified "$ahead levels ahead" tests/golden/sweeps-ahead.stencil 9x6x7,5x4x5,40x3x24 --storage regular --ahead $ahead --block 7x2x1
	verified "$ahead levels ahead, in shared memory" tests/golden/sweeps-ahead.stencil 9x6x7,5x4x5,40x3x24 --storage regular \
		--place shared --ahead $ahead --block 7x2x1
done
for order in reverse shuffle:5; do
	STENCIL_HOST_ORDER=$order
	export STENCIL_HOST_ORDER
	verified "threads $order" stencils/programs/vadv.stencil 9x6x7 --storage chasing --place shared
done
unset STENCIL_HOST_ORDER
verified 'float' stencils/programs/vadv.stencil 9x6x7 --storage regular --place shared --precision float

# Kernels with a fault must be found out: levels that are not loaded, or handed on to the wrong one.
# faulty NAME FILE EXPRESSION [STENCIL]: with a template that sed changes.
faulty() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$3" "templates/$2" >"$out/templates/$2"
	check "$1: the template differs" differs "templates/$2" "$out/templates/$2"
	bench "${4-stencils/programs/vadv.stencil}" --backend host --size 9x6x7 --storage regular --place shared --ahead 2 --no-time \
		--templates "$out/templates"
	check "$1: the result is wrong" test "$status" = 1
}
differs() {
	! cmp -s "$1" "$2"
}
faulty 'levels that are not loaded' cuda/sweep.tmpl 's/load(from + AHEAD);/;/'
faulty 'levels that are loaded too late' cuda/sweep.tmpl 's/load(from + AHEAD);/load(from + AHEAD - 1);/'
faulty 'the levels after' cuda/sweep.tmpl 's/load(from);/load(from + 1);/'
faulty 'no levels that are left' cuda/sweep.tmpl 's/compute(from + l, next\[l\]);/;/'
faulty 'computed with other levels' cuda/sweep.tmpl 's/compute(from + l, now\[l\])/compute(from + l, next[l])/'
faulty 'the first of the levels for all' cuda/sweep.tmpl 's/now\[l\] = next\[l\]/now[l] = next[0]/'
faulty 'values of two types that overlap' cuda/sweep.tmpl 's/(\$elements)/($elements + 1)/; s/shared_memory + /&threads + /' \
	tests/data/programs/placed.stencil
faulty 'levels that overlap' cuda/sweep.tmpl 's/const int threads = .*/const int threads = 0;/'

# What does not fit is refused before anything runs.
npy high '<f8' 600x4x5 1
high="$data/high.npy"
run stencilrun stencils/programs/tridiagonal.stencil --in a="$high" --in b="$high" --in c="$high" --in d="$high" --out x="$out/x.npy" \
	--backend host --place shared --block 32x1x1
check 'columns that shared memory does not hold' fails 2 'use smaller blocks or --place global'
check 'and nothing is written' test ! -e "$out/x.npy"
good 'smaller blocks' stencilrun -q stencils/programs/tridiagonal.stencil --in a="$high" --in b="$high" --in c="$high" --in d="$high" \
	--out x="$out/x.npy" --backend host --place shared --block 8x1x1
run stencilbench stencils/programs/vadv.stencil --backend openmp --place shared --no-time
check 'on a CPU' fails 2 'target openmp has no shared memory: use --place global'
finish
