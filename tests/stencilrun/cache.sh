#!/bin/sh
# Compilers that are missing, fail or are chosen, and the cache of what they made.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh
STENCILGEN_CACHE=$out/cache

laplap() {
	stencilrun stencils/laplap.stencil --access idxvar --out dst="$data/dst.npy" "$@"
}
in=src=$data/p1.npy

to() {
	path=$1
	shift
	stencilrun stencils/laplap.stencil --access idxvar --in "$in" --out dst="$path" "$@"
}

refused 3 'no C compiler: cc is not in PATH' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil \
	--in "$in" --out dst="$data/dst.npy"
refused 3 'no C and C++ compiler: cc and c++ are needed' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy" --backend host
refused 3 'no C compiler: no-such-cc is not in PATH' env CC=no-such-cc "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 'is no folder' env STENCILGEN_CACHE="$data/p1.npy" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 'cannot make the cache folder' env STENCILGEN_CACHE="$data/p1.npy/cache" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
good 'CC without a word is cc' env CC=' ' "$bin/stencilrun" stencils/laplap.stencil --in "$in" \
	--out dst="$out/dst.npy"
good 'CXX without a word is c++' env CXX=' ' "$bin/stencilrun" stencils/laplap.stencil --in "$in" \
	--out dst="$out/dst.npy" --backend host
if [ -e /dev/nvidiactl ]; then
	echo 'skipped: a machine without a GPU'
else
	refused 3 'no GPU: the NVIDIA driver is missing' laplap --in "$in" --backend cuda
	refused 3 'no GPU: the NVIDIA driver is missing' env NVCC=' ' "$bin/stencilrun" --backend cuda \
		stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
fi

