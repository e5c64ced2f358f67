#!/bin/sh
# evaluators.sh [COUNT] [FIRST] : random stencils, also on meshes, by the interpreter and by a second
# evaluator that shares no code with it, and rewritten in ways that change nothing; kernels
# of a few that were rewritten, against the interpreter.
set -u
count=${1:-150}
first=${2:-1}
dir=${DIR:-build/evaluators}
rm -rf "$dir"
mkdir -p "$dir"
seed=$first
while [ $seed -lt $((first + count)) ]; do
	build/tests/stencilsmith $seed >"$dir/s$seed.stencil"
	[ $((seed % 3)) != 1 ] || build/tests/stencilsmith --mesh $seed >"$dir/m$seed.stencil"
	[ $((seed % 3)) != 2 ] || build/tests/stencilsmith --half $seed >"$dir/h$seed.stencil"
	[ $((seed % 3)) != 1 ] || build/tests/stencilsmith --interfaces $seed >"$dir/i$seed.stencil"
	[ $((seed % 3)) != 0 ] || build/tests/stencilsmith --walls $seed >"$dir/w$seed.stencil"
	seed=$((seed + 1))
done
# Some have fields and params of type low.
for file in "$dir"/[mhwi]*[05].stencil "$dir"/s*[05].stencil; do
	sed -E '/^ *(in|out|inout|param) (int|bool|real|float|double|low) /!s/^ *(in|out|inout|param) /&low /' "$file" >"$dir/l${file##*/}"
done
status=0
find "$dir" stencils stencils/dycore tests/data/meshes tests/data/random tests/data/typed tests/data/guards -maxdepth 1 -name '*.stencil' |
	xargs -n 400 build/tests/compare_evaluators >"$dir/log" 2>&1 || status=1
find "$dir" -name '[sw]*.stencil' | xargs -n 400 build/tests/metamorphic >>"$dir/log" 2>&1 || status=1
# C text is compiled soonest.
mkdir "$dir/rewritten"
build/tests/metamorphic --write "$dir/rewritten" "$dir/s$first.stencil" "$dir/s$((first + 1)).stencil" \
	>>"$dir/log" 2>&1 || status=1
if STENCILS=$dir/rewritten OUT=$dir/kernels LAYOUTS= PRECISIONS=double OPTIONS='--storage regular' \
	sh tests/kernels/kernels.sh openmp >"$dir/kernels.log" 2>&1; then
	awk '/Checks: / { sub(/.*Checks: /, ""); print $0 + 0 " passed, 0 failed" }' "$dir/kernels.log" >>"$dir/log"
else
	status=1
	tail -20 "$dir/kernels.log"
	echo '0 passed, 1 failed' >>"$dir/log"
fi
[ $status = 0 ] || grep -v ' passed, ' "$dir/log" | head -60
wrong=$(sed -n 's/^\([^:]*\.stencil\): .* elements of .* differ$/\1/p' "$dir/log" | head -1)
if [ "$wrong" ]; then
	cp "$wrong" "$dir/reduced.stencil"
	sh tests/random/reduce.sh evaluators "$dir/reduced.stencil"
	cat "$dir/reduced.stencil"
fi
awk '/^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3 } END { print p + 0 " passed, " f + 0 " failed" }' "$dir/log"
exit $status
