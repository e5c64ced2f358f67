#!/bin/sh
# Long: only in `make check-all`.
# A run that is interrupted goes on from its journal.

. "$(dirname "$0")/../lib/programs.sh"

sizes=24x20x8
n=24
while [ $n -lt 53 ]; do
	n=$((n + 1))
	sizes=$sizes,${n}x20x8
done
long="--size $sizes --runs 200 --storage regular,chasing,direct --levels outermost --access idxvar --order row stencils/laplap.stencil"
journal=$out/journal

# Waits for twelve rows, then does what Ctrl-C does.
interrupt() {
	# shellcheck disable=SC2086
	"$bin/stencilbench" $long --journal "$journal" >"$out/stdout" 2>"$out/stderr" &
	process=$!
	tries=0
	while kept=$(count_rows "$journal") && [ "${kept:-0}" -lt 12 ] && [ $tries -lt 6000 ]; do
		sleep 0.05
		tries=$((tries + 1))
	done
	kill -INT $process
	status=0
	wait $process || status=$?
	kept=$(count_rows "$journal")
}
# shellcheck disable=SC2086
bench --size 24x20x8 --no-time --storage regular,chasing,direct --access idxvar --order row stencils/laplap.stencil
interrupt
stopped() {
	[ "$status" = 130 ] && [ "$kept" -ge 12 ] && [ "$kept" -lt 90 ] &&
	grep -Eq "interrupted: $kept of 90 are measured(, [0-9]+ in part)?; the same command goes on from there" \
		"$out/stderr" &&
	[ "$(grep -c '^[a-z]* *idxvar' "$out/stdout")" -ge "$kept" ] && head -1 "$journal" | grep -q '^{"environment":'
}
check 'an interrupted run keeps what it has' stopped
printf '{"key":"torn","stencil":"lapl' >>"$journal"

# shellcheck disable=SC2086
bench $long --journal "$journal" --csv "$out/second.csv"
resumed() {
	[ "$status" = 0 ] && grep -q ": $kept of 90 are from the journal" "$out/stderr" && rows 90 "$journal" &&
	[ "$(grep -c '^[a-z]* *idxvar' "$out/stdout")" = 90 ] && [ "$(wc -l <"$out/second.csv")" = 91 ]
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

# Interrupted before any row is complete: the turns are there, and the next run has them.
turns=$out/turns
many="--size 24x20x8 --runs 4000 --storage regular --access naive,idxvar stencils/laplap.stencil --journal $turns"
count_turns() {
	if [ -e "$turns" ]; then grep -c '^{"key":.*"turn":.*}$' "$turns" || true; else echo 0; fi
}
# shellcheck disable=SC2086
"$bin/stencilbench" $many >"$out/stdout" 2>"$out/stderr" &
process=$!
tries=0
while [ "$(count_turns)" -lt 6 ] && [ $tries -lt 6000 ]; do
	sleep 0.02
	tries=$((tries + 1))
done
kill -INT $process
status=0
wait $process || status=$?
in_part() {
	[ "$status" = 130 ] && rows 0 "$turns" && [ "$(count_turns)" -ge 6 ] &&
	grep -q 'interrupted: 0 of 2 are measured, 2 in part; ' "$out/stderr" &&
	[ "$(grep -c '^regular ' "$out/stdout")" = 2 ]
}
check 'turns are kept before a row is complete' in_part
# The first samples that each kernel had, key by key.
sed -n 's/^{"key":"\([^"]*\)","turn":"hot","samples_s":\[\([0-9][^]]*\)\].*/\1 \2/p' "$turns" | sort -s -k1,1 |
	awk '$1 != last { print; last = $1 }' >"$out/first"
# shellcheck disable=SC2086
bench $many
went_on() {
	[ "$status" = 0 ] && rows 2 "$turns" && while read -r key samples; do
		grep -q "^{\"key\":\"$key\".*\"hot_samples_s\":\[$samples[],].*\"outcome\|^{\"key\":\"$key\".*\"outcome\".*\"hot_samples_s\":\[$samples[],]" \
			"$turns" || return 1
	done <"$out/first"
}
check 'and the next run begins with them' went_on

# How many rows the journal has then, and how many of three were there.
reuses() {
	[ "$status" = 0 ] && rows "$1" "$journal" && grep -q ": $2 of 3 are from the journal" "$out/stderr"
}
measures() {
	[ "$status" = 0 ] && rows "$1" "$journal" && ! grep -q 'from the journal' "$out/stderr"
}
# The first of its sizes.
first="--size 24x20x8 --runs 200 --storage regular,chasing,direct --levels outermost --access idxvar --order row --journal $journal"
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
bench --size 24x20x8 --journal /dev/full stencils/copy.stencil
check 'a device that is full' fails 3 'cannot write the journal /dev/full: No space left on device'
bench --size 24x20x8 --journal "$out/precious" stencils/copy.stencil
check 'a file that is no journal' fails 3 "precious is no journal"
check 'stays as it was' cmp stencils/copy.stencil "$out/precious"
}

finish
