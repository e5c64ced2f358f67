#!/bin/sh
# Levels innermost as an axis: what is measured, how rows and tables tell it, journals, tuning, charts.
# Long: only in `make check-all`; options.sh has the axes.

. "$(dirname "$0")/../lib/programs.sh"

sizes=24x20x1,17x13x5,9x11x60
for backend in openmp host; do
	bench --size $sizes --no-time --backend $backend --access idxvar --levels innermost --order row,zcurve:4,hilbert,random:3 \
		--csv "$out/all.csv" stencils/laplap.stencil stencils/upwind.stencil
	count=24
	[ $backend = openmp ] || count=36
	# upwind reads direct neighbours only: it has half of the storages.
	verified() {
		is_clean && [ "$(cells_of "$out/all.csv" access fields levels outcome |
			grep -c '^idxvar soa innermost verified$')" = $((count*2 + count)) ] &&
		[ "$(wc -l <"$out/all.csv")" = $((count*3 + 1)) ]
	}
	check "all storages and orders on $backend" verified
done
bench --size $sizes --no-time --backend host --access cluster --levels all --storage chasing,direct \
	--order row,zcurve:4,hilbert,random:3 --csv "$out/clusters.csv" stencils/laplap.stencil
clusters() {
	is_clean && [ "$(cells_of "$out/clusters.csv" access levels outcome | grep -c "^cluster $1 verified$")" = 24 ] &&
	[ "$(wc -l <"$out/clusters.csv")" = 49 ]
}
for levels in outermost innermost; do
	check "clusters with levels $levels" clusters $levels
done
# A warp of threads along the levels, two of which each loads, and four columns; of few levels as many threads as they need.
blocks() {
	cells_of "$out/all.csv" stencil size_z block | sort -u >"$out/blocks"
	printf 'laplap 1 1x128x1\nlaplap 5 3x42x1\nlaplap 60 32x4x1\nupwind 1 1x128x1\nupwind 5 3x42x1\nupwind 60 32x4x1\n' |
		cmp - "$out/blocks"
}
check 'the usual block suits the levels' blocks

