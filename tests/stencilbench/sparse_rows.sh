#!/bin/sh
# Long: only in `make check-all`; sparse_runs.sh runs sparse grids in less time.
# stencilbench on sparse grids: rows, counts, what is refused.

. "$(dirname "$0")/../lib/programs.sh"

down=stencils/sparse/hierarchize.stencil up=stencils/sparse/dehierarchize.stencil
sum=stencils/sparse/evaluate.stencil

bench --backend host --grid 3:4,2:5:pad --precision float --runs 2 --csv "$out/sparse.csv" \
	--json "$out/sparse.json" --svg "$out/sparse.svg" --probes 50 $down $up $sum
# cell STENCIL ACCESS COLUMN: at 3:4.
cell() {
	awk -F, -v stencil="$1" -v access="$2" -v column="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) name[$i] = i }
		$1 == stencil && $3 == access && $name["dim"] == 3 { print $name[column] }' \
		"$out/sparse.csv"
}
cell_is() {
	[ "$(cell "$1" "$2" "$3")" = "$4" ] || { echo "$1 $2 $3 is $(cell "$1" "$2" "$3"), not $4"; return 1; }
}
grids() {
	is_clean && rows 54 "$out/sparse.json" && ! grep -qv 'environment\|"outcome":"measured"' "$out/sparse.json" &&
	[ "$(grep -c '"dim":2,"level":5,"padded":1,' "$out/sparse.json")" = 27 ] &&
	grep -q '^evaluate, 2:5:pad float, 50 of 50 probes verified$' "$out/stdout"
}
check 'sparse grids, compact and padded, every access' grids
bench --backend host --grid 3:4 --access tree,trees --no-time --probes 50 $down $sum
fitting() {
	[ "$status" = 0 ] && [ "$(grep -c '^stencilbench: note: not for ' "$out/stderr")" = 2 ] &&
	[ "$(grep -c '^trees  *verified$' "$out/stdout")" = 1 ] && [ "$(grep -c '^tree  *verified$' "$out/stdout")" = 1 ]
}
check 'every stencil has the accesses that are for its kind' fitting
# 3 dimensions, 4 levels: 111 points; W = 62 and R = 79 in each dimension; 20 blocks.
counted() {
	cell_is hierarchize basic launches 9 && cell_is hierarchize ichg1 launches 3 &&
	cell_is evaluate ichg2_host launches 20 && cell_is evaluate tree launches 1 &&
	cell_is hierarchize trees flops 999 && cell_is evaluate basic flops 35000 &&
	cell_is dehierarchize basic bytes 1692 && cell_is hierarchize basic points 111 &&
	cell_is evaluate basic points 50 && cell_is evaluate basic checked_probes 50 &&
	cell_is hierarchize basic hot_speedup 1 && cell_is evaluate tree hot_bound_us ''
}
check 'what is counted' counted
compared() {
	for access in basic inv1 ichg1_ctz fused; do
		awk "BEGIN { exit !($(cell hierarchize $access hot_launch_floor_us) > 0 &&
			$(cell hierarchize $access hot_times_bound) > 1 && $(cell hierarchize $access hot_gflops) > 0 &&
			$(cell hierarchize $access hot_speedup) > 0) }" || return 1
	done
}
check 'and what times are compared with' compared

bench --backend host --dim 2 --level 3 --pad --no-time --access ichg1,tree --json "$out/one.json" $down
check 'an access of another kind of stencil' fails 2 "access tree is for evaluations"
bench --backend host --dim 2 --level 3 --pad --precision all --no-time --access ichg1,inv4 \
	--json "$out/one.json" $down
one() {
	is_clean && rows 4 "$out/one.json" &&
	[ "$(grep -c '"padded":1.*_d2_l3_pad.*"outcome":"verified"' "$out/one.json")" = 4 ] &&
	[ "$(grep -c '"precision":"float"' "$out/one.json")" = 2 ]
}
check 'one grid, two precisions, verified only' one
for access in basic ichg1_inv3; do
	bench --backend host --dim 3 --level 4 --runs 2 --journal "$out/sparse.journal" --access $access,inv2 \
		--baseline sparse_inv2_d3_l4 $down
