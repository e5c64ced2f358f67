#!/bin/sh
# Measures with stencilbench as users do: sweeps, a run that is interrupted and goes on,
# tuning files. Times are whatever they are; what is done with them is checked.
#
# BIN is where the programs are. All output goes to build/bench-test.

cd "$(dirname "$0")/../.." || exit 1
bin=${BIN:-build}
out=build/bench-test
LC_ALL=C NO_COLOR=1 OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
export LC_ALL NO_COLOR OMP_NUM_THREADS OMP_WAIT_POLICY
STENCILGEN_CACHE=${STENCILGEN_CACHE:-$PWD/build/cache}
export STENCILGEN_CACHE
rm -rf "$out"
mkdir -p "$out" || exit 1

passed=0 failed=0 status=0

# check NAME COMMAND...: the command succeeds.
check() {
	name=$1
	shift
	if "$@" >"$out/check" 2>&1; then
		passed=$((passed + 1))
		printf 'ok      %s\n' "$name"
	else
		failed=$((failed + 1))
		printf 'FAILED  %s (exit status %d)\n' "$name" "$status"
		head -n 15 "$out/stdout" "$out/stderr" "$out/check" 2>/dev/null | sed 's/^/        /'
	fi
}

run() {
	status=0
	"$@" >"$out/stdout" 2>"$out/stderr" || status=$?
}

bench() {
	run "$bin/stencilbench" "$@"
}

is_clean() {
	[ "$status" = 0 ] && [ ! -s "$out/stderr" ]
}

# fails STATUS TEXT: with that status, and the text in what it says.
fails() {
	[ "$status" = "$1" ] && grep -qF -e "$2" "$out/stderr"
}

# How many whole lines of JSON in a file are rows.
count_rows() {
	grep -c '^{"key":.*"outcome":.*}$' "$1" 2>/dev/null || true
}

# rows COUNT FILE: there are so many.
rows() {
	[ "$(count_rows "$2")" = "$1" ]
}

# --- Sweeps ------------------------------------------------------------------

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
	is_clean && rows 10 "$out/tiles.json" &&
	[ "$(grep -c '"access":"wide".*"levels_per_thread":[23],"rows_per_thread":[12],"points_per_thread":[12],' \
		"$out/tiles.json")" = 8 ]
}
check 'constants of tiles, where they are legal' tiles
bench $small --backend host --storage regular --access wide --points-per-thread 3,4 stencils/laplap.stencil
check 'or else why not' fails 2 'so a thread can have 2 points'

bench --runs 2 --size 8x8x4..32x16x4,5x5x1 --precision all --storage regular --access naive,zloop \
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
	grep -q '^stencilbench: 1 of 1 measured, [0-9]* s left' "$out/stderr"
}
check 'a kernel keeps one block' least

# --- Baselines ----------------------------------------------------------------

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
check 'a cache is cold or hot' fails 2 "--cache takes cold, hot or both, not 'warm'"
for list in 0 4..2 1,x; do
	bench $small --levels-per-thread $list stencils/copy.stencil
	check "--levels-per-thread $list" fails 2 "and ranges, as 1,4..6,8..64x2, not '$list'"
done
}

# --- Sparse grids ---------------------------------------------------------------

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
check 'an access of another kind of stencil' fails 2 "no access 'tree' for 'hierarchize'"
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

refused() {
	check "$2" fails "$1" "$2"
}
bench --size 24x20x8 $down
refused 2 "'hierarchize' is on a sparse grid: how many dimensions and levels? Give"
bench --dim 3 --backend host $down
refused 2 'how many dimensions and levels'
for list in 3 3:4:padded 3:,2:2 :4 0:4 "3:4," 3x4; do
	bench --grid $list --backend host $down
	check "--grid $list" fails 2 'is no sparse grid; one is 10:7 or 10:7:pad'
done
bench --grid 3:4 --pad $down
refused 2 'give no --dim, --level or --pad besides'
bench --grid 10:20 --backend host $down
refused 2 'has too many points: their places must be less than 2^31'
bench --grid 33:2 --backend host $down
refused 2 'a sparse grid has 1 to 32 dimensions, not 33'
bench --dim 3 --level 4 --probes 0 $sum
refused 2 "--probes takes a number from 1 to 67108864, not '0'"
bench --dim 3 --level 4 --backend host --fields aos $down
refused 2 'its fields are arrays'
bench --dim 3 --level 4 --backend host --storage regular $down
refused 2 "its storage is sparse, not 'regular'"
bench --dim 3 --level 4 --backend host --graph $down
refused 2 '--graph: the backend is host, and only cuda records launches'
bench --size 24x20x8 --backend openmp --graph stencils/copy.stencil
refused 2 '--graph: the backend is openmp, and only cuda records launches'
bench --dim 3 --level 4 --tune "$out/sparse.tuned" $down
refused 2 "--tune is for stencils on planes, not on sparse grids"
bench --dim 3 --level 4 --size 24x20x8 --backend host stencils/copy.stencil $down
refused 2 'measure those on planes apart, or give --exact'
bench --dim 3 --level 4 --patterns "$out/patterns" $down
refused 2 "'hierarchize' is on a sparse grid"
bench --dim 3 --level 4 --backend host --param x=1 $down
refused 2 "'hierarchize' has no param 'x'"
bench --dim 3 --level 4 --backend host --baseline sparse_fast $down
refused 2 "no 'sparse_fast' is measured for 'hierarchize'"

