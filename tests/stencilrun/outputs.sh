#!/bin/sh
# Where results go: one output or several, links, pipes, full disks.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh

laplap() {
	stencilrun stencils/laplap.stencil --out dst="$data/dst.npy" "$@"
}
in=src=$data/p1.npy

# shellcheck disable=SC2046
sponge() {
	stencilrun stencils/sponge.stencil $(inputs sponge p) "$@"
}
apply "$out/zero" laplap p -q
apply "$out/first" sponge p -q

to() {
	path=$1
	shift
	stencilrun stencils/laplap.stencil --in "$in" --out dst="$path" "$@"
}
refused 3 'p1.npy/dst.npy: cannot write: Not a directory' to "$data/p1.npy/dst.npy"
refused 3 'none/dst.npy: cannot write: No such file' to "$data/none/dst.npy"
refused 3 'data: cannot write: is a directory' to "$data"
mkfifo "$out/fifo"
refused 3 'fifo: cannot write: No such device or address' to "$out/fifo"
cat "$out/fifo" >"$out/read.npy" &
good 'a fifo that is read' to "$out/fifo"
wait $!
check 'gets what a file would' cmp "$out/zero/dst.npy" "$out/read.npy"
check 'it stays one' test -p "$out/fifo"
is_full() (
	trap '' XFSZ
	ulimit -f 4
	stencilrun "$@"
)
refused 3 'dst.npy: cannot write: File too large' is_full stencils/laplap.stencil \
	--in "$in" --out dst="$data/dst.npy"
refused 3 'cannot write: File too large' is_full --sample 24x20x8 "$data/dst.npy"

# Two outputs: both or none.
refused 3 'none/v.npy: cannot write' sponge --out u="$data/u.npy" --out v="$data/none/v.npy"
refused 3 'none/u.npy: cannot write' sponge --out u="$data/none/u.npy" --out v="$data/v.npy"
refused 3 'data: cannot write: is a directory' sponge --out u="$data/u.npy" --out v="$data"
refused 3 'fifo: cannot write: No such device or address' sponge --out u="$data/u.npy" --out \
	v="$out/fifo"
good 'both to a device' sponge --out u=/dev/null --out v=/dev/null
check 'it stays one' test -c /dev/null
if [ -c /dev/full ]; then
	refused 3 '/dev/full: cannot write: No space left' to /dev/full
	refused 3 '/dev/full: cannot write: No space left' sponge --out u="$data/u.npy" --out v=/dev/full
fi
mkdir "$out/readonly"
cp "$data/p1.npy" "$out/readonly/dst.npy"
chmod 555 "$out/readonly"
if ! : 2>"$out/null" >"$out/readonly/probe"; then
	refused 3 'cannot write: Permission denied' to "$out/readonly/dst.npy"
else
	echo 'skipped: folders that root may not write'
	rm "$out/readonly/probe"
fi
check 'it is what it was' test -p "$out/fifo"
refused 3 'u.npy: two fields would be written here' sponge --out u="$data/u.npy" --out v="$data/u.npy"
refused 3 'new.npy: two fields would be written here' sponge --out u="$data/new.npy" --out \
	v="$data/../data/new.npy"
refused 3 'u.npy: cannot write: File too large' is_full stencils/sponge.stencil \
	--in u="$data/p1.npy" --in v="$data/p2.npy" --in rate="$data/profile.npy" \
	--in roughness="$data/column.npy" --out u="$data/u.npy" --out v="$data/v.npy"

mkdir "$out/place"
cp "$data/p1.npy" "$out/place/src.npy"
echo mine >"$out/place/u.npy.part"
ln -s target.npy "$out/place/link.npy"
cp "$data/p2.npy" "$out/place/target.npy"
good 'two outputs' sponge --out u="$out/place/u.npy" --out v="$out/place/link.npy"
check 'a link stays' test -h "$out/place/link.npy"
check 'what it leads to is written' cmp "$out/first/v.npy" "$out/place/target.npy"
check 'the other one too' cmp "$out/first/u.npy" "$out/place/u.npy"
good 'one output of two' sponge --out v="$out/place/v.npy"
check 'as with both' cmp "$out/first/v.npy" "$out/place/v.npy"
good 'in place' stencilrun stencils/laplap.stencil --in src="$out/place/src.npy" --out \
	dst="$out/place/src.npy"
check 'as elsewhere' cmp "$out/zero/dst.npy" "$out/place/src.npy"
place() {
	[ "$(cd "$out/place" && echo *)" = 'link.npy src.npy target.npy u.npy u.npy.part v.npy' ] &&
	[ "$(cat "$out/place/u.npy.part")" = mine ]
}
check 'nothing else appears or goes' place

if [ -c /dev/full ]; then
	full() {
		"$@" >/dev/full
	}
	refused 3 'stencilrun: cannot write to standard output' full to "$out/dst.npy"
	refused 3 'stencilbench: cannot write to standard output' full stencilbench --size 8x8x2 \
		--no-time \
		--storage regular --access naive stencils/copy.stencil
fi
help() {
	is_clean && grep -q "^$1" "$out/stdout"
}
run stencilrun --help
check 'stencilrun --help' help 'Usage: stencilrun'
run stencilbench --help
check 'stencilbench --help' help 'Usage: stencilbench'
run stencilbench --version
check 'stencilbench --version' help 'stencilbench [0-9]'

finish
