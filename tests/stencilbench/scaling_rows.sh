#!/bin/sh
# Long: only in `make check-all`; parts.sh measures parts in less time.
# Files of --scaling: JSON tells what CSV does, and a run that is interrupted goes on from its journal.

. "$(dirname "$0")/../lib/programs.sh"

small='--backend openmp --scaling weak --size 24x20x4 --runs 3'
# shellcheck disable=SC2086 # options are words
{
bench $small --ranks 1x1,1x2,2x2 --periodic y --csv "$out/rows.csv" --json "$out/rows.json" --param x=1 stencils/laplap.stencil
check 'a wrong param' test "$status" != 0
bench $small --ranks 1x1,1x2,2x2 --csv "$out/rows.csv" --json "$out/rows.json" stencils/laplap.stencil
}
check 'both are written' is_clean
# Each cell of the table, but for what surrounds them, is a member of the row of JSON: a number, a text, or null if it is empty.
same_cells() {
	rows 3 "$out/rows.json" && head -1 "$out/rows.json" | grep -q '^{"environment":{"program":.*},"command_line":"' &&
	awk -F, '
		FNR == NR { if (FNR > 1) row[++rows] = $0; next }
		FNR == 1 { for (i = 1; i <= NF; i++) { name[i] = $i; if ($i == "program") last = i - 1 } next }
		{
			for (i = 1; i <= last; i++) {
				number = $i == "" ? "null" : $i
				if (!index(row[FNR - 1], "\"" name[i] "\":" number ",") && !index(row[FNR - 1], "\"" name[i] "\":\"" $i "\","))
					exit wrong = 1
				cells++
			}
		}
		END { exit wrong || rows != 3 || cells < 3*40 }' "$out/rows.json" "$out/rows.csv"
}
check 'JSON has the columns of CSV' same_cells
samples() {
	[ "$(grep -Ec '"alone_samples_s":\[[0-9.e,-]+\],"exchange_samples_s":\[[0-9.e,-]+\],"serial_samples_s":\[[0-9.e,-]+\],"step_samples_s":\[[0-9.e,-]+\]\}$' \
		"$out/rows.json")" = 2 ] &&
	[ "$(grep -Ec '"alone_samples_s":\[[0-9.e-]+,[0-9.e-]+,[0-9.e-]+\],"exchange_samples_s":\[\],"serial_samples_s":\[\],"step_samples_s":\[\]\}$' \
		"$out/rows.json")" = 1 ]
}
check 'and all samples' samples
if python3 -c 'import json' 2>/dev/null; then
	cat >"$out/read.py" <<'END'
import csv, json, statistics, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
table = list(csv.DictReader(open(sys.argv[2])))
assert len(lines) == len(table) + 1
for row, cells in zip(lines[1:], table):
    for name, value in lines[0]["environment"].items():
        assert cells[name] == value
    assert cells["command_line"] == lines[0]["command_line"]
    for name, value in row.items():
        if name != "key" and not name.endswith("_samples_s"):
            assert float(cells[name]) == value if isinstance(value, (int, float)) else cells[name] == (value or ""), name
    step = row["step_samples_s"] or row["alone_samples_s"]
    assert len(step) == row["samples"] and abs(1e6*statistics.median(step) - row["step_us"]) < 1e-3
END
	check 'Python reads both alike' python3 "$out/read.py" "$out/rows.json" "$out/rows.csv"
fi

# A journal. What comes behind the first 42 columns is of the machine and the command.
journal=$out/journal
many=1x1
n=1
while [ $n -lt 16 ]; do
	n=$((n + 1))
	many=$many,1x$n
done
long="$small --ranks $many --journal $journal stencils/laplap.stencil"
# shellcheck disable=SC2086
"$bin/stencilbench" $long >"$out/stdout" 2>"$out/stderr" &
process=$!
tries=0
while [ "$(count_rows "$journal")" -lt 2 ] 2>/dev/null || [ ! -e "$journal" ]; do
	sleep 0.05
	tries=$((tries + 1))
	[ $tries -lt 2000 ] || break
done
kill -INT $process
status=0
wait $process || status=$?
kept=$(count_rows "$journal")
stopped() {
	[ "$status" = 130 ] && [ "$kept" -ge 2 ] && [ "$kept" -lt 16 ] &&
	grep -q "interrupted: $kept of 16 are measured; the same command goes on from there" "$out/stderr" &&
	[ "$(grep -c '^laplap_regular' "$out/stdout")" = "$kept" ]
}
check 'an interrupted run keeps what it has' stopped
printf '{"key":"torn","scaling":"we' >>"$journal"
# shellcheck disable=SC2086
bench $long --csv "$out/second.csv"
resumed() {
	[ "$status" = 0 ] && grep -q ": $kept of 16 are from the journal" "$out/stderr" && rows 16 "$journal" &&
	[ "$(wc -l <"$out/second.csv")" = 17 ]
}
check 'the same command goes on from there' resumed
# shellcheck disable=SC2086
bench $long --csv "$out/third.csv" --json "$out/third.json"
repeated() {
	[ "$status" = 0 ] && grep -q ': 16 of 16 are from the journal' "$out/stderr" && rows 16 "$journal" &&
	cut -d, -f1-42 "$out/second.csv" >"$out/a" && cut -d, -f1-42 "$out/third.csv" >"$out/b" && cmp "$out/a" "$out/b" &&
	grep '"outcome":"measured"' "$journal" | sort >"$out/a" && grep '"outcome":"measured"' "$out/third.json" | sort | cmp - "$out/a"
}
check 'and once more measures nothing' repeated
# anew OPTION...: of what is there nothing is this.
anew() {
	# shellcheck disable=SC2086
	bench $small --ranks 1x2 --journal "$journal" "$@" stencils/laplap.stencil
	fresh() { [ "$status" = 0 ] && ! grep -q 'from the journal' "$out/stderr"; }
	check "measured anew: $*" fresh
}
# shellcheck disable=SC2086
bench $small --ranks 1x2 --journal "$journal" stencils/laplap.stencil
check 'one of them is there' grep -q ': 1 of 1 are from the journal' "$out/stderr"
anew --runs 2
anew --exchange-every 2
anew --periodic x
anew --precision float
anew --scaling strong
anew --size 24x24x4
anew --swap dst:src
export STENCIL_HOST_STREAMS=1
bench --backend host --scaling weak --size 24x20x4 --runs 1 --ranks 1x2 --graph --journal "$journal" stencils/laplap.stencil
check 'graphs, too' is_clean
bench --backend host --scaling weak --size 24x20x4 --runs 1 --ranks 1x2 --journal "$journal" stencils/laplap.stencil
check 'and what is no graph' is_clean
unset STENCIL_HOST_STREAMS
cp stencils/copy.stencil "$out/precious"
# shellcheck disable=SC2086
bench $small --journal "$out/precious" stencils/laplap.stencil
check 'a file that is no journal' fails 3 'precious is no journal'
check 'stays as it was' cmp stencils/copy.stencil "$out/precious"
# shellcheck disable=SC2086
bench $small --json "$out/empty" stencils/laplap.stencil
check 'JSON that cannot be written' fails 3 'cannot write'
for option in json journal graph; do
	[ $option = graph ] && value='' || value=$out/x
	# shellcheck disable=SC2086
	bench --ping --$option $value
	check "--$option of messages" fails 2 "--$option is for --scaling, not for --ping"
	# shellcheck disable=SC2086
	bench --model 2x2 --$option $value stencils/laplap.stencil
	check "--$option of a prediction" fails 2 "--$option is for --scaling, not for --model"
done
finish
