#!/bin/sh
# Measures with stencilbench as users do: sweeps, a run that is interrupted and goes on,
# tuning files. Times are whatever they are; what is done with them is checked.
#
# BIN is where the programs are. All output goes to build/bench-test.

cd "$(dirname "$0")/.." || exit 1
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

cat >"$out/sparse.stencil" <<'END'
stencil hierarchize on sparse { inout u; sweep down; u = u - 0.5*(u[left] + u[right]); }
END
bench --size 24x20x8 "$out/sparse.stencil"
check 'a sparse grid has no columns' fails 2 "'hierarchize' is on a sparse grid"

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
bench --size 24x20x8,25x20x8 --runs 3 --storage regular --tune "$tuned" stencils/copy.stencil
check 'what it says of others stays' test "$(grep -c '^best:' "$tuned")" = 4

apply stencils/laplap.stencil --tuned "$tuned"
takes() {
	is_clean && grep -q "^$1 on " "$out/stdout"
}
check 'stencilrun takes it' takes "laplap_regular_$access"
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
check 'or forced' takes "laplap_regular_$access"
sed 's/^device: .*/device: another one/' "$tuned" >"$out/elsewhere"
apply stencils/laplap.stencil --tuned "$out/elsewhere"
check 'another device is refused' fails 1 "tuned with device 'another one', here it is "
apply stencils/laplap.stencil --tuned "$out/elsewhere" --force
check 'or forced, too' takes "laplap_regular_$access"
apply "$out/laplap.stencil" --tuned "$tuned"
check 'another text is refused' fails 1 'laplap.stencil has changed since'
sed 's/24x20x8/512x512x64/' "$tuned" >"$out/large"
apply stencils/laplap.stencil --tuned "$out/large"
check 'another size is refused' fails 1 "'laplap' for 24x20x8, double, that agrees with the other options; --force takes that for 512x512x64, double"
apply stencils/laplap.stencil --tuned "$out/large" --force
check 'or forced as well' takes "laplap_regular_$access"
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
