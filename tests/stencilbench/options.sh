#!/bin/sh
# The options of stencilbench: what is measured, where rows go, what is refused.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh
: >"$out/none.stencil"

# has_rows BACKEND BLOCK ENDING: all kernels of laplap have their rows, no others.
has_rows() {
	is_clean || return 1
	variants laplap "$1" >"$out/variants"
	while read -r _ storage _ access; do
		order=zcurve:16
		[ "$storage" != regular ] || order=-
		grep -Eq "^$storage +$access +$order +$2 +$3\$" "$out/stdout" || return 1
	done <"$out/variants"
	[ "$(grep -Ec "^[a-z_]+ +[a-z_]+ .* $3\$" "$out/stdout")" = "$(wc -l <"$out/variants")" ]
}
time='[0-9.]+ [*~ ]*[0-9]+% +([0-9]+ +)?[0-9]+ +[0-9]+% +[0-9]+%'
run stencilbench --size 24x20x8 --runs 2 --levels outermost stencils/laplap.stencil
check 'a table with times' has_rows openmp - "$time"
check 'and what they are compared with' \
	grep -Eq '^laplap, 24x20x8 double: 0.0 MB at least; copy [0-9.]+ us, stream .*, memcpy [0-9.]+' \
		"$out/stdout"
run stencilbench --size 24x20x8 --no-time --backend host --levels outermost stencils/laplap.stencil
check '--no-time' has_rows host '(64x2|32x16|256x1)x1' verified

odd_name="$out/a\"b,c.csv"
run stencilbench --size 24x20x8 --runs 3 --backend host --storage regular,chasing --access naive \
	--order row,hilbert,random --block 8x4x1,5x3x2 --precision float --csv "$odd_name" \
	stencils/hdiff.stencil stencils/sponge.stencil
# A row for each block of regular, and for each order and block of chasing. Of
# these the table shows the best block.
two='stencils/hdiff.stencil stencils/sponge.stencil'
csv() {
	is_clean && [ "$(wc -l <"$odd_name")" = 17 ] &&
	[ "$(sed -n '1s/,.*//p' "$odd_name")" = stencil ] &&
	[ "$(cells_of "$odd_name" stencil storage access fields precision order block outcome |
		grep -Ec '^(hdiff|sponge) (regular|chasing) naive soa float (-|row|hilbert|random:[0-9]+) (8x4x1|5x3x2) measured$')" = 16 ] &&
	[ "$(cells_of "$odd_name" size_x size_y size_z points | grep -c '^24 20 8 [1-9]')" = 16 ] &&
	[ "$(cells_of "$odd_name" hot_samples | grep -Ec '^([3-9]|[12].|3[0-4])$')" = 16 ] &&
	[ "$(grep -cF "/a\"\"b,c.csv $two\"" "$odd_name")" = 16 ] &&
	[ "$(grep -Ec '^(regular|chasing) ' "$out/stdout")" = 8 ]
}
check '--csv, lists of orders and blocks, float' csv
run stencilbench --size 24x20x8 --no-time --access naive,idxvar --csv "$out/untimed.csv" \
	stencils/copy.stencil
untimed() {
	is_clean && [ "$(wc -l <"$out/untimed.csv")" = 6 ] &&
	[ "$(cells_of "$out/untimed.csv" points bytes outcome hot_samples hot_median_us |
		grep -c '^3840 61440 verified 0 $')" = 5 ]
}
check '--csv without times' untimed

# Structs of fields: as wide as a page, at most.
run stencilbench --size 24x20x8 --runs 2 --backend host --fields aosoa --storage \
	chasing,chasing_constant --access shared,naive --csv "$out/fields.csv" stencils/fastwaves.stencil
fields() {
	is_clean && [ "$(grep -Ec '^chasing(_constant)? +(shared|naive)_aosoa +zcurve:16 +64x2x1 ' \
		"$out/stdout")" = 4 ] && ! grep -q '.\{101\}' "$out/stdout" &&
	[ "$(cells_of "$out/fields.csv" stencil storage fields order outcome |
		grep -Ec '^fastwaves chasing(_constant)? aosoa zcurve:16 measured$')" = 4 ]
}
check '--fields in table and --csv' fields

