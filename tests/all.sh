#!/bin/sh
# all.sh [PATTERN] : everything that `make check` checks, in parts that run several at a
# time, and the sum of what they counted. PATTERN: only parts with such a name (as
# for grep). FULL=1: also the long parts, which `make check-all` checks besides.
# BUDGET=SECONDS: long parts that would start later than that are left out, which is said.
# JOBS: how many parts at a time; one more than there are cores, as parts wait now and then.
set -u
cd "$(dirname "$0")/.." || exit 1
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
cores=$(getconf _NPROCESSORS_ONLN)
export JOBS="${JOBS:-$((cores < 4 ? cores + 1 : 4))}" BUDGET="${BUDGET-}"
START=${START:-$(date +%s)}
export START
out=build/tests/parts
rm -rf "$out"
mkdir -p "$out" || exit 1

# NAME | COMMAND, the longer ones first. Those with a + are long: only with FULL=1.
{
cat tests/parts
for script in tests/stencil*/*.sh tests/faults/*.sh; do
	[ -e "$script" ] || continue
	long=
	! sed 2,9!d "$script" | grep -q '^#.*\<Long:' || long=+
	echo "$long${script#tests/} | sh $script"
done
} | grep -v '^#' | grep -e "${1:-.}" >"$out/all"
# Long parts begin when all others are done: some use the same folders.
grep -v '^+' "$out/all" >"$out/list"
short=$(wc -l <"$out/list")
# Scripts of programs come first of these, as what begins too late is left out.
[ -z "${FULL-}" ] || { grep '^+[a-z]*/' "$out/all"; grep '^+' "$out/all" | grep -v '^+[a-z]*/'; } >>"$out/list"
unset FULL

# Parts report here when they are done; the output comes in the order of the list.
mkfifo "$out/done"
exec 3<>"$out/done"
count=$(wc -l <"$out/list")
setsid sh -c '
	seq "$1" | xargs -P "$JOBS" -I{} sh tests/lib/part.sh {}
	seq "$(($1 + 1))" "$2" | xargs -P "$JOBS" -I{} sh tests/lib/part.sh {}' all "$short" "$count" 3>&- &
workers=$!
# The workers' session; timeout has a process group of its own there. What begins meanwhile is found the next time.
session() {
	sed -n "s/^\([0-9]*\) (.*) [^Z] [0-9]* [0-9]* $workers .*/\1/p" /proc/[0-9]*/stat 2>/dev/null
}
stop() {
	trap '' INT TERM HUP
	signal=TERM tries=0
	while running=$(session); [ "$running" ]; do
		# shellcheck disable=SC2086 # numbers
		kill -s $signal $running 2>/dev/null
		sleep 0.1
		tries=$((tries + 1))
		[ $tries -lt 50 ] || signal=KILL
	done
	exit 130
}
trap stop INT TERM HUP

passed=0 failed=0 skipped=0 next=1
: >"$out/failures"
# what_failed LOG: its failures with some lines, or its end.
what_failed() {
	grep -A 4 -E '^ *FAILED|:[FE]:' "$1" || tail -n 12 "$1"
}
show() { # NUMBER
	# shellcheck source=/dev/null
	. "$out/$1.result"
	echo "== $name"
	case $outcome in
	skipped) skipped=$((skipped + 1)) ;;
	failed)
		cat "$out/$1.log"
		{ echo "failed: $name"; what_failed "$out/$1.log" | head -n 20 | sed 's/^/   /'; } >>"$out/failures"
		;;
	esac
	echo "   $text"
	passed=$((passed + p)) failed=$((failed + f))
}
while [ "$next" -le "$count" ]; do
	read -r _ <&3
	while [ -e "$out/$next.result" ]; do
		show "$next"
		next=$((next + 1))
	done
done

[ $skipped = 0 ] || echo "$skipped parts left out: see above"
# Once more at the end: a log may be kept in part only.
cat "$out/failures"
echo "$(($(date +%s) - START)) s"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $((passed)) -gt 0 ]
