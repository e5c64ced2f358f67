#!/bin/sh
# gpu_bench.sh : on a GPU, with programs as they are: how far times can be trusted.
# The same kernel twice, in one run and in two; what next to nothing takes; a delay of
# 3 % and one of 0.3 % planted behind a kernel; the model against all blocks; a kernel
# that is tuned and then applied; sweeps on a sparse grid, launched and replayed. About two
# minutes.
#
# BIN, TEMPLATES, STENCILS say where things are, OUT where results go; harness.csv there
# is the summary.
set -u
bin=${BIN:-build} templates=${TEMPLATES:-templates} stencils=${STENCILS:-stencils}
planted=${PLANTED:-tests/gpu/wait.cuh} out=${OUT:-build/gpu_bench}
mkdir -p "$out" || exit 1
passed=0 failed=0

bench() {
	"$bin/stencilbench" --backend "${BACKEND:-cuda}" "$@"
}
bench --no-time --size 8x8x8 --storage regular "$stencils/copy.stencil" >/dev/null || {
	echo "gpu_bench.sh: nothing is tested" >&2
	exit 77
}

# cells FILE COLUMN...: of each row of a CSV file, with blanks between.
cells() {
	file=$1
	shift
	awk -F, -v names="$*" '
		NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; count = split(names, name, " "); next }
		{ for (i = 1; i <= count; i++) printf "%s%s", $place[name[i]], i < count ? " " : "\n" }' "$file"
}

# note WHAT CASE VALUE UNIT: a line of the summary.
echo 'what,case,value,unit' >"$out/harness.csv"
note() {
	echo "$1,$2,$3,$4" >>"$out/harness.csv"
	echo "        $1, $2: $3 $4"
}

# judge NAME CONDITION: awk's, without names in it.
judge() {
	if awk "BEGIN { exit !($2) }"; then
		passed=$((passed + 1))
		echo "ok      $1"
	else
		failed=$((failed + 1))
		echo "FAILED  $1: $2"
	fi
}

percent() {
	awk "BEGIN { printf \"%.3f\", 100*($1 - 1) }"
}

# --- The same twice: less than 1 % in the median ------------------------------------

bench --storage regular --access idxvar,zslice --baseline regular_idxvar --csv "$out/twice.csv" \
	--json "$out/twice.jsonl" "$stencils/laplap.stencil" "$stencils/hdiff.stencil" \
	"$stencils/fastwaves.stencil" | tee "$out/twice.txt"
cells "$out/twice.csv" access stencil cold_over_baseline hot_over_baseline cold_mad_us cold_median_us \
	hot_mad_us hot_median_us | grep '^idxvar ' >"$out/cells"
while read -r _ stencil cold hot cold_mad cold_median hot_mad hot_median; do
	note 'same kernel twice in one run' "$stencil cold" "$(percent "$cold")" '%'
	note 'same kernel twice in one run' "$stencil hot" "$(percent "$hot")" '%'
	note 'median distance from the median' "$stencil cold" "$(percent "1 + $cold_mad/$cold_median")" '%'
	judge "$stencil twice, cold" "$cold > 0.99 && $cold < 1.01"
	judge "$stencil twice, hot" "$hot > 0.99 && $hot < 1.01"
	: "$hot_mad" "$hot_median"
done <"$out/cells"

once() {
	bench --storage regular --access idxvar --csv "$out/again.csv" "$stencils/laplap.stencil" >/dev/null
	cells "$out/again.csv" cold_median_us hot_median_us
}
# shellcheck disable=SC2046
set -- $(once) $(once)
note 'same kernel in two runs' 'laplap cold' "$(percent "$3/$1")" '%'
note 'same kernel in two runs' 'laplap hot' "$(percent "$4/$2")" '%'
judge 'laplap in two runs, cold' "$3/$1 > 0.99 && $3/$1 < 1.01"
judge 'laplap in two runs, hot' "$4/$2 > 0.99 && $4/$2 < 1.01"

# --- What next to nothing takes -------------------------------------------------------

bench --size 32x1x1 --storage regular --access naive --block 32x1x1 --csv "$out/nothing.csv" \
	"$stencils/copy.stencil" >/dev/null
# shellcheck disable=SC2046
set -- $(cells "$out/nothing.csv" cold_median_us hot_median_us cold_mad_us hot_mad_us)
note 'a warp that copies a value each' cold "$1" us
note 'a warp that copies a value each' hot "$2" us
judge 'launches are left out' "$1 < 10 && $2 < 10"

# --- Planted delays --------------------------------------------------------------------