# fresh CC: an empty cache, and a compiler for it.
fresh() {
	STENCILGEN_CACHE=$out/cache.fresh
	rm -rf "$STENCILGEN_CACHE" "$out/compilations"
	: >"$out/compilations"
	CC=$1
	export CC
}
no_leftovers() {
	set -- "$STENCILGEN_CACHE"/*.??????
	[ ! -e "$1" ]
}
compiled() {
	[ "$(wc -l <"$out/compilations")" = "$1" ]
}
cat >"$out/counting" <<END
#!/bin/sh
case " \$* " in
*' -o '*) echo >>"$PWD/$out/compilations" ;;
esac
exec $cc "\$@"
END
cat >"$out/failing" <<'END'
#!/bin/sh
case " $* " in *' -o '*) ;; *) exit 0 ;; esac
echo 'kernel.c:1: error: the fuse is blown' >&2
touch kernel.so
exit 1
END
chmod +x "$out/counting" "$out/failing"

fresh "$out/counting"
good 'a compiler by its path' to "$out/dst.npy"
check 'the kernel is compiled' compiled 1
good 'once more' to "$out/dst.npy"
check 'nothing is compiled' compiled 1
sed 's/4/5/' stencils/laplap.stencil >"$out/laplap.stencil"
good 'another stencil of that name' stencilrun "$out/laplap.stencil" --in "$in" --out \
	dst="$out/five.npy"
check 'its kernel is compiled' compiled 2
differ() {
	! cmp "$out/dst.npy" "$out/five.npy"
}
check 'it computes something else' differ
good 'another storage' to "$out/dst.npy" --storage direct
check 'its kernel is compiled' compiled 3
rm "$STENCILGEN_CACHE"/*/kernel.so
good 'after objects have gone' to "$out/dst.npy"
check 'it is compiled again' compiled 4
good 'and again' to "$out/dst.npy"
check 'it is there' compiled 4
check 'no temporary folders are left' no_leftovers

# What is in the cache is not trusted to be whole, nor to be what it was.
for damage in ': >' 'head -c 3000 kernel.so >part; mv part' 'echo more >>'; do
	for entry in "$STENCILGEN_CACHE"/*/; do
		(cd "$entry" && eval "$damage kernel.so")
	done
	before=$(wc -l <"$out/compilations")
	good "after '$damage kernel.so'" to "$out/dst.npy"
	check 'it is compiled again' compiled $((before + 1))
done
for file in "$STENCILGEN_CACHE"/*/regular_idxvar.c; do
	sed -i 's/lap_c = 4/lap_c = 5/' "$file"
done
before=$(wc -l <"$out/compilations")
good 'after texts have changed' to "$out/dst.npy"
check 'one is compiled again' compiled $((before + 1))

# Nor to consist of files: what a clumsy copy or a sync of folders leaves is compiled again, once.
as_folder() { # NAME: with a file in it, and nothing may be changed there
	rm -rf "$1" && mkdir -p "$1/more" && echo text >"$1/more/text" && chmod 500 "$1/more" "$1"
}
as_file() { # ENTRY
	rm -r "$1" && echo text >"$1"
}
recovers() {
	before=$(wc -l <"$out/compilations")
	good "$1" to "$out/dst.npy"
	check 'it is compiled again' compiled $((before + 1))
	good 'and again' to "$out/dst.npy"
	check 'it is there' compiled $((before + 1))
	check 'no temporary folders are left' no_leftovers
}
for name in kernel.so stamp regular_idxvar.c; do
	for entry in "$STENCILGEN_CACHE"/*/; do
		as_folder "$entry$name"
	done
	recovers "after $name has become a folder"
done
for entry in "$STENCILGEN_CACHE"/*/; do
	as_file "${entry%/}"
done
recovers 'after entries have become files'
mkdir "$out/linked"
touch "$out/linked/mine"
for entry in "$STENCILGEN_CACHE"/*/; do
	rm -r "$entry/kernel.so"
	ln -s "$PWD/$out/linked" "$entry/kernel.so"
done
recovers 'after a file has become a link to a folder'
check 'what the link led to is there' test -e "$out/linked/mine"

# A kernel that is wrong: nothing is written.
cat >"$out/wrong" <<END
#!/bin/sh
[ ! -e regular_idxvar.c ] || sed -i 's/const double lap_c = 4/const double lap_c = 3/' regular_idxvar.c
exec $cc "\$@"
END
chmod +x "$out/wrong"
fresh "$out/wrong"
refused 1 'wrong result, nothing is written: 2560 of 2560 points differ; dst at' \
	to "$data/dst.npy" --verify

for compiler in false true; do
	fresh $compiler
	refused 3 "$compiler cannot compile regular_idxvar.c" laplap --in "$in"
	check 'no temporary folders are left' no_leftovers
done
fresh "$out/failing"
says_why() {
	[ "$status" = 3 ] && grep -q "stencil.*failing cannot compile $1" "$out/stderr" &&
	grep -q 'the fuse is blown' "$out/stderr" && [ "$before" = "$(files)" ]
}
before=$(files)
run laplap --in "$in"
check 'what the compiler says' says_why regular_idxvar.c
check 'no temporary folders are left' no_leftovers
fresh "$cc"
CXX=$out/failing
export CXX
run stencilbench --backend host --size 8x8x2 --no-time --access naive stencils/copy.stencil
check 'one of several that fail' says_why '[a-z]*_naive.cu'
check 'no temporary folders are left' no_leftovers
unset CXX

fresh "$cc"
both() {
	to "$out/one.npy" -q --storage chasing --backend host &
	to "$out/two.npy" -q --storage chasing --backend host && wait $!
}
good 'two at a time with an empty cache' both
check 'their results are the same' cmp "$out/one.npy" "$out/two.npy"
check 'no temporary folders are left' no_leftovers

entries() {
	find "$STENCILGEN_CACHE" -mindepth 1 -maxdepth 1 -type d | wc -l
}
has_entries() {
	[ "$(entries)" = "$1" ]
}

# The longest unused entries go when there is too much; what was just used stays.
fresh "$cc"
good 'a cache with a kernel' to "$out/dst.npy"
check 'it is there' has_entries 1
touch -d '1 hour ago' "$STENCILGEN_CACHE"/*/
good 'another, within a limit of 1 MB' env STENCILGEN_CACHE_SIZE=1 "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy" --storage direct
check 'both are there' has_entries 2
touch -d '1 hour ago' "$STENCILGEN_CACHE"/*/
good 'a third, with a limit of 10 KB' env STENCILGEN_CACHE_SIZE=0.01 "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy" --storage chasing
check 'only what it uses is there' has_entries 1
under_way=$STENCILGEN_CACHE/0123456789abcdef0123456789abcdef
mkdir "$under_way.killed" "$under_way.begun" "$under_way.claimed" "$STENCILGEN_CACHE/mine"
touch -d '1 minute ago' "$under_way.killed" "$under_way.claimed"
good 'a fourth' flock "$under_way.claimed" "$bin/stencilrun" stencils/laplap.stencil --in "$in" \
	--out dst="$out/dst.npy" --storage chasing_compressed
is_tidy() {
	[ ! -e "$under_way.killed" ] && [ -d "$under_way.begun" ] && [ -d "$under_way.claimed" ] &&
	[ -d "$STENCILGEN_CACHE/mine" ]
}
check 'what a killed compilation left is gone, what is under way or not ours is there' is_tidy

mkdir "$under_way.killed" "$under_way.killed/folder"
touch "$under_way.killed/folder/file" "$under_way.broken"
touch -d '1 minute ago' "$under_way.killed"
touch -d '2 hours ago' "$under_way.broken"
good 'a kernel that is there' flock "$under_way.claimed" "$bin/stencilrun" stencils/laplap.stencil --in "$in" \
	--out dst="$out/dst.npy" --storage chasing_compressed
check 'what killed compilations left is gone then, too' is_tidy
check 'even what is no folder' test ! -e "$under_way.broken"

# Two processes that take turns in removing what the other one made.
crowded() {
	for storages in regular,chasing direct,chasing; do
		for turn in 1 2; do
			STENCILGEN_CACHE_SIZE=0.01 stencilbench --no-time --size 9x8x2 --backend openmp \
				--access naive --storage $storages stencils/laplap.stencil || return 1
		done &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid" || return 1
	done
}
pids=
mkdir "$out/crowded"
STENCILGEN_CACHE=$out/crowded
good 'two processes and a cache too small for one' crowded
STENCILGEN_CACHE=$out/cache.fresh

cleared() {
	grep -q '^stencilrun: 2 compiled kernels removed from ' "$out/stdout" && has_entries 1
}
good '--clear-cache' stencilrun --clear-cache
check 'it says what it removed, and that is gone' cleared
mkdir "$out/tmp"
good '--no-cache' env TMPDIR="$out/tmp" "$bin/stencilrun" --no-cache stencils/laplap.stencil --in "$in" \
	--out dst="$out/dst.npy"
is_unused() {
	has_entries 1 && [ -z "$(ls "$out/tmp")" ]
}
check 'it keeps nothing' is_unused
good '--no-cache on host' env TMPDIR="$out/tmp" "$bin/stencilrun" --no-cache stencils/laplap.stencil \
	--in "$in" --out dst="$out/dst.npy" --backend host
check 'it keeps nothing' is_unused
good '--no-cache of stencilbench' env TMPDIR="$out/tmp" "$bin/stencilbench" --no-cache --no-time \
	--size 9x8x2 --backend openmp --access naive stencils/laplap.stencil
check 'it keeps nothing' is_unused

# Temporary caches of killed programs.
run_folder=$out/tmp/stencilgen-run
mkdir -p "$run_folder-killed/0123/folder" "$run_folder-begun1" "$run_folder-inuse1" "$run_folder-longer1" \
	"$out/tmp/stencilgen-123456" "$out/tmp/mine"
touch "$run_folder-killed/0123/kernel.so"
ln -s mine "$run_folder-linked"
touch -d '1 day ago' "$run_folder"-[!b]* "$out/tmp/stencilgen-123456" "$out/tmp/mine"
good '--no-cache once more' env TMPDIR="$out/tmp" flock "$run_folder-inuse1" "$bin/stencilrun" --no-cache \
	stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy"
left() {
	(cd "$out/tmp" && echo *)
}
is_left() {
	[ "$(left)" = 'mine stencilgen-123456 stencilgen-run-begun1 stencilgen-run-inuse1 stencilgen-run-linked stencilgen-run-longer1' ]
}
check 'what a killed program left is gone, what is in use, new or not ours is there' is_left
rm -r "$out"/tmp/*

# A signal during a compilation leaves nothing, and no compiler.
cat >"$out/slow" <<END
#!/bin/sh
case " \$* " in
*' -o '*) echo \$\$ >"$PWD/$out/slow.pid"; sleep 60 ;;
esac
exec $cc "\$@"
END
chmod +x "$out/slow"
TMPDIR=$out/tmp
export TMPDIR
is_running() {
	grep -q '^State:.[RSD]' "/proc/$1/status" 2>"$out/null"
}
is_stopped() {
	[ "$status" = 124 ] && [ "$before" = "$(files)" ] && [ -z "$(ls "$TMPDIR")" ] &&
	{ [ ! -d "$STENCILGEN_CACHE" ] || has_entries 0; } || return 1
	for try in 1 2 3 4 5 6 7 8 9; do
		is_running "$(cat "$out/slow.pid")" || return 0
		sleep 0.2
	done
	return 1
}
for signal in INT TERM HUP; do
	for option in --quiet --no-cache; do
		fresh "$out/slow"
		before=$(files)
		run timeout -s $signal 1 "$bin/stencilrun" stencils/laplap.stencil --in "$in" \
			--out dst="$data/dst.npy" $option
		check "SIG$signal leaves nothing, $option" is_stopped
	done
done

# SIGKILL leaves a temporary cache, until the next one is made.
fresh "$out/slow"
run timeout -s KILL 1 "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy" --no-cache
set -- "$TMPDIR"/*
check 'SIGKILL leaves a folder' test -d "$1"
flock "$1" true # the compiler is killed, too, but may be about to die
touch -d '1 minute ago' "$1"
CC=$cc
good 'the next one' "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy" --no-cache
check 'it is gone' test -z "$(ls "$TMPDIR")"
kill "$(cat "$out/slow.pid")" 2>"$out/null" || :
unset TMPDIR
unset CC

# Whose folder it is. The sticky bit makes a folder that all may share.
STENCILGEN_CACHE=$out/cache.others
mkdir "$STENCILGEN_CACHE"
chmod 777 "$STENCILGEN_CACHE"
refused 3 'other users can write to the cache folder' to "$data/dst.npy"
chmod 1777 "$STENCILGEN_CACHE"
good 'a shared folder' to "$out/dst.npy"
has_own() {
	[ "$(ls "$STENCILGEN_CACHE")" = "stencilgen-$(id -u)" ] &&
	[ "$(stat -c %a "$STENCILGEN_CACHE/stencilgen-$(id -u)")" = 700 ]
}
check 'has a folder for each user' has_own
rm -r "$STENCILGEN_CACHE/stencilgen-$(id -u)"
mkdir "$out/elsewhere"
ln -s ../elsewhere "$STENCILGEN_CACHE/stencilgen-$(id -u)"
refused 3 'is no folder' to "$data/dst.npy"


# Nor may others replace the folder, or one above it, or what a link leads to.
open=$out/open
mkdir -p "$open/above/cache" "$open/target"
chmod 700 "$open/above/cache"
ln -s open/above "$out/link"
chmod 777 "$open"
refused 3 "other users can replace the cache folder $PWD/$open/above/cache: all can write to $PWD/$open, which has no sticky bit" \
	env STENCILGEN_CACHE="$open/above/cache" "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 "all can write to $PWD/$open, which has no sticky bit" \
	env STENCILGEN_CACHE="$open/new/cache" "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
check 'nothing is made there' test ! -e "$open/new"
refused 3 "all can write to $PWD/$open, which has no sticky bit" \
	env STENCILGEN_CACHE="$out/link/cache" "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 "or give TMPDIR another folder" \
	env TMPDIR="$open/above" "$bin/stencilrun" --no-cache stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 "all can write to $PWD/$open, which has no sticky bit" \
	env TMPDIR="$open" "$bin/stencilrun" --no-cache stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
check 'nothing is made there' test "$(ls "$open")" = "$(printf 'above\ntarget')"
chmod +t "$open"
good 'below a folder with the sticky bit' \
	env STENCILGEN_CACHE="$open/above/cache" "$bin/stencilrun" stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy"
good '--no-cache in a folder with the sticky bit' \
	env TMPDIR="$open" "$bin/stencilrun" --no-cache stencils/laplap.stencil --in "$in" --out dst="$out/dst.npy"
made_for_us() {
	(umask 0 && STENCILGEN_CACHE=$out/made/for/us && export STENCILGEN_CACHE && to "$out/dst.npy" && to "$out/dst.npy")
}
good 'folders that are made with an umask of 0' made_for_us

# Another user's folder, and what another user put where the cache would be.
as() {
	setpriv --reuid "$1" --regid "$1" --clear-groups env -i PATH="$PATH" \
		${2:+STENCILGEN_CACHE="$2"} "$PWD/$bin/stencilrun" "$PWD/stencils/laplap.stencil" \
		--in src="$PWD/$data/p1.npy" --out dst="/tmp/stencilgen-$1/dst.npy" --backend openmp
}
if [ "$(id -u)" = 0 ] && as 65533 / 2>&1 | grep -q 'belongs to another user'; then
	rm -rf /tmp/stencilgen-65533
	mkdir /tmp/stencilgen-65533
	chown 65534 /tmp/stencilgen-65533
	refused 3 'the cache folder /tmp/stencilgen-65533 belongs to another user (65534)' as 65533 ''
	rm -rf /tmp/stencilgen-65533
	good 'a cache in /tmp' as 65533 ''
	refused 3 'belongs to another user (65533)' as 65534 /tmp/stencilgen-65533
	rm -rf /tmp/stencilgen-65533
else
	echo 'skipped: other users, which takes root'
fi

finish
