#!/bin/sh
# The n-th write, rename, open, fork or malloc of a program fails, for every n: the program ends
# with a status and says why; every file is as before or as it should become; nothing else is left.
# Memory fails at the first 16 requests and then at fewer and fewer; FULL=1: at every one.
# Long: only in `make check-all`; hostile.sh has full disks and lost files.

. "$(dirname "$0")/../lib/programs.sh"
root=$PWD
case $bin in /*) ;; *) bin=$root/$bin ;; esac
top=$root/$out work=$root/$out/work
case $out in /*) top=$out work=$out/work ;; esac
"$cc" -std=gnu11 -O1 tests/faults/fail_call.c -o "$top/fail_call" &&
"$cc" -std=gnu11 -O1 -shared -fPIC tests/faults/fail_malloc.c -o "$top/fail_malloc.so" || exit 1
"$top/fail_call" write 1 true 9>/dev/null
[ $? != 77 ] || { echo 'nth_call.sh: processes cannot be traced here'; exit 77; }

# What commands work on: files that are there before, and a kernel that is built.
prepare() {
	rm -rf "$work"
	mkdir "$work" "$work/kernels"
	cp "$root/stencils/laplap.stencil" "$top/src.npy" "$work"
	cp "$root/tests/data/pages/rows.csv" "$work"
	cp "$root/tests/data/pages/charts.page" "$work"
	[ ! -f "$top/from.state" ] || cp "$top/from.state" "$work"
	for file in dst.npy run.state rows.json kernels.d README.md; do echo 'as before' >"$work/$file"; done
}
listing() {
	(cd "$work" && find . -type f | sort)
}
"$bin/stencilrun" --sample 12x9x5 "$top/src.npy" || exit 1

# once COMMAND...: without a fault; what it leaves is right.
once() {
	prepare
	(cd "$work" && "$@") >"$top/stdout" 2>"$top/stderr" || fail "$*"
	rm -rf "$top/right"
	cp -r "$work" "$top/right"
}

# is_journal FILE: whole lines, but perhaps for the last; what was measured is read from there.
is_journal() {
	sed '$d' "$1" | grep -qv '^{.*}$' && return 1
	head -c 15 "$1" | grep -q '^{"environment":' || [ ! -s "$1" ] || [ "$(wc -l <"$1")" = 0 ]
}

# is_whole STATUS: every file is as it was or as it should become; all are, with status 0.
is_whole() {
	listing | while read -r file; do
		case $file in
		# A page without data that cannot be read is whole; a message and status 1 tell of them.
		*/README.md) [ "$1" = 1 ] && grep -q '\.csv: ' "$top/stderr" && continue ;;
		*.journal) is_journal "$work/$file" || echo "$file"; continue ;;
		esac
		if ! cmp -s "$work/$file" "$top/right/$file" && { [ "$1" = 0 ] || ! cmp -s "$work/$file" "$top/before/$file"; }; then
			echo "$file"
		fi
	done >"$top/check"
	if [ "$1" = 0 ]; then diff -rq -x '*.journal' "$work" "$top/right" >>"$top/check"; fi
	[ ! -s "$top/check" ]
}

# What went wrong, or nothing; of the run that ended with $status.
verdict() {
	case $status in
	0 | [123]) ;;
	127) [ "$group" = open ] || echo 'status 127' ;;
	*) echo "status $status" ;;
	esac
	[ "$status" = 0 ] || [ -s "$top/stderr" ] || echo 'no message'
	grep '^stencil[a-z]*: ' "$top/stderr" | grep -v "^$(basename "${command%% *}"): " | sed 's/^/says: /'
	is_whole "$status" || { echo 'left half-written or besides:'; cat "$top/check"; }
}

# faulty N: runs the command with that fault.
faulty() {
	prepare
	[ -d "$top/before" ] || cp -r "$work" "$top/before"
	if [ "$group" = memory ]; then
		(cd "$work" && FAIL_MALLOC=$1 LD_PRELOAD=$top/fail_malloc.so exec $command) \
			9>"$top/reached" >"$top/stdout" 2>"$top/stderr"
	else
		(cd "$work" && exec "$top/fail_call" "$group" "$1" $command) \
			9>"$top/reached" >"$top/stdout" 2>"$top/stderr"
	fi
	status=$?
}

# sweep COMMAND...: all groups, all n.
sweep() {
	command=$*
	once "$@"
	rm -rf "$top/before"
	for group in write name open fork memory; do
		n=1 bad=0
		while faulty $n; [ -s "$top/reached" ] && [ $bad -lt 5 ]; do
			verdict >"$top/verdict"
			if [ -s "$top/verdict" ]; then
				bad=$((bad + 1))
				fail "$group $n fails: ${command#"$bin/"}: $(head -3 "$top/verdict" | tr '\n' ' ')"
			else
				passed=$((passed + 1))
			fi
			step=1
			[ $group != memory ] || [ "${FULL-}" ] || step=$((1 + n/16))
			n=$((n + step))
		done
		printf 'ok      %s fails, %s times: %s\n' "$group" "$((n - 1))" "${command#"$bin/"}"
	done
}

# The kernels that stencilrun and stencilbench need are in the cache.
STENCILGEN_CACHE=$top/cache OMP_NUM_THREADS=1
export STENCILGEN_CACHE OMP_NUM_THREADS
run_it="$bin/stencilrun -q laplap.stencil --in src=src.npy --out dst=dst.npy --backend openmp"
bench_it="$bin/stencilbench laplap.stencil --backend openmp --size 12x9x5 --storage regular --access naive --no-time"
sweep "$bin/stencilgen" -q laplap.stencil --storage regular --access naive,idxvar -o kernels -MD -MF kernels.d
# shellcheck disable=SC2086
{
sweep $run_it
sweep $run_it --steps 2 --swap dst:src --save-state run.state
cp "$top/right/run.state" "$top/from.state"
sweep "$bin/stencilrun" -q laplap.stencil --load-state from.state --out dst=dst.npy --backend openmp --swap dst:src
sweep $bench_it --journal rows.journal
sweep "$bin/stencilreport" charts.page
sweep "$bin/stencilrun" --sample 20x20x20 dst.npy
}
# Nothing in it stops a later run.
check 'the cache is whole' sh -c "cd $work && $run_it"
finish
