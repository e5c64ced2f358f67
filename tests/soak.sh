#!/bin/sh
# soak.sh MINUTES : goes on with everything that is random, each time with other seeds: fuzz
# targets, random stencils as all kernels and by the second evaluator, random command
# lines, programs that are stopped. Failures are printed as they come, with their seeds.
set -u
cd "$(dirname "$0")/.." || exit 1
minutes=${1:-60}
end=$(($(date +%s) + 60*minutes))
out=build/soak
mkdir -p "$out" || exit 1
passed=0 failed=0 executions=0 round=0
seed=${SEED:-$(date +%s)}

has_time() {
	[ "$(date +%s)" -lt $end ]
}

# go COMMAND...: adds up what it counts; shows what it says if it fails.
go() {
	has_time || return 0
	"$@" >"$out/log" 2>&1
	status=$?
	counts=$(awk '
		/^[0-9]+ passed, [0-9]+ failed/ { p = $1; f = $3 }
		/^[0-9]+ executions$/ { n = $1 }
		END { print p + 0, f + 0, n + 0 }' "$out/log")
	# shellcheck disable=SC2086
	set -- $status $counts "$@"
	[ "$1" = 0 ] || [ "$3" != 0 ] || set -- "$1" "$2" 1 "$4" "$5"
	passed=$((passed + $2)) failed=$((failed + $3)) executions=$((executions + $4))
	[ "$3" = 0 ] || { echo "FAILED  round $round, seed $seed:"; grep -v '^ok' "$out/log" | tail -60; }
}

targets=$(sed -n 's/^TARGET(\(.*\))$/\1/p' build/tests/targets.def)
while has_time; do
	round=$((round + 1))
	seed=$((seed + 7919))
	# shellcheck disable=SC2086
	go sh tests/fuzz.sh 60 $targets
	go sh tests/random/smith.sh 40 $((seed % 1000000))
	go env FRESH=1 DIR=build/campaign-soak sh tests/campaign/run.sh all 10 $((seed % 1000000))
	go sh tests/random/evaluators.sh 200 $((seed % 1000000))
	go env SEED=$((seed % 1000000)) COUNT=60 sh tests/faults/random_options.sh
	go env SEED=$((seed % 1000000)) TRIES=6 sh tests/faults/interrupted.sh
	echo "round $round: $passed passed, $failed failed, $executions executions of fuzz targets"
done
echo "$executions executions of fuzz targets"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
