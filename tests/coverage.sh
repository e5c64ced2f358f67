#!/bin/sh
# coverage.sh [SCRIPT...] : runs tests with the programs of build/covered, and reports which lines
# no test reached: build/covered/report.txt, least covered files first, and below it the lines.
# Usually the unit checks do not count; the scripts in tests/stencil*/ and tests/faults/ do.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# != 0 ] || set -- tests/golden.sh tests/stencil*/*.sh tests/faults/special_files.sh tests/faults/random_options.sh
find build/covered -name '*.gcda' -exec rm -f {} +
BIN=build/covered STENCILGEN=build/covered/stencilgen OUT=build/covered/tests
export BIN STENCILGEN OUT
mkdir -p "$OUT"
for script; do
	echo "coverage.sh: $script"
	sh "$script" >"$OUT/log" 2>&1 || echo "coverage.sh: $script fails"
done

report=build/covered/report
mkdir -p $report.d
rm -f $report.d/*
find build/covered/generator build/covered/runtime -name '*.gcda' | while read -r data; do
	gcov -p "$data" >/dev/null 2>&1
	mv ./*.gcov $report.d/ 2>/dev/null
done
# In what gcov writes, "#####" stands before lines that never ran.
for file in $report.d/*.c.gcov; do
	name=$(sed -n 's/^ *-: *0:Source://p' "$file")
	case $name in generator/* | runtime/*) ;; *) continue ;; esac
	awk -F: -v name="$name" '
		$1 ~ /^ *[0-9]+[*]?$/ { ran++ }
		$1 ~ /#####/ { never++ }
		END { if (ran + never) printf "%5.1f %% %5d of %5d lines never ran  %s\n", 100*ran/(ran + never), never, ran + never, name }' "$file"
done | sort -n >$report.txt
{
	echo
	for file in $report.d/*.c.gcov; do
		name=$(sed -n 's/^ *-: *0:Source://p' "$file")
		case $name in generator/* | runtime/*) ;; *) continue ;; esac
		grep '#####' "$file" | sed "s|^ *#####: *\([0-9]*\):|$name:\1:|"
	done
} >>$report.txt
awk '/ lines never ran / { never += $3; all += $5 } END { printf "%.1f %% of %d lines ran: build/covered/report.txt\n", 100*(1 - never/all), all }' $report.txt
grep ' lines never ran ' $report.txt | head -20