small="--size 24x20x8 --no-time"
# shellcheck disable=SC2086
{
for storage in regular chasing; do
	good "$storage, all of its accesses" stencilbench $small --storage $storage \
		stencils/copy.stencil
done
good 'a param' stencilbench $small --param depth=3 --param dt=0.25 stencils/sponge.stencil
refused 2 "'sponge' has no param 'dept'; did you mean 'depth'?" \
	stencilbench $small --param dept=3 stencils/sponge.stencil
refused 2 "unknown storage 'direkt'; did you mean 'direct'?" stencilbench $small --storage \
	direkt stencils/copy.stencil
refused 2 "unknown access 'fast'" stencilbench $small --access fast stencils/copy.stencil
refused 2 '(legal for' stencilbench $small --storage direct stencils/copy.stencil
refused 2 "unknown backend 'openmpi'" stencilbench $small --backend openmpi stencils/copy.stencil
refused 2 "'spiral' is no order" stencilbench $small --order row,spiral stencils/copy.stencil
refused 2 "'' is no order" stencilbench $small --order row, stencils/copy.stencil
refused 2 "'64' is no block" stencilbench $small --block 64x2x1,64 stencils/copy.stencil
refused 2 "'24x20x5..12x20x5' is no size: write it as 512x512x64, or a range" stencilbench --size 24x20x5..12x20x5 stencils/copy.stencil
refused 2 "'24x20' is no size" stencilbench --size 24x20 stencils/copy.stencil
refused 2 "unknown precision 'quad' (there are: double float)" stencilbench --precision quad \
	stencils/copy.stencil
run env STENCILGEN_CACHE="$out/levels" "$bin/stencilbench" $small --backend host --storage regular \
	--access zslice --levels-per-thread 3 stencils/copy.stencil
levels() {
	is_clean && grep -q '^enum { LEVELS = 3 };' "$out"/levels/*/regular_zslice_levels3.cu
}
check '--levels-per-thread' levels
refused 2 "--levels-per-thread accepts numbers from 1 to 1024 and ranges, as 1,4..6,8..64x2, not '0'" stencilbench \
	--levels-per-thread 0 stencils/copy.stencil
for runs in 0 -1 20x '' 100001; do
	refused 2 "--runs accepts a number from 1 to 100000, not '$runs'" stencilbench --runs \
		"$runs" stencils/copy.stencil
done
refused 2 '--fetch: only NVIDIA GPUs have this setting' stencilbench $small --backend openmp --fetch 32 stencils/copy.stencil
refused 2 "--fetch accepts a power of two from 1 to 128, not '33'" stencilbench $small --fetch 33 stencils/copy.stencil
refused 2 'no input file' stencilbench $small
refused 2 'no input file' stencilbench --ping --patterns "$out/none.csv"
refused 2 "unknown option '--speed'" stencilbench --speed stencils/copy.stencil
diagnosed 'no stencil in this file' stencilbench $small "$out/none.stencil" stencils/copy.stencil
}
bench_fails() {
	[ "$status" = "$1" ] && is_one_message "$1" "$2"
}
# shellcheck disable=SC2086
run stencilbench $small --csv "$out/none.stencil/a.csv" --storage regular --access naive \
	stencils/copy.stencil
check '3: cannot write' bench_fails 3 'none.stencil/a.csv: '
# shellcheck disable=SC2086
run stencilbench $small --svg "$out/none.svg" --chart heat --no-time --storage regular --access naive \
	stencils/copy.stencil
check '3: no row has a time' grep -q 'cannot write .*none.svg: no row has a median_us$' "$out/stderr"
run stencilbench --size 4x20x8 --no-time stencils/laplap.stencil
check '1: nothing to compute' bench_fails 1 \
	"nothing to compute: 4x20x8 cells are all within the halo of 'laplap'"

printf 'stencil one { in a; out b; b = a[west]; }\nstencil two { in a; out b; b = a[east]; }\n' >"$out/two.stencil"
run stencilbench --size 24x20x8 --no-time --storage regular --access naive --stencil two --csv "$out/two.csv" "$out/two.stencil"
check '--stencil: this one only' test "$(cells_of "$out/two.csv" stencil)" = two
run stencilbench --stencil three "$out/two.stencil"
check '2: a stencil that no file has' fails 2 "no file has a stencil 'three': leave out --stencil to use all"
run stencilbench --size 32x32x8 --backend host --storage regular --access shared --block 512x1x1,1024x1x1 --no-time stencils/laplap.stencil
check '1: a launch that is refused, by kernel and block' fails 1 \
	'laplap_regular_shared, block 1024x1x1: the runtime that stands in for CUDA refused the launch'

finish
