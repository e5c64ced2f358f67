#!/bin/sh
# Faults with memory that are planted in a program of the sanitized build: pointers into lists that have grown,
# reads beside objects of an arena. ASan must report each where it is made, of lists with two elements already.
# Long: only in `make check-all`, which has that build.

cd "$(dirname "$0")/../.." || exit 1
program=${BUILD:-build}/sanitized/strict_memory
out=$(mktemp -d "${TMPDIR:-/tmp}/strict.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
# Status 99: ASan ended the program.
ASAN_OPTIONS=exitcode=99:abort_on_error=0:disable_coredump=1
export ASAN_OPTIONS
passed=0 failed=0

# ends FAULT STATUS [REPORT FUNCTION]: the program ends so, and the report names the function; without these
# nothing is reported.
ends() {
	"$program" "$1" 2>"$out/report"
	status=$?
	if [ $# = 2 ]; then
		[ ! -s "$out/report" ]
	else
		grep -q "AddressSanitizer: $3" "$out/report" && grep -q "#[0-9].* in $4 " "$out/report"
	fi
	reported=$?
	if [ $status = "$2" ] && [ $reported = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED  $1: status $status"
		head -n 20 "$out/report"
	fi
}

ends none 0
ends stale-element 99 heap-use-after-free fill
ends stale-element-on-heap 99 heap-use-after-free fill
ends stale-text 99 heap-use-after-free extend
ends stale-reference 99 heap-use-after-free step
ends past-object 99 heap-buffer-overflow read_beside
ends before-object 99 heap-buffer-overflow read_beside
ends freed-object 99 heap-use-after-free main

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
