# check.sh : for tests that count what succeeds, with a folder $out; `. tests/lib/check.sh`. The last line
# of a test is `finish`.

passed=0 failed=0

# check TITLE COMMAND...: the command succeeds.
check() {
	title=$1
	shift
	if "$@" >"$out/log" 2>&1; then
		passed=$((passed + 1))
		printf 'ok      %s\n' "$title"
	else
		failed=$((failed + 1))
		printf 'FAILED  %s\n' "$title"
		head -n 20 "$out/log" | sed 's/^/        /'
	fi
}

finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
	exit
}
