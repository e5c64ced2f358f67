#!/bin/sh
# Fills the pages of tests/data/pages from invented numbers and compares all that is
# written with tests/data/pages/NAME/. pages.sh --bless writes that anew.

bless=
[ "${1-}" != --bless ] || bless=1
cd "$(dirname "$0")/../.." || exit 1
report=$PWD/${BIN:-build}/stencilreport
out=$PWD/${OUT:-build/tests}/pages
[ -x "$report" ] || { echo "pages.sh: no program $report" >&2; exit 1; }
rm -rf "$out"
mkdir -p "$out" || exit 1
cd tests/data/pages || exit 1

passed=0 failed=0

pass() {
	passed=$((passed + 1))
	printf 'ok      %s\n' "$1"
}

fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$1"
}

# What is written, what is said, and the exit status.
page() { # NAME
	name=$1
	"$report" "$name.page" -o "$out/$name" 2>"$out/said"
	echo "exit status $?" >>"$out/said"
	mv "$out/said" "$out/$name/said"
	if [ "$bless" ]; then
		rm -rf "$name"
		cp -R "$out/$name" "$name"
	fi
	if diff -ru "$name" "$out/$name"; then pass "page $name"; else fail "page $name"; fi
}

for name in *.page; do page "${name%.page}"; done

# refused STATUS MESSAGE LINE... : a page of these lines is, and nothing is written.
refused() {
	expected=$1 message=$2
	shift 2
	printf '%s\n' "$@" >"$out/bad.page"
	"$report" "$out/bad.page" --data . -o "$out/bad" >"$out/said" 2>&1
	status=$?
	if [ "$status" = "$expected" ] && [ ! -e "$out/bad" ] &&
		[ "$(wc -l <"$out/said")" = 1 ] && grep -qF -e "bad.page:$message" "$out/said"; then
		pass "$expected: $message"
	else
		fail "$expected: $message"
		cat "$out/said"
	fi
}

refused 1 '2: there is no @pie' '@bars good rows' '@pie a rows'
refused 1 '1: there is no @pie' '@pie a rows'
refused 1 '2: there is no @' 'text' '@ table'
refused 1 ' no line begins with @, so this is no page' 'stencil s { in u; out d; d = u; }'
refused 1 '1: @bars needs 2 words' '@bars a'
refused 1 '2: a chart has no color' '@bars a rows' '	color red'
refused 1 "2: 'naive' is no label" '@bars a rows' '	label naive'
refused 1 "2: 'naive' is no condition" '@bars a rows' '	label all: naive'
refused 1 "2: a table has no where" '@table 1.1 rows median_us' '	where x=1'
refused 1 '1: a table without a reference before it' '@table 1.1 rows median_us'
refused 1 "2: rows have no where" "@rows rows" "	where x=1"
refused 1 "2: 'naive' is no condition" "@rows rows" "	row | {naive: median_us} |"
refused 1 "2: a matrix has no title" "@matrix rows" "	title x"
refused 1 "2: 'naive' is no condition" "@matrix rows" "	where naive"
refused 3 '1: ' '@reference nowhere.csv'
for name in ../bars /tmp/bars a/b . .. .hidden -o 'a"b' 'a(b' 'a\b'; do
	refused 1 "1: '$name' is no name of a file" "@bars $name rows"
done
check_absent() {
	if [ -e "$out/bars.svg" ] || [ -e "$out/../bars.svg" ]; then fail 'nothing beside the folder'; else pass 'nothing beside the folder'; fi
}
check_absent
cp reference.csv "$out"
refused 1 "2: '../1.1' is no name of a file" '@reference reference.csv' '@table ../1.1 rows median_us'
refused 1 '2: the reference has no table 9.9' '@reference reference.csv' '@table 9.9 rows median_us'

# Usage.
usage() { # STATUS MESSAGE ARGUMENT...
	expected=$1 message=$2
	shift 2
	"$report" "$@" >"$out/said" 2>&1
	status=$?
	if [ "$status" = "$expected" ] && grep -qF -e "$message" "$out/said"; then
		pass "$expected: $message"
	else
		fail "$expected: $message"
		cat "$out/said"
	fi
}

usage 0 'Usage: stencilreport' --help
usage 0 'stencilreport ' --version
usage 2 'no page'
usage 2 'more than one page' charts.page charts.page
usage 2 "Try 'stencilreport --help'." --pie charts.page
usage 3 'cannot read nowhere.page' nowhere.page
usage 3 'nowhere.csv: No such file' --columns a nowhere.csv
usage 1 'no line with the names' --columns a /dev/null
"$report" --columns block,nothing,device counts.csv >"$out/said"
printf 'block,device\n128x1x1,"GPU ""\316\251"" <1>"\n' >"$out/wanted"
if diff "$out/wanted" "$out/said"; then pass 'some columns'; else fail 'some columns'; fi
usage 3 'cannot write' charts.page -o charts.page/folder

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
