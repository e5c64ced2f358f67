#!/bin/sh
# How the compiler ends: exit statuses, messages, files that cannot be read or written.
# shellcheck disable=SC2016 # a dollar is a dollar

. "$(dirname "$0")/../lib/compiler.sh"

ends 2
ends 2 --frobnicate laplap.stencil
ends 2 --storage
ends 2 --precision half laplap.stencil
says '(there are: double float)'
ends 2 --target cdua laplap.stencil
says "did you mean 'cuda'?"
ends 2 -o "$out/empty" --target hip --dim 2 --level 3 "$root/stencils/sparse/evaluate.stencil"
says 'target hip has no kernels for it'
ends 2 -o "$out/empty" --target openmp --dim 2 --level 3 --access fused "$root/stencils/sparse/hierarchize.stencil"
says 'target openmp has no access fused (legal for'
ends 2 -o "$out/empty" --target openmp --access zloop laplap.stencil
says 'target openmp has no access zloop (legal for'
ends 2 --access idxvra laplap.stencil
says "did you mean 'idxvar'? (there are: naive idxvar shared "
ends 2 --target hipp laplap.stencil
says "did you mean 'hip'?"
ends 2 --max-errors 0 laplap.stencil
ends 2 --levels-per-thread 0 laplap.stencil
ends 2 --levels-per-thread 8x laplap.stencil
ends 2 --rows-per-thread 17 laplap.stencil
ends 2 --points-per-thread 3 laplap.stencil
says 'accepts a power of two from 1 to 4'
for number in 3 5 6 7; do
	ends 2 --storage direct --levels innermost --levels-per-load $number laplap.stencil
	says "accepts a power of two from 1 to 8, not '$number'"
done
ends 2 --storage chasing --access wide -o "$out/empty" laplap.stencil
says 'for storage regular'
ends 2 --access wide --points-per-thread 4 -o "$out/empty" laplap.stencil
says 'a vector has 16 bytes at most'
ends 2 --access tile --fields aos -o "$out/empty" hdiff.stencil
says 'access tile is for fields soa'
ends 2 --unroll 0 laplap.stencil
ends 2 --unroll 65 laplap.stencil
ends 2 --max-errors 1x laplap.stencil
ends 2 -Mx laplap.stencil
ends 2 --storage chasing,,direct -o "$out/empty" laplap.stencil
ends 2 --access idxvra -o "$out/empty" laplap.stencil
says "did you mean 'idxvar'?"
ends 2 --storage direct -o "$out/empty" copy.stencil
says 'legal for'
ends 2 --fields sao -o "$out/empty" hdiff.stencil
says '(there are: soa aos aosoa aos_in aosoa_in)'
ends 2 --fields aos -o "$out/empty" laplap.stencil
says "'laplap' has neither two in fields nor two out fields, so fields aos would repeat soa"
ends 2 --fields aosoa_in -o "$out/empty" sponge.stencil
says "'sponge' has fewer than two in fields, so fields aosoa_in would repeat soa"
ends 2 --fields aosoa -o "$out/empty" hdiff.stencil upwind.stencil
says "'upwind' has float and double among its in fields"
ends 2 --fields aos -o "$out/empty" "$root/stencils/programs/fdtd_2d.stencil"
says "'fdtd_2d' has 2 kernels, and structs of fields are for one kernel alone: use --fields soa"
ends 2 --levels innermost --access cluster -o "$out/empty" "$root/stencils/programs/heat_3d.stencil"
says "'heat_3d' has 2 kernels, and access cluster is for one kernel alone"
ends 1 -o "$out/empty" bad.stencil
ends 3 -o "$out/empty" missing.stencil
says 'missing.stencil: error: No such file'
expect 'no line is shown of a file that is not there' test "$(grep -c . "$out/err")" = 2
ends 3 -o "$out/empty" .
says 'Is a directory'
ends 3 -o "$out/empty" bad.stencil missing.stencil
says 'missing.stencil: error: No such file'
says '2 errors generated.'
ends 3 --tuned missing.txt -o "$out/empty" laplap.stencil
ends 1 -o "$out/empty" laplap.stencil bad.stencil hdiff.stencil worse.stencil
says "unknown name 'v'"
says "before ';'"
says '2 errors generated.'
cp laplap.stencil again.stencil
ends 1 -o "$out/empty" laplap.stencil hdiff.stencil again.stencil
says "again.stencil:2:9: error: 'laplap' is declared twice: use another name"
says 'laplap.stencil:2:9: note: declared here first'
expect 'nothing of all that is written' is_empty "$out/empty"

