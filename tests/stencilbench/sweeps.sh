#!/bin/sh
# Sweeps over sizes, blocks, orders, layouts and tunable constants. Times are whatever they
# are; which rows there are is checked.
# Long: only in `make check-all`; options.sh has the axes that it sweeps over.

. "$(dirname "$0")/../lib/programs.sh"

small='--size 24x20x8 --runs 2'
# shellcheck disable=SC2086
{
bench $small --backend host --storage regular --access zslice --levels-per-thread 1,2..8x2,5..6 \
	--block 32x1x1,8x4x1 --json "$out/levels.json" stencils/copy.stencil
levels() {
	is_clean && rows 12 "$out/levels.json" &&
	for n in 1 2 4 8 5 6; do
		[ "$(grep -c "\"levels_per_thread\":$n," "$out/levels.json")" = 2 ] || return 1
	done
}
check 'a list and ranges of constants, and blocks' levels

bench $small --backend host --storage regular --access wide,zslice --levels-per-thread 2,3 \
	--rows-per-thread 1,2 --points-per-thread 1..4x2 --no-time --json "$out/tiles.json" \
	stencils/laplap.stencil
tiles() {
	[ "$status" = 0 ] && rows 10 "$out/tiles.json" && [ "$(wc -l <"$out/stderr")" = 1 ] &&
	grep -q "note: no kernel has --points-per-thread 4: 'laplap' has double fields" "$out/stderr" &&
	[ "$(grep -c '"access":"wide".*"levels_per_thread":[23],"rows_per_thread":[12],"points_per_thread":[12],' \
		"$out/tiles.json")" = 8 ]
}
check 'constants of tiles, where they are legal' tiles
bench $small --backend host --storage regular --access wide --points-per-thread 3,4 stencils/laplap.stencil
check 'or else why not' fails 2 'so a thread can have 2 points'

# A number that no kernel has is refused before anything is compiled, as stencilrun does.
"$bin/stencilrun" --sample 24x20x8 "$data/src.npy" -q
for number in levels-per-thread rows-per-thread points-per-thread levels-per-load columns-per-thread blocks-per-launch \
		registers-per-thread unroll ahead; do
	for value in 2 3; do
		refused 2 "no selected kernel has --$number on openmp: leave it out" stencilbench $small --no-time --storage regular \
			--backend openmp --$number $value stencils/laplap.stencil
	done
	refused 2 "laplap_regular_naive has no --$number on openmp" stencilbench $small --no-time --storage regular \
		--access naive --backend openmp --$number 2 stencils/laplap.stencil
	refused 2 "laplap_regular_naive has no --$number on openmp" stencilrun stencils/laplap.stencil --in src="$data/src.npy" \
		--out dst="$out/dst.npy" --access naive --backend openmp --$number 2
	refused 2 "hierarchize_sparse_edges_d2_l3 has no --$number on openmp" stencilbench --dim 2 --level 3 --no-time \
		--access edges --backend openmp --$number 2 stencils/sparse/hierarchize.stencil
	refused 2 "hierarchize_sparse_edges_d2_l3 has no --$number on openmp" stencilrun --dim 2 --level 3 --access edges \
		--backend openmp --$number 2 --formula u=x1 --out u="$out/u.npy" stencils/sparse/hierarchize.stencil
done
refused 2 'access naive computes one step a launch' stencilbench $small --no-time --storage regular --access naive \
	--backend openmp --steps-per-launch 2 stencils/laplap.stencil
refused 2 'has no --unroll on openmp' stencilbench --mesh torus:6x4 --size-levels 5 --no-time --levels innermost \
	--access idxvar --backend openmp --unroll 2 stencils/mesh/nabla2.stencil
bench $small --no-time --storage regular --access idxvar,zloop --backend host --unroll 2 stencils/laplap.stencil stencils/hdiff.stencil
check 'one kernel of several is enough' is_clean
bench $small --no-time --storage regular --access wide --backend host --precision all --points-per-thread 2,4 stencils/laplap.stencil
check 'and one precision of several' is_clean

bench --runs 2 --size 8x8x4..32x16x4,5x5x1 --precision all --storage regular --access naive,idxvar \
	--fields all --json "$out/sizes.json" stencils/hdiff.stencil
sizes() {
	is_clean && rows 80 "$out/sizes.json" && [ "$(grep -c ' double: ' "$out/stdout")" = 4 ] &&
	[ "$(grep -c '"precision":"float"' "$out/sizes.json")" = 40 ] &&
	[ "$(grep -c '"fields":"aosoa"' "$out/sizes.json")" = 16 ] &&
	[ "$(grep -c '"size_x":16,"size_y":16,"size_z":4' "$out/sizes.json")" = 20 ]
}
check 'sizes, precisions, layouts' sizes
bench --runs 2 --size 8x8x4 --storage regular,chasing --access naive --order row,zcurve:2,random:1 \
	--json "$out/orders.json" stencils/laplap.stencil stencils/copy.stencil
orders() {
	is_clean && rows 8 "$out/orders.json" && [ "$(grep -c '"order":"-"' "$out/orders.json")" = 2 ]
}
check 'orders are for unstructured grids' orders

bench --size 40x40x16 --no-time --backend host --storage regular,chasing --access naive,warp,zloop \
	--block sweep --json "$out/blocks.json" stencils/hdiff.stencil
blocks() {
	[ "$status" = 0 ] && left=$(sed -n 's/.*left out \([0-9]*\) of 213 blocks.*/\1/p' "$out/stderr") &&
	[ "$left" -gt 20 ] && rows $((213 - left)) "$out/blocks.json" && ! grep -q '"wrong"' "$out/blocks.json" &&
	[ "$(grep -c '"block":"4x2x8"' "$out/blocks.json")" = 1 ] &&
	! grep -q '"block":"1024x1x1".*"hdiff_regular' "$out/blocks.json"
}
check 'a sweep of blocks leaves the hopeless out and says so' blocks
bench --size 40x40x16 --no-time --backend host --storage regular,chasing --access naive,warp,zloop \
	--block sweep --all-blocks --json "$out/all.json" stencils/hdiff.stencil
all_blocks() {
	is_clean && rows 213 "$out/all.json" && ! grep -q '"wrong"' "$out/all.json"
}
check 'or takes them all' all_blocks
bench --size 5x5x1 --no-time --backend host --storage regular --access naive --block sweep -v \
	--json "$out/least.json" stencils/hdiff.stencil
least() {
	[ "$status" = 0 ] && rows 1 "$out/least.json" &&
	grep -q '^stencilbench: left out: hdiff_regular_naive 1024x1x1: more than half' "$out/stderr" &&
	grep -q '^stencilbench: verifying: 100 %, 0 s left' "$out/stderr"
}
check 'a kernel keeps one block' least

bench $small --backend host --no-time --storage regular --access tile,wide --rows-per-thread 1,2,4,8,16 \
	--levels-per-thread 1,4 --points-per-thread 2 --json "$out/tiles.json" stencils/laplap.stencil
told_apart() {
	is_clean && rows 20 "$out/tiles.json" && [ "$(grep -c '^regular .* verified$' "$out/stdout")" = 20 ] &&
	[ "$(sort "$out/stdout" | uniq -d | grep -c '^regular ')" = 0 ] &&
	grep -q '^regular wide *2x8x4 .* verified$' "$out/stdout"
}
check 'a line for each kernel' told_apart
bench $small --backend host --no-time --storage regular --access tile --rows-per-thread 2,4 \
	--block 32x1x1,16x2x1,8x2x2 stencils/laplap.stencil
check 'that tells of its blocks' test "$(grep -c ' verified, 3 blocks$' "$out/stdout")" = 2

bench $small --backend host --no-time --storage regular,chasing --access naive,zloop --unroll 1,2 \
	--block 32x2x2 stencils/laplap.stencil stencils/copy.stencil
blockless() {
	[ "$status" = 0 ] && [ "$(wc -l <"$out/stderr")" = 1 ] &&
	grep -q '^stencilbench: laplap_[a-z_]*zloop[a-z0-9_]* and 7 more have no block 32x2x2: .*z must be 1$' "$out/stderr"
}
check 'one message for what has no such block' blockless

bench $small --no-time --storage regular,direct --access naive stencils/copy.stencil stencils/laplap.stencil
noted() {
	[ "$status" = 0 ] && [ "$(wc -l <"$out/stderr")" = 1 ] && grep -q "^stencilbench: note: not for 'copy': " "$out/stderr" &&
	[ "$(grep -c '^regular .*verified$' "$out/stdout")" = 2 ] && grep -q '^direct .*verified$' "$out/stdout"
}
check 'a storage that one of the stencils cannot have' noted
bench $small --no-time --storage direct --access naive stencils/copy.stencil
check 'is an error if none can' fails 2 'so direct would repeat chasing'
bench $small --no-time --storage regular,bogus --access naive stencils/copy.stencil stencils/laplap.stencil
check 'and if there is none such' fails 2 "unknown storage 'bogus'"
}

finish
