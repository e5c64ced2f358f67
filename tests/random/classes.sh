#!/bin/sh
# classes.sh [COUNT] [FIRST] : random stencils of each kind, with sweeps, column variables, sums, boundaries and guards, and those of
# tests/data/evaluated, by the interpreter and by the second evaluator, in two steps on several grids. Prints how many stencils reached
# each class of input; none may be missing.
set -u
count=${1:-8}
first=${2:-1}
dir=${DIR:-build/classes}
rm -rf "$dir"
mkdir -p "$dir"
for kind in sweeps coupled program walls; do
	seed=$first
	while [ $seed -lt $((first + count)) ]; do
		build/tests/stencilsmith --$kind $seed >"$dir/$kind$seed.stencil"
		seed=$((seed + 1))
	done
done
status=0
build/tests/compare_evaluators --classes tests/data/evaluated/*.stencil tests/data/programs/*.stencil "$dir"/*.stencil >"$dir/log" 2>"$dir/errors" ||
	status=1
[ $status = 0 ] || grep -E 'differ$|domains$|refuses the grid$|expected' "$dir/errors" | head -60
cat "$dir/log"
exit $status
