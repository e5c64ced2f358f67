#!/bin/sh
# The compiler's command line: what is written where, what is left alone, how it
# ends.
# shellcheck disable=SC2016 # a dollar is a dollar

cd "$(dirname "$0")/../.." || exit 1
root=$PWD
compiler=${STENCILGEN:-build/stencilgen}
case $compiler in
/*) ;;
*) compiler=$root/$compiler ;;
esac
out=$(mktemp -d "${TMPDIR:-/tmp}/cli.XXXXXX") || exit 1
trap 'chmod -R u+w "$out"; rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
unset NO_COLOR

passed=0 failed=0 skipped=0

pass() {
	passed=$((passed + 1))
}

fail() {
	failed=$((failed + 1))
	printf 'FAILED  %s\n' "$*"
	sed 's/^/        /' "$out/err" | head -n 5
}

skip() {
	skipped=$((skipped + 1))
	printf 'skipped %s\n' "$*"
}

# expect WHAT COMMAND...: the command succeeds.
expect() {
	what=$1
	shift
	if "$@" 2>"$out/log"; then
		pass
	else
		fail "$what"
		sed 's/^/        /' "$out/log" | head -n 20
	fi
}

# ends STATUS ARGUMENT...: how the compiler ends; it says why if not with 0.
ends() {
	want=$1
	shift
	"$compiler" "$@" >"$out/text" 2>"$out/err" </dev/null
	got=$?
	if [ "$got" != "$want" ]; then
		fail "exit status $got, not $want: $*"
	elif [ "$want" != 0 ] && [ ! -s "$out/err" ]; then
		fail "no message: $*"
	else
		pass
	fi
}

# says TEXT: the last messages contain it.
says() {
	if grep -qF -e "$1" "$out/err"; then pass; else fail "no message says: $1"; fi
}

is_empty() {
	[ -z "$(find "$1" -mindepth 1 2>/dev/null)" ]
}

stamps() {
	(cd "$1" && find . -type f -printf '%p %T@ %i\n' | sort)
}

mkdir "$out/in" "$out/empty"
cd "$out/in" || exit 1
cp "$root"/stencils/*.stencil .
printf 'stencil bad {\n    in u;\n    out d;\n\n    d = v;\n}\n' >bad.stencil
printf 'stencil worse {\n    in u;\n    out d;\n\n    d = ;\n}\n' >worse.stencil

# --- Where it goes.

ends 0 -o "$out/gen" laplap.stencil hdiff.stencil
expect 'a folder for each stencil' test -f "$out/gen/laplap/laplap.h" -a -f "$out/gen/hdiff/hdiff.h"
expect 'STORAGE_ACCESS.cu' test -f "$out/gen/laplap/chasing_compressed_idxvar.cu"
ends 0 -o "$out/gen" --precision float --target openmp laplap.stencil
expect 'STORAGE_ACCESS_float.c' test -f "$out/gen/laplap/direct_naive_float.c"
ends 0 -o "$out/hip" --target hip laplap.stencil fastwaves.stencil
expect 'STORAGE_ACCESS.hip' test -f "$out/hip/laplap/chasing_constant_warp.hip"
expect 'as many kernels as with CUDA' test "$(find "$out/hip/laplap" -name '*.hip' | wc -l)" = \
	"$(find "$out/gen/laplap" -name '*.cu' | wc -l)"
expect 'the header is the same' cmp "$out/hip/laplap/laplap.h" "$out/gen/laplap/laplap.h"
expect 'and declares launchers of HIP' grep -q ' launch_laplap_chasing_constant_warp_hip;$' "$out/gen/laplap/laplap.h"
expect 'and uploads' grep -q ' upload_laplap_chasing_constant_warp_hip;$' "$out/gen/laplap/laplap.h"
grep -rniE 'cuda|maxnreg|shfl_sync' "$out/hip" --include=*.hip >"$out/err"
expect 'HIP text has no CUDA in it' test ! -s "$out/err"
(cd "$out/empty" && "$compiler" ../in/copy.stencil) 2>"$out/err"
expect 'default folder is generated' test -f "$out/empty/generated/copy/copy.h"
rm -r "$out/empty/generated"

ends 0 -o "$out/gen" --fields aosoa hdiff.stencil
expect 'STORAGE_ACCESS_aosoa.cu' test -f "$out/gen/hdiff/chasing_naive_aosoa.cu"
ends 0 -o "$out/gen" --fields aosoa_in --target openmp hdiff.stencil
expect 'STORAGE_ACCESS_aosoa_in.c' test -f "$out/gen/hdiff/chasing_naive_aosoa_in.c"
mv "$out/gen/hdiff/hdiff.h" "$out/hdiff.h"
ends 0 -o "$out/gen" hdiff.stencil
expect 'one header for all layouts' cmp "$out/hdiff.h" "$out/gen/hdiff/hdiff.h"
# Its out fields have one type in float only, its in fields the same in both.
printf 'stencil parted {\n    in float a, b;\n    out float c;\n    out d;\n\n    c = a;\n    d = b;\n}\n' >parted.stencil
ends 0 -o "$out/gen" --fields aos --precision float parted.stencil
expect 'a struct is defined once' test "$(grep -c '^struct parted_in {' "$out/gen/parted/parted.h")" = 1

ends 0 -o "$out/one.cu" --storage chasing --access naive laplap.stencil
expect 'a file alone, and its header' test -f "$out/one.cu" -a -f "$out/laplap.h"
expect 'the same text' cmp "$out/one.cu" "$out/gen/laplap/chasing_naive.cu"
ends 0 -o "$out/new/folders/one.cu" --storage chasing --access naive laplap.stencil
expect 'missing folders are made' test -f "$out/new/folders/one.cu"
ends 2 -o "$out/two.cu" laplap.stencil
says 'is one file'
expect 'nothing is written' test ! -e "$out/two.cu"
ends 2 -o "$out/two.c" --storage chasing --access naive laplap.stencil
ends 2 -o "$out/two.cu" --target openmp --storage chasing --access naive laplap.stencil
ends 2 -o "$out/two.cu" --target hip --storage chasing --access naive laplap.stencil
ends 2 -o "$out/two.hip" --storage chasing --access naive laplap.stencil
ends 0 -o "$out/one.hip" --target hip --storage chasing --access naive laplap.stencil
expect 'a HIP file alone' cmp "$out/one.hip" "$out/hip/laplap/chasing_naive.hip"

ends 0 -o - --storage chasing --access naive laplap.stencil
expect 'standard output gets the same text' cmp "$out/text" "$out/one.cu"
expect 'and nothing else is written' is_empty "$out/empty"

"$compiler" -o - --storage chasing --access naive - <laplap.stencil >"$out/text" 2>"$out/err"
sed 's/from laplap.stencil/from standard input/; s/which laplap.stencil/which standard input/' "$out/one.cu" >"$out/want"
expect 'standard input' cmp "$out/text" "$out/want"

# --- Again: the same bytes, and no file is touched.

stamps "$out/gen" >"$out/before"
ends 0 -o "$out/gen" laplap.stencil hdiff.stencil
stamps "$out/gen" >"$out/after"
expect 'a second run touches no file' cmp "$out/before" "$out/after"
printf x >>"$out/gen/laplap/regular_naive.cu"
rm "$out/gen/hdiff/hdiff.h"
ends 0 -v -o "$out/gen" laplap.stencil hdiff.stencil
expect 'what differs is written again' test "$(grep -c '^wrote' "$out/err")" = 2
says 'wrote '"$out"'/gen/laplap/regular_naive.cu'
says 'unchanged '

mkdir -p "$out/deep/er"
ends 0 -o "$out/same1" copy.stencil fastwaves.stencil hdiff.stencil laplap.stencil
(cd "$out/deep/er" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$compiler" -o ../../same2 \
	../../in/laplap.stencil ../../in/hdiff.stencil ../../in/fastwaves.stencil ../../in/copy.stencil)
expect 'the same bytes elsewhere' diff -r "$out/same1" "$out/same2"
for locale in $(locale -a 2>/dev/null | grep -i '^\(de\|fr\|tr\)_' | head -n 1); do
	LC_ALL=$locale TZ=America/Lima "$compiler" -o "$out/same3" copy.stencil fastwaves.stencil \
		hdiff.stencil laplap.stencil
	expect "the same bytes in $locale" diff -r "$out/same1" "$out/same3"
done

# --- Lists, dumps, rules for make.

ends 0 --list --storage chasing laplap.stencil copy.stencil
printf '%s\n' laplap_chasing_naive laplap_chasing_idxvar copy_chasing_naive copy_chasing_idxvar |
	sort >"$out/want"
sort "$out/text" | grep -x -f "$out/want" >"$out/got"
expect '--list' cmp "$out/want" "$out/got"
ends 0 --list laplap.stencil
expect 'the default is all' test "$(wc -l <"$out/text")" -gt 9
ends 0 --list --precision float --access idxvar --storage direct laplap.stencil
expect '--list of float kernels' test "$(cat "$out/text")" = laplap_direct_idxvar_float
ends 0 --list --fields soa --access idxvar --storage direct laplap.stencil
expect '--list of the usual layout' test "$(cat "$out/text")" = laplap_direct_idxvar
ends 0 --list --fields aos --access idxvar --storage direct hdiff.stencil
expect '--list of structs' test "$(cat "$out/text")" = hdiff_direct_idxvar_aos
ends 0 --list --fields aosoa --precision float --access idxvar --storage direct hdiff.stencil
expect '--list of blocks' test "$(cat "$out/text")" = hdiff_direct_idxvar_aosoa_float
ends 0 --list --fields aos_in --access idxvar --storage regular hdiff.stencil
expect '--list of structs of the in fields' test "$(cat "$out/text")" = hdiff_regular_idxvar_aos_in
expect 'and nothing is written' is_empty "$out/empty"
ends 0 --dump ast laplap.stencil
expect '--dump ast' grep -q '^stencil laplap on plane' "$out/text"
ends 0 --dump ir laplap.stencil
expect '--dump ir' grep -q 'loads 13 stores 1 flops 30 bytes 16' "$out/text"

ends 0 -o "$out/dep" -MD --storage chasing --access naive laplap.stencil
expect '-MD' grep -q "^$out/dep/laplap/laplap.h " "$out/dep/laplap/laplap.d"
expect '-MD names the source' grep -q ': laplap.stencil$' "$out/dep/laplap/laplap.d"
cp laplap.stencil 'a b$c#d.stencil'
ends 0 -o "$out/dep" -MF "$out/dep/rules" --storage chasing --access naive 'a b$c#d.stencil'
printf 'include %s\nall: %s\n\t@echo made\n' "$out/dep/rules" "$out/dep/laplap/chasing_naive.cu" >"$out/Makefile"
if command -v make >/dev/null; then
	touch 'a b$c#d.stencil'
	expect 'make reads the rule' make -s -f "$out/Makefile" all >"$out/text"
else
	skip 'make reads the rule: no make'
fi

# --- Help.

ends 0 --help
expect '--help on standard output' test -s "$out/text" -a ! -s "$out/err"
for option in storage access fields precision target templates list dump color diagnostics max-errors \
	levels-per-thread rows-per-thread points-per-thread unroll; do
	expect "--help tells of --$option" grep -q -e "--$option" "$out/text"
done
expect '--help is at most 80 wide' test -z "$(grep '.\{81\}' "$out/text")"
ends 0 --version
expect '--version' grep -q '^stencilgen [0-9]*\.[0-9]' "$out/text"

# --- How it ends.

ends 2
ends 2 --frobnicate laplap.stencil
ends 2 --storage
ends 2 --precision half laplap.stencil
says 'it takes double, float'
ends 2 --target cdua laplap.stencil
says 'did you mean cuda?'
ends 2 -o "$out/empty" --target hip --dim 2 --level 3 "$root/stencils/sparse/evaluate.stencil"
says 'target hip has no kernels for it'
ends 2 -o "$out/empty" --target openmp --dim 2 --level 3 --access fused "$root/stencils/sparse/hierarchize.stencil"
says "target openmp has no access 'fused'"
ends 2 --target hipp laplap.stencil
says 'did you mean hip?'
ends 2 --max-errors 0 laplap.stencil
ends 2 --levels-per-thread 0 laplap.stencil
ends 2 --levels-per-thread 8x laplap.stencil
ends 2 --rows-per-thread 17 laplap.stencil
ends 2 --points-per-thread 3 laplap.stencil
says '1, 2 or 4'
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
says 'it takes soa, aos, aosoa, aos_in, aosoa_in'
ends 2 --fields aos -o "$out/empty" laplap.stencil
says "'laplap' has neither two in fields nor two out fields, so fields aos would repeat soa"
ends 2 --fields aosoa_in -o "$out/empty" sponge.stencil
says "'sponge' has fewer than two in fields, so fields aosoa_in would repeat soa"
ends 2 --fields aosoa -o "$out/empty" hdiff.stencil upwind.stencil
says "'upwind' has float and double among its in fields"
ends 1 -o "$out/empty" bad.stencil
ends 1 -o "$out/empty" missing.stencil
says 'missing.stencil:1:1: error: No such file'
ends 1 -o "$out/empty" .
says 'Is a directory'
ends 1 -o "$out/empty" laplap.stencil bad.stencil hdiff.stencil worse.stencil
says "unknown name 'v'"
says "before ';'"
says '2 errors generated.'
cp laplap.stencil again.stencil
ends 1 -o "$out/empty" laplap.stencil hdiff.stencil again.stencil
says "again.stencil:2:9: error: 'laplap' is declared twice"
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
	expect 'a file that is locked' test $? = 1
	says 'secret.stencil:1:1: error: Permission denied'
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
if [ -w /dev/full ]; then
	"$compiler" -o - --storage chasing --access naive laplap.stencil >/dev/full 2>"$out/err"
	expect 'standard output is full' test $? = 3
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

# --- Templates.

templates=$out/templates
cp -r "$root/templates" "$templates"
ends 0 --templates "$templates" -o "$out/gen4" laplap.stencil hdiff.stencil
"$compiler" -o "$out/gen5" laplap.stencil hdiff.stencil
expect 'the same templates make the same kernels' diff -r "$out/gen4" "$out/gen5"

# broken FILE SED-SCRIPT MESSAGE: a template is spoilt, and what is said of it.
broken() {
	cp "$root/templates/$1" "$templates/$1"
	sed "$2" "$root/templates/$1" >"$templates/$1"
	ends 1 --templates "$templates" -o "$out/empty" --storage chasing --access idxvar laplap.stencil
	says "$3"
	says "$1:"
	cp "$root/templates/$1" "$templates/$1"
}

broken cuda/idxvar.tmpl 's/^    \$statements$/    $statemens/' "macro 'statemens' is not described"
says '    $statemens'
says '     ^~~~~~~~~'
broken cuda/idxvar.tmpl 's/^    \$statements  .*$/&\n    $extra        not used anywhere/' \
	"macro 'extra' is described here and used nowhere"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$indices/&\n    $name/' "no macro 'name' here"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$values/int n/' "macro 'values' is described here and used nowhere"
broken cuda/idxvar.tmpl '/^%kernel/,$s/\$values/int n/; $s/$/\n\n%other\n$values/' \
	"section '%kernel' does not use '\$values'"
broken cuda/idxvar.tmpl 's/^%kernel$/%kernels/' "no section '%kernel'"
broken layout/soa.tmpl 's/^%element$/%elements/' "no section '%element'"
broken storage/chasing.tmpl 's/^%neighbour$/%nachbar/' "no section '%neighbour'"
broken storage/chasing.tmpl 's/^%range$/%range here/' "stands alone on its line"
rm "$templates/cuda/file.tmpl"
ends 1 --templates "$templates" -o "$out/empty" laplap.stencil
says 'No such file'
ends 1 --templates "$out/nowhere" -o "$out/empty" laplap.stencil
expect 'nothing is written by broken templates' is_empty "$out/empty"

# --- Random stencils are right, and the same everywhere.

smith=${SMITH:-$root/build/tests/stencilsmith}
if [ -x "$smith" ]; then
	: >"$out/all"
	seed=1
	while [ $seed -le 500 ]; do
		"$smith" $seed >smith.stencil
		cat smith.stencil >>"$out/all"
		"$compiler" -q --precision float --list smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith $seed in float"
		"$compiler" -q --list smith.stencil >"$out/text" 2>"$out/err" ||
			fail "stencilsmith $seed"
		seed=$((seed + 1))
	done
	expect 'random stencils are right' test $seed = 501
	expect 'random stencils are the same everywhere' test "$(cksum <"$out/all")" = '2799564876 308200'
else
	skip 'random stencils: no build/tests/stencilsmith'
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
