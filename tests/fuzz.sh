#!/bin/sh
# fuzz.sh SECONDS TARGET... : libFuzzer on each target in turn, for so long altogether, with all
# cores. What is found stays in build/fuzzed/TARGET.found; what covers more is in build/corpus. For each target it
# prints the executions, and the coverage after nine tenths of them and at the end.
set -u
cd "$(dirname "$0")/.." || exit 1
seconds=$1
shift
each=$((seconds/$#))
cores=$(getconf _NPROCESSORS_ONLN)
export ASAN_OPTIONS="allocator_may_return_null=1:detect_stack_use_after_return=0"
passed=0 failed=0 runs=0
for target; do
	mkdir -p "build/corpus/$target" "build/fuzzed/$target.found"
	log=build/fuzzed/$target.log
	if "build/fuzzed/$target" -max_total_time="$((each ? each : 1))" -fork="$cores" -timeout=60 -rss_limit_mb=4096 \
			-max_len=65536 -artifact_prefix="build/fuzzed/$target.found/" "build/corpus/$target" \
			"tests/fuzz/corpus/$target" >"$log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		grep -A 12 'ERROR: ' "$log" | head -40
	fi
	count=$(sed -n 's/^#\([0-9]*\):.*/\1/p' "$log" | tail -1)
	runs=$((runs + ${count:-0}))
	sed -n 's/^#\([0-9]*\): cov: \([0-9]*\) .*/\1 \2/p' "$log" | awk -v target="$target" -v count="${count:-0}" '
		$1 <= 0.9*count { before = $2 }
		{ after = $2 }
		END { printf "%s: %d executions, coverage %d, then %d\n", target, count, before, after }'
done
echo "$runs executions"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
