#!/bin/sh
# interrupts.sh : Ctrl-C ends `make check`, and everything that it started, with whatever shell sh is.
set -u
cd "$(dirname "$0")/.." || exit 1
out=build/tests/interrupts
passed=0 failed=0

# is_soon COMMAND... : it succeeds within 20 seconds or so.
is_soon() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || return 1
		sleep 0.1
	done
}

has_begun() {
	[ -s "$out/build/one" ] && [ -s "$out/build/two" ] && [ -s "$out/build/three" ]
}

# ended FILE : the process whose number is in it runs no more.
ended() {
	! kill -s 0 "$(cat "$1")" 2>/dev/null
}

# gone PROCESS : it has ended, though nobody has waited for it.
gone() {
	case $(ps -o stat= -p "$1") in
	'' | Z*) ;;
	*) return 1 ;;
	esac
}

check() { # NAME COMMAND...
	name=$1
	shift
	if "$@"; then passed=$((passed + 1)); echo "ok      $name"; else failed=$((failed + 1)); echo "FAILED  $name"; fi
}

for shell in dash bash; do
	command -v $shell >/dev/null || { echo "skipped: there is no $shell"; continue; }
	for signal in INT TERM HUP; do
		rm -rf "$out"
		mkdir -p "$out/tests/lib" "$out/build"
		cp tests/all.sh "$out/tests"
		cp tests/lib/part.sh tests/lib/seconds.awk "$out/tests/lib"
		cat >"$out/tests/parts" <<-'END'
			a part | echo $$ >build/one; sleep 1000; echo '1 passed, 0 failed'
			a part with a group of its own | timeout 1000 sh -c 'echo $$ >build/two; exec sleep 1000'
			a stubborn part | trap '' TERM; echo $$ >build/three; while :; do sleep 1; done
		END
		# What is started in the background would ignore the keyboard, and what nohup started that the terminal is gone.
		env --default-signal=INT,TERM,HUP JOBS=3 $shell "$out/tests/all.sh" >"$out/said" 2>&1 &
		all=$!
		check "$shell, $signal: the parts begin" is_soon has_begun
		kill -s $signal $all
		# Without this a shell that stays would stop the test, too.
		is_soon gone $all || kill -s KILL $all
		wait $all
		status=$?
		check "$shell, $signal: it ends" test $status = 130
		for part in one two three; do
			check "$shell, $signal: part $part has ended" is_soon ended "$out/build/$part"
			kill -s KILL "$(cat "$out/build/$part")" 2>/dev/null
		done
	done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