small="--size 24x20x8 --no-time"
# shellcheck disable=SC2086
{
bench $small --levels all --access idxvar,naive --storage regular,direct --csv "$out/levels.csv" --json \
	"$out/levels.jsonl" stencils/laplap.stencil
some() {
	is_clean && cells_of "$out/levels.csv" storage access levels | sort >"$out/rows" &&
	printf '%s\n' 'direct idxvar innermost' 'direct idxvar outermost' 'direct naive outermost' 'regular idxvar -' \
		'regular naive -' | cmp - "$out/rows" && [ "$(grep -c '"levels":"innermost"' "$out/levels.jsonl")" = 1 ]
}
check 'of all levels those are left out that a storage or access cannot have' some
check 'tables name what is not usual' sh -c "[ \"\$(grep -c '^direct  *idxvar_innermost ' '$out/stdout')\" = 1 ] &&
	grep -q '^direct  *idxvar  *zcurve' '$out/stdout'"
bench $small --access idxvar,naive --storage regular,direct --csv "$out/levels.csv" --json "$out/levels.jsonl" stencils/laplap.stencil
check 'all are measured where none are named' some
bench $small --access zloop,cluster --storage all --backend host --csv "$out/levels.csv" stencils/laplap.stencil
check 'an access has those that it can have' sh -c "[ '$status' = 0 ] && grep -q ',cluster,.*,innermost,' '$out/levels.csv' && ! grep -q ',zloop,.*,innermost,' '$out/levels.csv'"
bench $small --fields all --levels all --access idxvar,wide --storage regular,direct --backend host \
	--csv "$out/fields.csv" stencils/hdiff.stencil
structs() {
	is_clean && cells_of "$out/fields.csv" storage access fields levels | sort >"$out/rows" &&
	printf '%s\n' 'direct idxvar aos outermost' 'direct idxvar aos_in outermost' 'direct idxvar aosoa outermost' \
		'direct idxvar aosoa_in outermost' 'direct idxvar soa innermost' 'direct idxvar soa outermost' \
		'regular idxvar aos -' 'regular idxvar aos_in -' 'regular idxvar aosoa -' 'regular idxvar aosoa_in -' \
		'regular idxvar soa -' 'regular wide soa -' | cmp - "$out/rows"
}
check 'an access without structs does not hide those of others' structs
refused 2 "unknown order of levels and columns 'inner'" stencilbench $small --levels outermost,inner stencils/laplap.stencil
refused 2 'levels are innermost on unstructured grids only' stencilbench $small --levels innermost --storage \
	regular,direct stencils/laplap.stencil
refused 2 'access naive is for levels outermost' stencilbench $small --levels innermost --access naive,idxvar \
	stencils/laplap.stencil
for number in 3 5 6 7; do
	refused 2 "levels-per-load is a power of two from 1 to 8, not $number: there are no vectors of $number" stencilbench $small \
		--backend host --levels innermost --access idxvar,cluster --levels-per-load $number stencils/laplap.stencil
done
refused 2 'there are no vectors of 6' stencilbench --backend host --mesh torus:6x4 --size-levels 5 --no-time --levels innermost \
	--levels-per-load 6 stencils/mesh/nabla2.stencil
refused 2 'levels are innermost with fields soa only' stencilbench $small --levels innermost --fields aos \
	stencils/hdiff.stencil
refused 2 'access warp is for unstructured storages' stencilbench $small --backend host --levels all --access \
	warp --storage regular stencils/laplap.stencil
refused 2 "unknown storage 'direkt'" stencilbench $small --levels all --storage direkt stencils/laplap.stencil
refused 2 "unknown access 'quick'" stencilbench $small --levels all --access idxvar,quick stencils/laplap.stencil
bench $small --backend host --levels innermost --block 8x4x2 --storage direct --access idxvar stencils/laplap.stencil
check 'blocks are flat' fails 0 'laplap_direct_idxvar_innermost has no block 8x4x2: x goes along levels and y along columns: z must be 1'
bench $small --backend host --levels innermost --block 64x16x1,2048x1x1 --storage direct --access cluster stencils/laplap.stencil
check 'and no larger than there can be' fails 0 'laplap_direct_cluster_innermost has no block 2048x1x1: a block has 1024 threads at most'
refused 2 'it has no levels above each other' stencilbench --dim 2 --level 3 --no-time --levels innermost \
	stencils/sparse/hierarchize.stencil
bench --dim 2 --level 3 --no-time --levels all --access basic --csv "$out/sparse.csv" stencils/sparse/hierarchize.stencil
check 'sparse grids have none' test "$(cells_of "$out/sparse.csv" levels outcome)" = '- verified'

# A sweep has the usual block, too: no power of two suits 5 levels.
bench --size 9x11x5 --no-time --backend host --levels innermost --storage direct --access idxvar --block sweep --all-blocks \
	--csv "$out/sweep.csv" stencils/laplap.stencil
swept() {
	[ "$status" = 0 ] && cells_of "$out/sweep.csv" block | sort >"$out/blocks" && grep -qx 3x42x1 "$out/blocks" &&
	[ "$(wc -l <"$out/blocks")" = 52 ] && [ "$(sort -u "$out/blocks" | wc -l)" = 52 ]
}
check 'a sweep' swept

two='--size 24x20x8 --runs 3 --storage direct --access idxvar --levels all'
bench $two --backend host --levels-per-load 1,2 --baseline direct_idxvar_innermost@4x32x1 --csv "$out/base.csv" \
	stencils/laplap.stencil
based() {
	[ "$status" = 0 ] && [ "$(cells_of "$out/base.csv" levels levels_per_load hot_over_baseline |
		grep -c '^\(innermost [12]\|outermost 0\) [0-9.]*$')" = 3 ] && ! grep -q '.\{101\}' "$out/stdout"
}
check 'a baseline' based
bench $two --journal "$out/journal" --csv "$out/first.csv" stencils/laplap.stencil
check 'rows in a journal' rows 2 "$out/journal"
bench $two --journal "$out/journal" --csv "$out/second.csv" stencils/laplap.stencil
resumed() {
	[ "$status" = 0 ] && grep -q ': 2 of 2 are from the journal' "$out/stderr" && cells_of "$out/first.csv" \
		levels hot_median_us >"$out/a" && cells_of "$out/second.csv" levels hot_median_us | cmp - "$out/a" &&
	grep -q '^innermost ' "$out/a"
}
check 'are taken from there' resumed
# Rows from before there was a choice.
sed -i 's/"levels":"[a-z]*",//' "$out/journal"
bench $two --journal "$out/journal" --csv "$out/second.csv" stencils/laplap.stencil
check 'from older ones, too' resumed

# The times of a busy machine are taken as they are.
run env OMP_NUM_THREADS=1 "$bin/stencilbench" --size 24x20x8 --runs 3 --access idxvar --storage direct --order row \
	--tune "$out/tuned" --force --csv "$out/tuning.csv" stencils/laplap.stencil
tunes() {
	[ "$status" = 0 ] && [ "$(cells_of "$out/tuning.csv" levels | sort | tr '\n' ' ')" = 'innermost outermost ' ] &&
	[ "$(grep -Ec '^best: .* fields=soa levels=(inner|outer)most block=- ' "$out/tuned")" = 1 ] &&
	grep -Eq '^best of laplap .* fields soa levels (inner|outer)most block - ' "$out/stdout"
}
check '--tune sweeps the levels that are not named' tunes
bench --size 24x20x8 --runs 3 --access idxvar --storage direct --order row --levels innermost --tune "$out/inner" \
	--force stencils/laplap.stencil
check 'but not those that are' grep -q '^best: .* levels=innermost ' "$out/inner"
# With CUDA text also blocks that go on, unless their number is named.
goes_on() { # OPTION...: how many kernels have blocks that do, and how many have none
	run "$bin/stencilbench" --backend host --size 12x12x8 --runs 2 --storage chasing --access cluster --levels innermost --block 8x2x1 \
		--columns-per-thread 1 --points-per-thread 2 --rows-per-thread 2 --levels-per-load 1 --tune "$out/going" --force \
		--csv "$out/going.csv" "$@" stencils/laplap.stencil
	[ "$status" = 0 ] && cells_of "$out/going.csv" blocks_per_launch | awk '{ n[$1 > 0]++ } END { print n[1] + 0, n[0] + 0 }'
}
check 'and of kernels with clusters those whose blocks go on' [ "$(goes_on)" = '1 1' ]
check 'but no others than are named' [ "$(goes_on --blocks-per-launch 3)" = '1 0' ]
"$bin/stencilrun" --sample 24x20x8 "$out/src.npy"
run "$bin/stencilrun" stencils/laplap.stencil --in src="$out/src.npy" --out dst="$out/dst.npy" --verify --tuned "$out/inner"
check 'stencilrun takes them' grep -q '^laplap_direct_idxvar_innermost on openmp' "$out/stdout"
run "$bin/stencilgen" --list --target openmp --tuned "$out/inner" stencils/laplap.stencil
check 'stencilgen writes them' grep -qx laplap_direct_idxvar_innermost "$out/stdout"
sed 's/ levels=innermost//' "$out/inner" >"$out/older"
run "$bin/stencilgen" --list --target openmp --tuned "$out/older" stencils/laplap.stencil
check 'older files mean levels outermost' grep -qx laplap_direct_idxvar "$out/stdout"

bench --size 24x20x8 --runs 2 --access idxvar --levels all --svg "$out/levels.svg" stencils/laplap.stencil
check 'charts tell levels apart' grep -q '>idxvar innermost</text>' "$out/levels.svg"
bench --size 24x20x8 --runs 2 --access idxvar --levels outermost --svg "$out/outermost.svg" stencils/laplap.stencil
check 'where there are several' sh -c "[ '$status' = 0 ] && ! grep -q 'ermost' '$out/outermost.svg'"
sed 's/,levels,/,leaves,/' "$out/first.csv" >"$out/old.csv"
run "$bin/stencilreport" --columns storage,fields,levels,hot_median_us "$out/old.csv"
check 'an older CSV file has no such column' grep -q '^storage,fields,hot_median_us$' "$out/stdout"
bench --size 34x20x8 --order row,zcurve --patterns "$out/patterns.csv" stencils/laplap.stencil
bench --size 34x20x8 --order row,zcurve --levels innermost --patterns "$out/inner.csv" stencils/laplap.stencil
check 'tables hold the same whatever the levels' cmp "$out/patterns.csv" "$out/inner.csv"
}

finish
