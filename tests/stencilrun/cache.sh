#!/bin/sh
# Compilers that are missing, fail or are chosen, and the cache of what they made.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh
STENCILGEN_CACHE=$out/cache

laplap() {
	stencilrun stencils/laplap.stencil --out dst="$data/dst.npy" "$@"
}
in=src=$data/p1.npy

to() {
	path=$1
	shift
	stencilrun stencils/laplap.stencil --in "$in" --out dst="$path" "$@"
}

refused 3 'no C compiler: cc is not in PATH' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil \
	--in "$in" --out dst="$data/dst.npy"
refused 3 'no C and C++ compiler: cc and c++ are needed' env PATH="$out/empty" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy" --backend host
refused 3 'no C compiler: no-such-cc is not in PATH' env CC=no-such-cc "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
refused 3 'cannot make a folder in' env STENCILGEN_CACHE="$data/p1.npy" "$bin/stencilrun" \
	stencils/laplap.stencil --in "$in" --out dst="$data/dst.npy"
if [ -e /dev/nvidiactl ]; then
	echo 'skipped: a machine without a GPU'
else
	refused 3 'no GPU: the NVIDIA driver is missing' laplap --in "$in" --backend cuda
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
	set -- "$STENCILGEN_CACHE"/*.*
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
[ "$1" != --version ] || exit 0
echo 'fuse.c:1: error: the fuse is blown' >&2
touch kernel.so
exit 1
END
chmod +x "$out/counting" "$out/failing"

fresh "$out/counting"
good 'a compiler by its path' to "$out/dst.npy"
check 'the kernel and what empties caches are compiled' compiled 2
good 'once more' to "$out/dst.npy"
check 'nothing is compiled' compiled 2
sed 's/4/5/' stencils/laplap.stencil >"$out/laplap.stencil"
good 'another stencil of that name' stencilrun "$out/laplap.stencil" --in "$in" --out \
	dst="$out/five.npy"
check 'its kernel is compiled' compiled 3
differ() {
	! cmp "$out/dst.npy" "$out/five.npy"
}
check 'it computes something else' differ
good 'another storage' to "$out/dst.npy" --storage direct
check 'its kernel is compiled' compiled 4
rm "$STENCILGEN_CACHE"/*/kernel.so
good 'after objects have gone' to "$out/dst.npy"
check 'they are compiled again' compiled 6
good 'and again' to "$out/dst.npy"
check 'they are there' compiled 6
check 'no temporary folders are left' no_leftovers

# A kernel that is wrong: nothing is written.
for file in "$STENCILGEN_CACHE"/*/regular_idxvar.c; do
	if grep -q 'const double lap_c = 4\*' "$file"; then
		sed 's/const double lap_c = 4/const double lap_c = 3/' "$file" >"$out/wrong.c"
		"$cc" -shared -fPIC -w -I "${file%/*}" "$out/wrong.c" -o "${file%/*}/kernel.so"
	fi
done
refused 1 'wrong result, nothing is written: 2560 of 2560 points differ; dst at' \
	to "$data/dst.npy" --verify

for compiler in false true; do
	fresh $compiler
	refused 3 "$compiler cannot compile flush.c" laplap --in "$in"
	check 'no temporary folders are left' no_leftovers
done
fresh "$out/failing"
says_why() {
	[ "$status" = 3 ] && grep -q "stencil.*failing cannot compile $1" "$out/stderr" &&
	grep -q 'the fuse is blown' "$out/stderr" && [ "$before" = "$(files)" ]
}
before=$(files)
run laplap --in "$in"
check 'what the compiler says' says_why flush.c
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
unset CC

finish