done
check 'sparse rows from the journal' grep -q ': 1 of 2 are from the journal' "$out/stderr"
bench --backend host --dim 3 --level 4 --runs 2 --probes 10 --access tree --journal "$out/sparse.journal" $sum
bench --backend host --dim 3 --level 4 --runs 2 --probes 11 --access tree --journal "$out/sparse.journal" $sum
check 'other probes are measured anew' is_clean
bench --backend host --dim 3 --level 4 --runs 2 --no-time --profile $down
check 'profile says nothing of sparse grids, too' test ! -s "$out/stdout"

cp -r templates "$out/templates"
sed 's/0\.5\*/0.25*/' $down >"$out/other.stencil"
bench --backend host --dim 3 --level 3 --no-time --access ichg1 "$out/other.stencil"
check 'a sweep of another kind' is_clean
sed 's/- 1/- 2/' templates/sparse/cuda/evaluate_tree.tmpl >"$out/templates/sparse/cuda/evaluate_tree.tmpl"
bench --backend host --dim 3 --level 3 --templates "$out/templates" --access tree,basic --runs 2 $sum
wrong() {
	[ "$status" = 1 ] && grep -q 'evaluate_sparse_tree_d3_l3 is wrong: ' "$out/stderr" &&
	grep -q '^tree *wrong$' "$out/stdout" && grep -q '^basic .* 1 ' "$out/stdout"
}
check 'a wrong kernel is not timed' wrong

refuses() {
	check "$2" fails "$1" "$2"
}
bench --size 24x20x8 $down
refuses 2 "'hierarchize' is on a sparse grid: how many dimensions and levels? Give"
bench --dim 3 --backend host $down
refuses 2 'how many dimensions and levels'
for list in 3 3:4:padded 3:,2:2 :4 0:4 "3:4," 3x4; do
	bench --grid $list --backend host $down
	check "--grid $list" fails 2 'is no sparse grid: write DIMENSIONS:LEVELS as 10:7, or 10:7:pad with padding'
done
bench --grid 3:4 --pad $down
refuses 2 'give no --dim, --level or --pad with it'
bench --grid 10:20 --backend host $down
refuses 2 'has 2^31 points or more: use fewer dimensions or levels'
bench --grid 33:2 --backend host $down
refuses 2 'a sparse grid has 1 to 32 dimensions, not 33'
bench --dim 3 --level 4 --probes 0 $sum
refuses 2 "--probes accepts a number from 1 to 67108864, not '0'"
bench --dim 3 --level 4 --backend host --fields aos $down
refuses 2 'its fields are arrays'
bench --dim 3 --level 4 --backend host --storage regular $down
refuses 2 "its storage is sparse, not 'regular'"
bench --dim 3 --level 4 --backend host --graph $down
refuses 2 '--graph needs backend cuda, not host: leave it out'
bench --size 24x20x8 --backend openmp --graph stencils/copy.stencil
refuses 2 '--graph needs backend cuda, not openmp: leave it out'
bench --dim 3 --level 4 --tune "$out/sparse.tuned" $down
refuses 2 "--tune is for stencils on structured grids and meshes, and 'hierarchize' is on sparse"
bench --dim 3 --level 4 --size 24x20x8 --backend host stencils/copy.stencil $down
refuses 2 'measure those on structured grids apart, or give --exact'
bench --dim 3 --level 4 --patterns "$out/patterns" $down
refuses 2 "--patterns is for stencils on structured grids and meshes, and 'hierarchize' is on sparse"
bench --dim 3 --level 4 --backend host --param x=1 $down
refuses 2 "'hierarchize' has no param 'x'"
bench --dim 3 --level 4 --backend host --baseline sparse_fast $down
refuses 2 "no 'sparse_fast' is measured for 'hierarchize'"

finish
