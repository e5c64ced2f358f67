#!/bin/sh
# Outputs that cannot be written, or are no regular files: devices, fifos, links, read-only
# folders, full disks, closed streams, signals. Nothing is replaced that is no file, nothing is
# left half-written, and the message and the status say what happened.

cd "$(dirname "$0")/../.." || exit 1
root=$PWD
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$root/build/cache}"
out=$(mktemp -d "${TMPDIR:-/tmp}/outputs.XXXXXX") || exit 1
trap 'chmod -R u+w "$out"; rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
cd "$out" || exit 1
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$*"
	head -n 5 err 2>/dev/null | sed 's/^/        /'
}
skip() {
	skipped=$((skipped + 1))
	printf 'skipped %s\n' "$*"
}
expect() { # WHAT COMMAND...
	what=$1
	shift
	if "$@" >/dev/null 2>&1; then pass; else fail "$what"; fi
}
# ends STATUS PROGRAM ARGUMENT...: within 20 seconds, with a message unless the status is 0.
ends() {
	want=$1 program=$2
	shift 2
	timeout 300 "$root/build/$program" "$@" >text 2>err </dev/null
	got=$?
	if [ "$got" != "$want" ]; then
		fail "$program $*: exit status $got, not $want"
	elif [ "$want" != 0 ] && [ ! -s err ]; then
		fail "$program $*: no message"
	else
		pass
	fi
}
says() {
	if grep -qF -e "$1" err; then pass; else fail "no message says: $1"; fi
}
# Temporary files: their names end so.
leftovers() { find . -name '*.tmp' | grep -q .; }
clean() {
	if leftovers; then fail "$1: temporary files are left"; else pass; fi
	find . -name '*.tmp' -delete
}

printf 'stencil t {\n    in u;\n    out d;\n\n    d = u[-1,0] + u;\n}\n' >t.stencil
one='--storage regular --access naive'
"$root/build/stencilrun" -q --sample 12x9x5 s.npy || fail 'no sample'

# --- Devices, fifos and links.

can_mknod=
mknod probe c 1 3 2>/dev/null && can_mknod=1 && rm probe
bench='t.stencil --backend openmp --size 20x20x5 --no-time --storage regular --access naive'
through() { # KIND PROGRAM ARGUMENT...: the last is where it writes
	kind=$1
	shift
	ends 0 "$@"
	expect "$* is still a $kind" test "$(stat -c %F special)" = "$kind"
}
if [ "$can_mknod" ]; then
	mknod special c 1 3
	through 'character special file' stencilgen -q t.stencil $one -o gen --kernels special
	through 'character special file' stencilgen -q t.stencil $one -o gen -MD -MF special
	through 'character special file' stencilbench $bench --csv special
	through 'character special file' stencilbench $bench --json special
	through 'character special file' stencilbench t.stencil --backend openmp --size 20x20x5 --patterns special
	rm special
else
	skip 'devices: mknod is not allowed here'
fi
mkfifo special
cat special >got &
through fifo stencilgen -q t.stencil $one -o gen --kernels special
wait
expect 'the fifo had all of it' grep -q '^KERNEL(t, regular, naive' got
rm special
mkfifo fifo.cu
ends 3 stencilgen -q t.stencil $one -o fifo.cu
says 'cannot write fifo.cu'
rm fifo.cu
ln -s real.def special
through 'symbolic link' stencilgen -q t.stencil $one -o gen --kernels special
expect 'a dangling link gets its file' grep -q '^KERNEL(t, regular, naive' real.def
echo old >real.def
through 'symbolic link' stencilgen -q t.stencil $one -o gen --kernels special
expect 'a link keeps its file' grep -q '^KERNEL(t, regular, naive' real.def
rm special
clean 'special files'

# --- No room, no permission, no stream.

ends 3 stencilgen -q t.stencil $one -o gen --kernels /dev/full
says 'cannot write /dev/full: No space left on device'
for program in stencilgen stencilrun stencilbench stencilreport; do
	"$root/build/$program" --help >/dev/full 2>err
	expect "$program --help to a full device" test $? = 3
	"$root/build/$program" --help >&- 2>err
	expect "$program --help to a closed stream" test $? = 3
done
for mode in --list '-o -' '--dump ir' '--dump costs'; do
	# shellcheck disable=SC2086
	"$root/build/stencilgen" -q t.stencil $one $mode >/dev/full 2>err
	expect "$mode to a full device" test $? = 3 -a -s err
	# shellcheck disable=SC2086
	"$root/build/stencilgen" -q t.stencil $one $mode >&- 2>err
	expect "$mode to a closed stream" test $? = 3 -a -s err
done
"$root/build/stencilgen" -v t.stencil $one -o closed 2>&- >&-
expect 'no file gets the number of a closed stream' cmp closed/t/t.h gen/t/t.h
(ulimit -f 1 && "$root/build/stencilgen" -q t.stencil -o limited) 2>err
expect 'a limit on the size of files: status 3' test $? = 3
says 'File too large'
clean 'a limit on the size of files'
if mkdir small && mount -t tmpfs -o size=16k none small 2>/dev/null; then
	ends 3 stencilgen -q t.stencil -o small
	says 'No space left on device'
	expect 'a full disk holds no temporary file' test -z "$(find small -name '*.tmp')"
	for kernel in small/t/*.cu; do
		[ ! -e "$kernel" ] || expect "$kernel is whole" grep -q '^}' "$kernel"
	done
	umount small
else
	skip 'a full disk: mount is not allowed here'
fi
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	as='setpriv --reuid 65534 --regid 65534 --clear-groups'
	chmod 755 .
	chmod 644 s.npy t.stencil
	mkdir locked
	echo old >locked/t.def
	if $as "$root/build/stencilgen" --version >/dev/null 2>&1; then
		$as "$root/build/stencilgen" -q t.stencil $one -o locked 2>err
		expect 'a read-only folder: status 3' test $? = 3
		says 'Permission denied'
		mkdir open
		chmod 777 open
		echo old >open/k.def
		chmod 444 open/k.def
		$as "$root/build/stencilgen" -q t.stencil $one -o open/gen --kernels open/k.def 2>err
		expect 'a read-only file: status 3' test $? = 3
		expect 'a read-only file is left alone' test "$(cat open/k.def)" = old
	else
		skip 'permissions: another user cannot run the program'
	fi
else
	skip 'permissions: not root'
fi
clean 'no permission'

# --- Signals.

i=1
while [ $i -le 8 ]; do
	for signal in INT TERM HUP; do
		timeout -s $signal 0.0$i "$root/build/stencilgen" -q "$root"/stencils/*.stencil -o killed 2>err
	done
	i=$((i + 1))
done
clean 'signals'
"$root/build/stencilrun" -q --sample 96x96x64 large.npy
for i in 1 2 3 4; do
	for signal in INT TERM HUP; do
		STENCILGEN_CACHE=$out/cache timeout -s $signal 0.$i "$root/build/stencilrun" -q \
			"$root/stencils/laplap.stencil" --in src=large.npy --out dst=to.npy --backend openmp 2>err
		expect 'a result is whole or not there' test ! -e to.npy -o \
			"$(stat -c %s to.npy 2>/dev/null)" = "$(stat -c %s large.npy)"
	done
	[ $i = 4 ] || rm -rf cache
done
clean 'signals in stencilrun'
expect 'no folder of an interrupted compiler is left' test -z "$(find cache -name '*.??????')"
for kernel in killed/*/*.cu; do
	[ -e "$kernel" ] || continue
	cmp -s "$kernel" "$root/generated/${kernel#killed/}" || fail "$kernel is not whole"
done
pass

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