# Root may read and write everything, so another user tries.
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
chmod a+rx "$out" "$out/in" "$out/empty"
if [ -z "$as" ] || $as "$compiler" --version >/dev/null 2>&1; then
	mkdir "$out/locked"
	chmod a-w "$out/locked"
	$as "$compiler" -o "$out/locked" laplap.stencil 2>"$out/err"
	expect 'a folder that is locked' test $? = 3
	says 'Permission denied'
	cp laplap.stencil secret.stencil
	chmod a-r secret.stencil
	$as "$compiler" -o - secret.stencil >"$out/text" 2>"$out/err"
	expect 'a file that is locked' test $? = 3
	says 'secret.stencil: error: Permission denied'
else
	skip 'files that cannot be read or written: this is root'
fi
: >"$out/file"
ends 3 -o "$out/file" laplap.stencil
says 'Not a directory'
mkdir -p "$out/gen3/laplap/laplap.h"
ends 3 -o "$out/gen3" laplap.stencil
says 'cannot write'
expect 'no temporary file is left' test -z "$(find "$out/gen3" -type f)"
mkdir -p "$out/gen5/laplap/regular_zslice.cu"
ends 3 --kernels "$out/gen5.def" -o "$out/gen5" laplap.stencil
expect 'a folder in the place of a kernel' grep -q '^stencilgen: cannot write .*/regular_zslice.cu: Is a directory$' "$out/err"
expect 'then no file is written' test -z "$(find "$out"/gen5* -type f)"
if [ -w /dev/full ]; then
	"$compiler" -o - --storage chasing --access naive laplap.stencil >/dev/full 2>"$out/err"
	expect 'standard output is full' test $? = 3
	ends 3 --kernels /dev/full -o "$out/gen4" laplap.stencil
	expect 'no kernels without their list' test -z "$(find "$out/gen4" -type f 2>/dev/null)"
	"$compiler" --help >/dev/full 2>"$out/err"
	expect 'no room for the help' test $? = 3
	"$compiler" --list laplap.stencil >/dev/full 2>"$out/err"
	expect 'no room for the list' test $? = 3
else
	skip 'a full disk: no /dev/full'
fi
# A file may not be larger than a block of 512 bytes.
(trap '' XFSZ; ulimit -f 1; "$compiler" -o "$out/small" laplap.stencil) 2>"$out/err"
status=$?
expect 'a disk that is full' test $status = 3
says 'cannot write'
expect 'nothing half-written is left' test -z "$(find "$out/small" -type f)"

# --- Messages.

"$compiler" -o - bad.stencil >"$out/text" 2>"$out/err"
expect 'no colours in a file' test -z "$(grep "$(printf '\033')" "$out/err")"
"$compiler" --color=always -o - bad.stencil >"$out/text" 2>"$out/err"
expect 'colours if asked for' grep -q "$(printf '\033')" "$out/err"
"$compiler" --color=always --diagnostics=json -o - bad.stencil >"$out/text" 2>"$out/err"
expect 'none in JSON' test -z "$(grep "$(printf '\033')" "$out/err")"
if command -v python3 >/dev/null; then
	expect 'JSON is JSON' python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$out/err"
else
	skip 'JSON is JSON: no python3'
fi

finish
