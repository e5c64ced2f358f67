#!/bin/sh
# classes.sh [COUNT] [FIRST] : random stencils of each kind, with sweeps, column variables, sums, boundaries and guards, on grids and on
# meshes, and those of tests/data/evaluated, by the interpreter and by the second evaluator, in two steps on several grids. Prints how many stencils reached
# each class of input; none may be missing. Kernels of one of these stencils that store its temporaries give the same bits.
set -u
count=${1:-8}
first=${2:-1}
dir=${DIR:-build/classes}
rm -rf "$dir"
mkdir -p "$dir"
for kind in sweeps coupled program walls mesh references half interfaces; do
	seed=$first
	while [ "$seed" -lt $((first + count)) ]; do
		build/tests/stencilsmith --$kind "$seed" >"$dir/$kind$seed.stencil"
		seed=$((seed + 1))
	done
done
status=0
build/tests/compare_evaluators --classes tests/data/evaluated/*.stencil tests/data/programs/*.stencil \
	tests/data/meshes/*.stencil stencils/dycore/*.stencil "$dir"/*.stencil >"$dir/log" 2>"$dir/errors" ||
	status=1
[ $status = 0 ] || grep -E 'differ$|domains$|refuses the grid$|expected' "$dir/errors" | head -60
cat "$dir/log"
if build/stencilbench --backend openmp --exact --no-time --size 12x11x7 --storage regular --access naive \
	--store none,before,before+both/copy tests/data/evaluated/old_values.stencil >"$dir/stored" 2>&1 &&
	[ "$(grep -c ' verified' "$dir/stored")" = 3 ]; then
	echo '3 passed, 0 failed'
else
	status=1
	cat "$dir/stored"
	echo '0 passed, 1 failed'
fi
exit $status