# --- Interrupt and resume -------------------------------------------------------

sizes=24x20x8
n=24
while [ $n -lt 53 ]; do
	n=$((n + 1))
	sizes=$sizes,${n}x20x8
done
long="--size $sizes --runs 200 --storage regular --access naive,idxvar,zloop stencils/laplap.stencil"
journal=$out/journal

# Waits for twelve rows, then does what Ctrl-C does.
interrupt() {
	# shellcheck disable=SC2086
	"$bin/stencilbench" $long --journal "$journal" >"$out/stdout" 2>"$out/stderr" &
	process=$!
	tries=0
	while kept=$(count_rows "$journal") && [ "${kept:-0}" -lt 12 ] && [ $tries -lt 600 ]; do
		sleep 0.05
		tries=$((tries + 1))
	done
	kill -INT $process
	status=0
	wait $process || status=$?
	kept=$(count_rows "$journal")
}
# shellcheck disable=SC2086
bench --size 24x20x8 --no-time --storage regular --access naive,idxvar,zloop stencils/laplap.stencil
interrupt
stopped() {
	[ "$status" = 130 ] && [ "$kept" -ge 12 ] && [ "$kept" -lt 90 ] &&
	grep -q "interrupted: $kept of 90 are measured; the same command goes on from there" "$out/stderr" &&
	[ "$(grep -c '^regular ' "$out/stdout")" = "$kept" ] && head -1 "$journal" | grep -q '^{"environment":'
}
check 'an interrupted run keeps what it has' stopped
printf '{"key":"torn","stencil":"lapl' >>"$journal"

# shellcheck disable=SC2086
bench $long --journal "$journal" --csv "$out/second.csv"
resumed() {
	[ "$status" = 0 ] && grep -q ": $kept of 90 are from the journal" "$out/stderr" && rows 90 "$journal" &&
	[ "$(grep -c '^regular ' "$out/stdout")" = 90 ] && [ "$(wc -l <"$out/second.csv")" = 91 ]
}
check 'the same command goes on from there' resumed
# shellcheck disable=SC2086
bench $long --journal "$journal" --csv "$out/third.csv"
repeated() {
	[ "$status" = 0 ] && grep -q ': 90 of 90 are from the journal' "$out/stderr" && rows 90 "$journal" &&
	cut -d, -f1-60 "$out/second.csv" >"$out/a" && cut -d, -f1-60 "$out/third.csv" >"$out/b" &&
	cmp "$out/a" "$out/b"
}
check 'and once more measures nothing' repeated

# How many rows the journal has then, and how many of three were there.
reuses() {
	[ "$status" = 0 ] && rows "$1" "$journal" && grep -q ": $2 of 3 are from the journal" "$out/stderr"
}
measures() {
	[ "$status" = 0 ] && rows "$1" "$journal" && ! grep -q 'from the journal' "$out/stderr"
}
# The first of its sizes.
first="--size 24x20x8 --runs 200 --storage regular --access naive,idxvar,zloop --journal $journal"
# shellcheck disable=SC2086
{
bench $first stencils/laplap.stencil
check 'part of it is there' reuses 90 3
sed 's/4\*/5*/' stencils/laplap.stencil >"$out/laplap.stencil"
bench $first "$out/laplap.stencil"
check 'another text is measured anew' measures 93
bench $first --param x=1 stencils/laplap.stencil
check 'a wrong param is one' test "$status" = 2
bench $first --cache cold --runs 2 stencils/laplap.stencil
check 'another way to measure, too' measures 96
run env OMP_NUM_THREADS=1 "$bin/stencilbench" $first stencils/laplap.stencil
check 'and another environment' measures 99
bench $first stencils/laplap.stencil
check 'the first is still there' reuses 99 3
cp stencils/copy.stencil "$out/precious"
bench --size 24x20x8 --journal "$out/precious" stencils/copy.stencil
check 'a file that is no journal' fails 3 "precious is no journal"
check 'stays as it was' cmp stencils/copy.stencil "$out/precious"
}

# --- Tuning ---------------------------------------------------------------------

