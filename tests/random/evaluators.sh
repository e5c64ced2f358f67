#!/bin/sh
# evaluators.sh [COUNT] [FIRST] : random stencils by the interpreter and by a second
# evaluator that shares no code with it, and rewritten in ways that change nothing.
set -u
count=${1:-150}
first=${2:-1}
dir=${DIR:-build/evaluators}
rm -rf "$dir"
mkdir -p "$dir"
seed=$first
while [ $seed -lt $((first + count)) ]; do
	build/tests/stencilsmith $seed >"$dir/s$seed.stencil"
	seed=$((seed + 1))
done
status=0
find "$dir" stencils tests/data/random -maxdepth 1 -name '*.stencil' |
	xargs -n 400 build/tests/compare_evaluators >"$dir/log" 2>&1 || status=1
find "$dir" -name '*.stencil' | xargs -n 400 build/tests/metamorphic >>"$dir/log" 2>&1 || status=1
[ $status = 0 ] || grep -v ' passed, ' "$dir/log" | head -60
wrong=$(sed -n 's/^\([^:]*\.stencil\): .* elements of .* differ$/\1/p' "$dir/log" | head -1)
if [ "$wrong" ]; then
	cp "$wrong" "$dir/reduced.stencil"
	sh tests/random/reduce.sh evaluators "$dir/reduced.stencil"
	cat "$dir/reduced.stencil"
fi
awk '/^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3 } END { print p + 0 " passed, " f + 0 " failed" }' "$dir/log"
exit $status
