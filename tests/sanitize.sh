#!/bin/sh
# sanitize.sh [SCRIPT...] : tests of the programs, run with those of build/sanitized, which
# ASan and UBSan watch. Usually all scripts in tests/stencil*/, the golden files and
# hostile input.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# != 0 ] || set -- tests/golden.sh tests/faults/hostile.sh tests/stencil*/*.sh
out=build/sanitized/tests
mkdir -p "$out" || exit 1
rm -f "$out"/report.*
STENCILGEN=build/sanitized/stencilgen BIN=build/sanitized OUT=$out
# Reports are files: many tests look at a part of what a program says, or expect it to fail.
ASAN_OPTIONS=log_path=$PWD/$out/report:abort_on_error=1:disable_coredump=1:allocator_may_return_null=1
ASAN_OPTIONS=$ASAN_OPTIONS:detect_stack_use_after_return=0
UBSAN_OPTIONS=print_stacktrace=1:log_path=$PWD/$out/report
# libnetcdf loses some memory of Zarr stores.
LSAN_OPTIONS=suppressions=$PWD/tests/lib/leaks.supp:print_suppressions=0
export STENCILGEN BIN OUT ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS

passed=0 failed=0
for script; do
	sh "$script" >"$out/log" 2>&1
	status=$?
	counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$out/log" | tail -1)
	p=${counts% *} f=${counts#* }
	[ "$counts" ] || p=0 f=1
	[ $status = 0 ] || [ "$f" != 0 ] || f=1
	for report in "$out"/report.*; do
		[ -e "$report" ] || continue
		f=$((f + 1))
		head -n 40 "$report"
		mv "$report" "$out/old.${report##*.}"
	done
	echo "$script: $p passed, $f failed"
	[ "$f" = 0 ] || grep -v '^ok ' "$out/log" | head -n 60
	passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