tuned=$out/tuned
"$bin/stencilrun" --sample 24x20x8 "$out/src.npy"
apply() {
	run "$bin/stencilrun" "$@" --in src="$out/src.npy" --out dst="$out/dst.npy" --verify
}
generate() {
	run "$bin/stencilgen" --list "$@"
}
bench --size 24x20x8 --runs 3 --tune "$tuned" stencils/laplap.stencil
tuned_file() {
	is_clean && [ "$(grep -c '^best: stencil=laplap size=24x20x8 precision=double order=' "$tuned")" = 2 ] &&
	[ "$(grep -c '^best of laplap' "$out/stdout")" = 2 ] && grep -q '^backend: openmp$' "$tuned" &&
	[ "$(grep -c '^best: .* storage=regular ' "$tuned")" = 1 ]
}
check 'the best kernel of each grid is noted' tuned_file
access=$(sed -n 's/^best: .* storage=regular access=\([a-z]*\) .*/\1/p' "$tuned")
# Whose median was less, however the clock ran.
fastest=$(sed -n 's/^best: .* storage=\([a-z_]*\) access=\([a-z]*\) .*median_us=\([0-9.]*\) .*/\3 laplap_\1_\2/p' \
	"$tuned" | sort -n | sed -n '1s/.* //p')
bench --size 24x20x8,25x20x8 --runs 3 --storage regular --tune "$tuned" stencils/copy.stencil
check 'what it says of others stays' test "$(grep -c '^best:' "$tuned")" = 4

apply stencils/laplap.stencil --tuned "$tuned"
takes() {
	is_clean && grep -q "^$1 on " "$out/stdout"
}
check 'stencilrun takes it' takes "$fastest"
apply stencils/laplap.stencil --tuned "$tuned" --storage regular --access naive
if [ "$access" = naive ]; then
	check 'options agree' takes laplap_regular_naive
else
	check 'options that disagree' fails 1 'no kernel of '
fi
chasing=$(sed -n 's/^best: .* order=zcurve:16 storage=\([a-z_]*\) access=\([a-z]*\) .*/\1_\2/p' "$tuned")
apply stencils/laplap.stencil --tuned "$tuned" --storage "${chasing%_*}" --order zcurve
check 'of an unstructured grid' takes "laplap_$chasing"

apply stencils/laplap.stencil --tuned "$tuned" --backend host
check 'another backend is refused' fails 1 "tuned was tuned with backend 'openmp', here it is 'host'; --force"
apply stencils/laplap.stencil --tuned "$tuned" --backend host --force
check 'or forced' takes "$fastest"
sed 's/^device: .*/device: another one/' "$tuned" >"$out/elsewhere"
apply stencils/laplap.stencil --tuned "$out/elsewhere"
check 'another device is refused' fails 1 "tuned with device 'another one', here it is "
apply stencils/laplap.stencil --tuned "$out/elsewhere" --force
check 'or forced, too' takes "$fastest"
apply "$out/laplap.stencil" --tuned "$tuned"
check 'another text is refused' fails 1 'laplap.stencil has changed since'
sed 's/24x20x8/512x512x64/' "$tuned" >"$out/large"
apply stencils/laplap.stencil --tuned "$out/large"
check 'another size is refused' fails 1 "'laplap' for 24x20x8, double, that agrees with the other options; --force takes that for 512x512x64, double"
apply stencils/laplap.stencil --tuned "$out/large" --force
check 'or forced as well' takes "$fastest"
apply stencils/laplap.stencil --tuned stencils/laplap.stencil
check 'a file that is none' fails 1 'laplap.stencil:2: no line that stencilbench --tune writes'
apply stencils/laplap.stencil --tuned "$out/none"
check 'a file that is not there' fails 1 'none: No such file'

bench --size 24x20x8 --runs 3 --storage regular --tune "$out/elsewhere" stencils/laplap.stencil
check 'a file from elsewhere is not added to' fails 1 '--force replaces it'
bench --size 24x20x8 --runs 3 --storage regular --tune "$out/elsewhere" --force stencils/laplap.stencil
replaced() {
	is_clean && [ "$(grep -c '^best:' "$out/elsewhere")" = 1 ] && ! grep -q 'another one' "$out/elsewhere"
}
check 'but replaced if forced' replaced
bench --size 24x20x8 --no-time --tune "$out/untimed" stencils/copy.stencil
check 'without times there is nothing to note' fails 1 'nothing was measured'
check 'and nothing is' test ! -e "$out/untimed"

generate --tuned "$tuned" --target openmp stencils/laplap.stencil
lists() {
	is_clean && sort "$out/stdout" | cmp - "$out/expected"
}
printf 'laplap_regular_%s\nlaplap_%s\n' "$access" "$chasing" | sort >"$out/expected"
check 'stencilgen writes the kernels that are named' lists
generate --tuned "$tuned" stencils/laplap.stencil
check 'for the target only' fails 2 'tuned was tuned for target openmp, not cuda; --force'
generate --tuned "$tuned" --force stencils/laplap.stencil
check 'unless forced' lists
generate --tuned "$tuned" --target openmp "$out/laplap.stencil"
check 'for the text only' fails 2 'has changed since'
generate --tuned "$tuned" --target openmp --precision float stencils/laplap.stencil
check 'for the precision only' fails 2 "has no kernel of 'laplap' in float"
sed 's/^program: .*/program: stencilbench 0.0.1/' "$tuned" >"$out/old"
generate --tuned "$out/old" --target openmp stencils/laplap.stencil
check 'of this version only' fails 2 'was tuned by stencilbench 0.0.1, this is stencilbench '

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