# plant NANOSECONDS: zslice and idxvar are one text then, but before zslice somebody waits.
plant() {
	rm -rf "$out/templates"
	cp -r "$templates" "$out/templates"
	cp "$templates/cuda/idxvar.tmpl" "$out/templates/cuda/zslice.tmpl"
	sed "s/NANOSECONDS/$1/" "$planted" >"$out/wait.cuh"
	# shellcheck disable=SC2016
	sed -e "/^#include \"\$header\"/r $out/wait.cuh" \
		-e 's/^    \$launch$/    plant_wait("$kernel", stream);\n&/' \
		"$templates/cuda/file.tmpl" >"$out/templates/cuda/file.tmpl"
	bench --size 1024x1024x128 --storage regular --access idxvar,zslice --templates "$out/templates" \
		--baseline regular_idxvar --csv "$out/planted.csv" "$stencils/copy.stencil" >/dev/null
	cells "$out/planted.csv" access hot_median_us cold_over_baseline cold_verdict hot_over_baseline \
		hot_verdict >"$out/cells"
	cat "$out/cells"
	# shellcheck disable=SC2046
	set -- $(grep '^idxvar ' "$out/cells") $(grep '^zslice ' "$out/cells")
	alone=$2 with=$8
	shift 6
	cold=$3 cold_verdict=$4 hot=$5 hot_verdict=$6
}
plant 0
gap=$(awk "BEGIN { print $with - $alone }")
note 'copy of 1024x1024x128' hot "$alone" us
note 'a second launch' hot "$gap" us
for share in 0.03:slower 0.003:same; do
	verdict=${share#*:} share=${share%:*}
	waits=$(awk "BEGIN { n = 1000*($share*$alone - $gap); print (n > 0 ? int(n) : 0) }")
	plant "$waits"
	note "planted $(percent "1 + $share") %, found" cold "$(percent "$cold")" '%'
	note "planted $(percent "1 + $share") %, found" hot "$(percent "$hot")" '%'
	judge "planted $share, cold: $cold_verdict" "\"$cold_verdict\" == \"$verdict\""
	judge "planted $share, hot: $hot_verdict" "\"$hot_verdict\" == \"$verdict\""
done

# --- The model, tuning ------------------------------------------------------------------

fastest() {
	cells "$1" access cold_median_us block storage | grep "^$2 .* $3\$" | sort -k2n | head -1
}
sweep() {
	bench --storage regular,chasing --access idxvar,zslice --block sweep --csv "$1" \
		"$stencils/laplap.stencil" ${2:+"$2"} 2>&1 | tail -3
}
sweep "$out/model.csv" ''
sweep "$out/all.csv" --all-blocks
for access in idxvar zslice; do
	for storage in regular chasing; do
		# shellcheck disable=SC2046
		set -- $(fastest "$out/model.csv" $access $storage) $(fastest "$out/all.csv" $access $storage)
		note "best block of the model $3 over that of all $7" "$access $storage" "$(percent "$2/$6")" '%'
		judge "the model keeps the best block, $access $storage" "$2/$6 < 1.01"
	done
done

tune() {
	bench --storage regular,chasing_compressed --access idxvar,zloop,zslice --fields soa \
		--tune "$out/tuned.txt" --journal "$out/journal.jsonl" "$stencils/laplap.stencil" 2>&1
}
tune | tail -3
cat "$out/tuned.txt"
"$bin/stencilrun" --sample 512x512x64 "$out/src.npy"
"$bin/stencilrun" "$stencils/laplap.stencil" --in src="$out/src.npy" --out dst="$out/dst.npy" --verify \
	--tuned "$out/tuned.txt" && applied=1 || applied=0
rm -f "$out/src.npy" "$out/dst.npy"
judge 'what is tuned is applied' "$applied"
tune | grep -q 'are from the journal' && kept=1 || kept=0
judge 'what is measured is kept' "$kept"

# --- Sparse grids: many launches -------------------------------------------------------

# Sweeps on 10 dimensions of 7 levels, into FILE: access, launches, time, that of its launches.
sweeps() { # FILE ARGUMENT...
	file=$1
	shift
	bench --cache hot --precision float --grid 10:7 --access basic,ichg1,ichg1_ctz --csv "$file" "$@" \
		"$stencils/sparse/hierarchize.stencil" >/dev/null
	cells "$file" access launches hot_median_us hot_launch_floor_us outcome
}
sweeps "$out/launched.csv" >"$out/cells"
sweeps "$out/again.csv" | paste -d ' ' "$out/cells" - >"$out/twice"
while read -r access launches time floor outcome _ _ again _; do
	note 'sweeps in two runs' "$access" "$(percent "$again/$time")" '%'
	note 'time over that of its launches' "$access" "$(awk "BEGIN { print $time/$floor }")" times
	judge "$access is measured" "\"$outcome\" == \"measured\""
	judge "$access in two runs" "$again/$time > 0.97 && $again/$time < 1.03"
	[ "$access" != basic ] || judge 'a launch a group and dimension' "$launches == 60"
	[ "$access" != ichg1 ] || judge 'a launch a dimension' "$launches == 10"
	judge "$access takes longer than its launches" "$time > 0.95*$floor"
done <"$out/twice"
sweeps "$out/replayed.csv" --graph | paste -d ' ' "$out/cells" - >"$out/twice"
while read -r access _ time _ _ _ _ replayed floor outcome; do
	note 'replayed over launched' "$access" "$(awk "BEGIN { print $replayed/$time }")" times
	judge "$access is measured when replayed" "\"$outcome\" == \"measured\""
	judge "$access replayed takes longer than its launches" "$replayed > 0.95*$floor"
done <"$out/twice"

rm -rf "$out/templates"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
