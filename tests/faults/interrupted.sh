#!/bin/sh
# Long: only in `make check-all`; hostile.sh has full disks and lost files.
# Each program is killed or interrupted at random moments: the files it writes are as before
# or whole, an interrupt leaves nothing else, and the same command then works. Two
# processes that share outputs and cache do not disturb each other. Few file descriptors, little
# memory and a locale with decimal commas change no result.
# TRIES: how often each. SEED: of the moments; printed if something fails.

. "$(dirname "$0")/../lib/programs.sh"
root=$PWD tries=${TRIES:-12} seed=${SEED:-$$}
case $bin in /*) ;; *) bin=$root/$bin ;; esac
case $out in /*) top=$out ;; *) top=$root/$out ;; esac
out=$top
STENCILGEN_CACHE=$top/cache
export STENCILGEN_CACHE
mkdir "$top/in" "$top/work"
cd "$top/in" || exit 1
cp "$root/stencils/laplap.stencil" "$root/stencils/hdiff.stencil" "$root/stencils/copy.stencil" "$root/tests/data/pages/rows.csv" "$root/tests/data/pages/charts.page" .
"$bin/stencilrun" --sample 64x64x16 src.npy || exit 1
for file in dst.npy rows.csv.svg README.md a.csv a.json; do echo 'as before' >"$file"; done

# draw N: a random number below N, as $drawn.
draw() {
	seed=$(((seed*1103515245 + 12345) % 2147483648))
	drawn=$((seed/65536 % $1))
}

generate="$bin/stencilgen -q laplap.stencil hdiff.stencil -o kernels --kernels kernels.def"
apply="$bin/stencilrun -q laplap.stencil --in src=src.npy --out dst=dst.npy --backend openmp"
measure="$bin/stencilbench copy.stencil --backend openmp --size 12x9x5 --storage regular --access naive --no-time"
fill="$bin/stencilreport charts.page"
sample="$bin/stencilrun --sample 64x64x32 dst.npy"

# renew: the folder that commands work in, as it was.
renew() {
	rm -rf "$top/work"
	cp -r "$top/in" "$top/work"
}

# is_whole: every file is as in one of the folders before and after.
is_whole() {
	(cd "$top/work" && find . -type f) | while read -r file; do
		case $file in */.* | *.journal) continue ;; esac
		cmp -s "$top/work/$file" "$top/in/$file" || cmp -s "$top/work/$file" "$top/after/$file" || echo "$file"
	done >"$top/odd"
	[ ! -s "$top/odd" ]
}

# stopped SIGNAL COMMAND...: at a moment within the time that the command takes.
stopped() {
	signal=$1
	shift
	renew
	draw $((length + 1))
	moment=$(printf '0.%04d' $drawn)
	(cd "$top/work" && timeout -s "$signal" "$moment" "$@") >"$top/stdout" 2>"$top/stderr"
	status=$?
	if ! is_whole; then
		fail "SIG$signal after $moment s (seed $seed): $(cat "$top/odd"): $*"
	elif [ "$signal" != KILL ] && [ "$(cd "$top/work" && find . -name '*.part*' -o -name '.*.??????' -o -name '*.tmp*')" ]; then
		fail "SIG$signal after $moment s leaves files: $(cd "$top/work" && find . -name '.*.??????')"
	elif [ "$signal" != KILL ] && [ $status != 124 ] && [ $status != 0 ]; then
		fail "SIG$signal after $moment s: status $status: $*"
	else
		passed=$((passed + 1))
	fi
}

# works COMMAND...: with what was left.
works() {
	run sh -c 'cd "$0" && "$@"' "$top/work" "$@"
	[ "$status" = 0 ] && is_whole
}

# expected COMMAND...: what all is after it, in the folder after.
expected() {
	renew
	(cd "$top/work" && "$@") >"$top/stdout" 2>"$top/stderr" || fail "$*"
	rm -rf "$top/after"
	cp -r "$top/work" "$top/after"
}

# survives COMMAND...: being killed and interrupted; then it works.
survives() {
	begin=$(date +%s%N)
	expected "$@"
	length=$((($(date +%s%N) - begin)/100000))
	[ $length -lt 9999 ] || length=9999
	i=0
	while [ $i -lt "$tries" ]; do
		i=$((i + 1))
		stopped KILL "$@"
		stopped INT "$@"
	done
	check "after that: $*" works "$@"
}
# shellcheck disable=SC2086
{
survives $generate
survives $apply
survives $sample
survives $fill
survives $measure --journal rows.journal

# Compilers are stopped, too: the cache must not suffer.
expected $apply
i=0
while [ $i -lt 4 ]; do
	i=$((i + 1))
	rm -rf "$STENCILGEN_CACHE"
	length=4000
	stopped KILL $apply
	stopped INT $apply
	check 'the cache that is left' works $apply
done

# --- Two at a time -------------------------------------------------------------

# both COMMAND: twice at once; both are good, and all is as after one.
both() {
	renew
	(cd "$top/work" && "$@" & cd "$top/work" && "$@" && wait $!) && is_whole
}
for command in "$generate" "$apply" "$fill"; do
	expected $command
	rm -rf "$STENCILGEN_CACHE"
	check "two at a time: $command" both $command
done
check 'no temporary folders are left in the cache' sh -c '! ls -d "$0"/*.* 2>/dev/null' "$STENCILGEN_CACHE"

# --- Little of everything ------------------------------------------------------

# limited LIMIT COMMAND...: ends with a status and a message, and files are whole.
limited() {
	limit=$1
	shift
	renew
	status=0
	(cd "$top/work" && ulimit $limit && exec "$@") >"$top/stdout" 2>"$top/stderr" || status=$?
	is_whole && [ $status -lt 128 ] && { [ $status = 0 ] || [ -s "$top/stderr" ]; }
}
for command in "$generate" "$apply" "$fill"; do
	expected $command
	for n in 3 4 5 6 8 12; do check "$n descriptors: $command" limited "-n $n" $command; done
	for kb in 8000 20000 40000 80000 200000; do check "$kb KB of memory: $command" limited "-v $kb" $command; done
done
}

# --- Decimal commas --------------------------------------------------------------

comma=$(locale -a 2>/dev/null | grep -i '^\(de_DE\|fr_FR\|ru_RU\)\.utf-\{0,1\}8' | head -1)
if [ ! "$comma" ] && localedef -i de_DE -f UTF-8 "$top/de_DE.UTF-8" >"$top/stdout" 2>&1; then
	comma=de_DE.UTF-8 LOCPATH=$top
	export LOCPATH
fi
[ "$comma" ] || echo 'skipped: a locale with decimal commas: there is none'
# shellcheck disable=SC2086
for command in ${comma:+"$generate" "$apply" "$fill"}; do
	expected $command
	renew
	(cd "$top/work" && LC_ALL=$comma $command) 2>"$top/stderr"
	check "$comma: $command" diff -r "$top/work" "$top/after"
done
finish
