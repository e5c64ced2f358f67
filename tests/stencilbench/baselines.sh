#!/bin/sh
# Kernels are compared with a baseline, with cold and hot caches.

. "$(dirname "$0")/../lib/programs.sh"

small='--size 24x20x8 --runs 2'
# shellcheck disable=SC2086
{
bench --runs 3 --size 40x40x16 --backend host --storage regular --access naive,idxvar,shared \
	--block 32x1x1,8x4x1 --baseline regular_naive@8x4x1 --json "$out/base.json" \
	stencils/hdiff.stencil
base() {
	is_clean && rows 6 "$out/base.json" &&
	[ "$(grep -c '"hot_verdict":"\(same\|slower\|faster\)","hot_over_baseline":[0-9]' "$out/base.json")" = 6 ] &&
	grep -q '_shared".*"hot_verdict":"slower"' "$out/base.json" &&
	grep -Eq '^regular shared .*\+[0-9.]+%$' "$out/stdout"
}
check 'what waits at barriers is slower than what does not' base
bench $small --storage regular --access naive --baseline regular_idxvar stencils/copy.stencil
check 'a baseline must be measured' fails 2 "no 'regular_idxvar' is measured for 'copy'"
bench $small --backend host --storage chasing_constant --access naive --order row,hilbert \
	--baseline chasing_constant_naive stencils/hdiff.stencil
check 'a table in constant memory is for one order' fails 2 'a baseline for one order only'

bench $small --cache cold,hot --storage regular --access naive --csv "$out/cold.csv" stencils/copy.stencil
cold() {
	is_clean && grep -q 'cold us .* hot us' "$out/stdout" &&
	! head -1 "$out/cold.csv" | tr ',' '\n' | grep -qx 'median'
}
check 'with and without an empty cache' cold
bench $small --cache warm stencils/copy.stencil
check 'a cache is cold or hot' fails 2 "unknown state of the cache 'warm' (there are: cold hot both)"
for list in 0 4..2 1,x; do
	bench $small --levels-per-thread $list stencils/copy.stencil
	check "--levels-per-thread $list" fails 2 "and ranges, as 1,4..6,8..64x2, not '$list'"
done
}

finish
