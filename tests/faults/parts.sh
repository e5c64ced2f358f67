#!/bin/sh
# parts.sh : all.sh counts what its parts print, and says at the end which failed and how.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/tests/faults-parts
rm -rf "$out"
mkdir -p "$out/tests/lib" "$out/build"
cp tests/all.sh "$out/tests"
cp tests/lib/part.sh tests/lib/seconds.awk "$out/tests/lib"
. tests/lib/check.sh

# all PART...: runs these parts; its output is in $out/said.
all() {
	printf '%s\n' "$@" >"$out/tests/parts"
	status=0
	FULL='' sh "$out/tests/all.sh" >"$out/said" 2>&1 || status=$?
}

says() {
	grep -qxF "$1" "$out/said" || { cat "$out/said"; return 1; }
}

ends_with() {
	[ "$(tail -n "$(printf '%s\n' "$1" | wc -l)" "$out/said" | sed 's/^[0-9]* s$/N s/')" = "$1" ] || { cat "$out/said"; return 1; }
}

all 'good | echo 3 passed, 0 failed' \
	"the units' part | echo '100%: Checks: 5, Failures: 0, Errors: 0'"
check 'parts that pass' test $status = 0
check 'the counts of all parts are added' ends_with '8 passed, 0 failed'

all 'first | echo "FAILED  the answer is 42"; echo "        it is 41"; seq 100; echo "2 passed, 1 failed"; exit 1' \
	'units | echo "50%: Checks: 2, Failures: 1, Errors: 0"; echo "check_a.c:7:F:core:case:0: not equal"; exit 1' \
	'silent | exit 3' \
	'nothing to do | echo no compiler; exit 77' \
	'good | echo "4 passed, 0 failed"'
check 'parts that fail' test $status = 1
check 'a part that cannot be tested' says '   left out: no compiler'
check 'the failures are shown last' ends_with '1 parts left out: see above
failed: first
   FAILED  the answer is 42
           it is 41
   1
   2
   3
failed: units
   check_a.c:7:F:core:case:0: not equal
failed: silent
N s
7 passed, 3 failed'

all 'broken | echo "1 passed, 0 failed"; echo "it fell over" >&2; exit 1'
check 'a status other than 0 is a failure, whatever was counted' ends_with 'failed: broken
   1 passed, 0 failed
   it fell over
N s
1 passed, 1 failed'

finish
