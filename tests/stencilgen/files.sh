#!/bin/sh
# What the compiler writes where, what it leaves alone, and what it prints instead.
# shellcheck disable=SC2016 # a dollar is a dollar

. "$(dirname "$0")/../lib/compiler.sh"

# --- Where it goes.

ends 0 -o "$out/gen" laplap.stencil hdiff.stencil
expect 'a folder for each stencil' test -f "$out/gen/laplap/laplap.h" -a -f "$out/gen/hdiff/hdiff.h"
expect 'STORAGE_ACCESS.cu' test -f "$out/gen/laplap/chasing_compressed_idxvar.cu"
ends 0 -o "$out/gen" --precision float --target openmp laplap.stencil
expect 'STORAGE_ACCESS_float.c' test -f "$out/gen/laplap/direct_naive_float.c"
ends 0 -o "$out/hip" --target hip laplap.stencil fastwaves.stencil
expect 'STORAGE_ACCESS.hip' test -f "$out/hip/laplap/chasing_constant_warp.hip"
expect 'all kernels but those with asynchronous copies' test "$(find "$out/hip/laplap" -name '*.hip' | wc -l)" = \
	"$(find "$out/gen/laplap" -name '*.cu' ! -name '*_planes.cu' | wc -l)"
# declared HEADER KERNEL...: the header declares the launchers of just these kernels.
declared() {
	header=$1
	shift
	for kernel; do basename "${kernel%.*}"; done | sort >"$out/want"
	sed -n 's/.* launch_[a-z]*_\(regular.*\|chasing.*\|direct.*\);$/\1/p' "$header" | sed 's/_hip$//; s/_openmp$//' |
		sort >"$out/got"
	cmp "$out/want" "$out/got"
}
not() { ! "$@"; }
expect 'a header declares what was written' declared "$out/gen/laplap/laplap.h" "$out"/gen/laplap/*.cu
expect 'one of another target, too' declared "$out/hip/laplap/laplap_hip.h" "$out"/hip/laplap/*.hip
expect 'of another precision and target, too' \
	declared "$out/gen/laplap/laplap_float_openmp.h" "$out"/gen/laplap/*_float.c
expect 'uploads are declared' grep -q ' upload_laplap_chasing_constant_warp_hip;$' "$out/hip/laplap/laplap_hip.h"
grep -rniE 'cuda|maxnreg|shfl_sync' "$out/hip" --include=*.hip >"$out/err"
expect 'HIP text has no CUDA in it' test ! -s "$out/err"
# exported FILE: the functions that tools look up in the library of a kernel.
exported() {
	sed -n '/^extern "C"/{n;s/(.*//p}' "$1"
}
ends 0 -o "$out/hip" --target hip --storage regular --access idxvar "$root/stencils/programs/cg.stencil"
exported "$out/hip/cg/regular_idxvar.hip" >"$out/exported"
expect 'a program in HIP exports six functions' test "$(wc -l <"$out/exported")" = 6
expect 'their names end in _hip' not grep -v '_hip$' "$out/exported"
(cd "$out/empty" && "$compiler" -q ../in/copy.stencil) 2>"$out/err"
expect 'default folder is generated' test -f "$out/empty/generated/copy/copy.h"
rm -r "$out/empty/generated"

ends 0 -o "$out/gen" --fields aosoa hdiff.stencil
expect 'STORAGE_ACCESS_aosoa.cu' test -f "$out/gen/hdiff/chasing_naive_aosoa.cu"
ends 0 -o "$out/gen" --fields aosoa_in --target openmp hdiff.stencil
expect 'STORAGE_ACCESS_aosoa_in.c' test -f "$out/gen/hdiff/chasing_naive_aosoa_in.c"
expect 'a header declares those of its layout' declared "$out/gen/hdiff/hdiff_aosoa.h" "$out"/gen/hdiff/*_aosoa.cu
ends 0 -o "$out/few" --access idxvar --storage direct,regular hdiff.stencil
expect 'a header declares nothing else' declared "$out/few/hdiff/hdiff.h" "$out"/few/hdiff/*.cu
expect 'and no table that no kernel has' not grep -q CHASING "$out/few/hdiff/hdiff.h"
ends 0 -o "$out/few" --access idxvar --storage regular hdiff.stencil
expect 'the last command writes the header' declared "$out/few/hdiff/hdiff.h" "$out"/few/hdiff/regular_idxvar.cu
ends 0 -o "$out/few" --dim 3 --level 4 --pad --precision float --access basic,inv4 "$root/stencils/sparse/hierarchize.stencil"
header=$out/few/hierarchize/hierarchize_d3_l4_pad_float.h
expect 'a header of a sparse grid' test "$(grep -c ' launch_.*;$' "$header")" = 2
expect 'declares uploads' grep -q '^int upload_hierarchize_sparse_inv4_d3_l4_pad_float(void);$' "$header"
# Many names are abbreviated, but differ where the names do.
awk 'BEGIN {
	print "stencil many { in src; out dst;"
	for (i = 10; i < 30; i++) {
		name = sprintf("a_temporary_with_a_rather_long_name_that_is_kept_in_memory_no%d", i)
		printf "%s = %d*src;\n", name, i
		names = names (i > 10 ? "+" : "") name
		sum = sum (i > 10 ? " + " : "") name "[west]"
	}
	print "dst = " sum "; }"
	print names >"many.names"
}' >many.stencil
ends 0 -o "$out/many" --storage regular --access idxvar --store "$(cat many.names)" many.stencil
ends 0 -o "$out/many" --storage regular --access idxvar --store "$(sed 's/\(.*\)+/\1\//' many.names)" many.stencil
expect 'two headers and two kernels of abbreviated names' test \
	"$(find "$out/many/many" -name '*_store_a_temporary_with_*_no10_and_19_more_????????.*' | wc -l)" = 4

# With nothing to keep there is one kernel, but its header is named as --store says, whatever the access.
printf 'stencil alone { in u; out v; a = u[west] + u[above]; v = u[below] + u[above] + u[west.south]; }\n' >alone.stencil
ends 0 -o "$out/alone" --store a alone.stencil
cat "$out"/alone/alone/*.cu | sed -n 's/^#include "\(.*\)"$/\1/p' | sort -u >"$out/included"
expect 'kernels include the header that is written' test "$(cat "$out/included")" = alone_store_a.h -a -f "$out/alone/alone/alone_store_a.h"

# Headers of a stencil that keeps more and less go into one file; tables of what they read differ.
printf 'stencil twice { in u; out v; a = u[west] + u[east]; v = a[-2,0] + a[+2,0]; }\n' >twice.stencil
for store in none a; do
	ends 0 -o "$out/stores-$store" --target openmp --storage direct --access idxvar --store $store twice.stencil
done
printf '#include "%s"\n' "$out"/stores-*/twice/twice*.h >"$out/both.c"
expect 'headers for what is kept go together' "${CC:-cc}" -std=c11 -Werror -fsyntax-only "$out/both.c"
# So do those of a program in float and in double: what it keeps also follows from types.
for type in double float; do
	ends 0 -o "$out/kept" --target openmp --storage chasing --precision $type "$root/tests/data/random/programs/kept_by_type.stencil"
done
printf '#include "%s"\n' "$out"/kept/*/*.h >"$out/types.c"
expect 'headers of both types go together' "${CC:-cc}" -std=c11 -Werror -fsyntax-only "$out/types.c"
# Its out fields have one type in float only, its in fields the same in both.
printf 'stencil parted {\n    in float a, b;\n    out float c;\n    out d;\n\n    c = a;\n    d = b;\n}\n' >parted.stencil
ends 0 -o "$out/gen" --fields aos --precision float parted.stencil
ends 0 -o "$out/gen" --fields aos_in parted.stencil
printf '#include "gen/parted/%s"\n' parted_aos_float.h parted_aos_in.h >"$out/both.c"
expect 'headers with the same struct go together' "${CC:-cc}" -std=c11 -Wall -Werror -fsyntax-only "$out/both.c"

for name in lap Lap LAP Stencil STENCIL; do
	printf 'stencil %s {\n    in u;\n    out v;\n\n    v = u[west];\n}\n' $name >case.stencil
	ends 0 -o "$out/case" --storage regular,chasing_compressed --access naive --target openmp case.stencil
	printf '#include "case/%s/%s_openmp.h"\nint use_%s(void) { return %s_grid(4, 4, 4).row; }\n' $name $name $name $name >>"$out/case.c"
done
expect 'names that differ in case go together' "${CC:-cc}" -std=c11 -Wall -Werror -fsyntax-only "$out/case.c"

printf 'stencil named {\n    in grid, INT_MAX, class;\n    out depth;\n\n    depth = grid + INT_MAX*class;\n}\n' >named.stencil
ends 0 -o "$out/gen" --storage regular --access naive named.stencil
expect 'arguments have their own names' grep -q '^    double *\*depth;' "$out/gen/named/named.h"
expect 'but for words of C and macros' grep -q '^    size_t grid, INT_MAX_, class_, depth;$' "$out/gen/named/named.h"

ends 0 -o "$out/fortran" --fortran --storage regular --access naive laplap.stencil copy.stencil
expect 'modules of Fortran' test -f "$out/fortran/stencil.F90" -a -f "$out/fortran/laplap/laplap.F90" \
	-a -f "$out/fortran/copy/copy.F90"
ends 0 -o "$out/fortran/one.c" --fortran --storage regular --access naive --precision float --target openmp laplap.stencil
expect 'beside a file' test -f "$out/fortran/laplap_float_openmp.F90"
ends 2 -o - --fortran laplap.stencil
ends 2 -o "$out/no" --fortran --fields aos hdiff.stencil
says 'has its fields in structs, and modules are for arrays'
expect 'nothing is written' test ! -e "$out/no"
ends 0 -o "$out/fortran" --fortran --dim 3 --level 4 "$root/stencils/sparse/hierarchize.stencil"
expect 'modules of sparse grids' test -f "$out/fortran/hierarchize/hierarchize_d3_l4.F90"
ends 0 -o "$out/fortran" --fortran --target openmp "$root/tests/golden/mesh-kernels-that-store.stencil"
expect 'modules of programs on meshes' grep -rq 'type(stencil_mesh), intent(in) :: mesh' "$out/fortran" --include='*_openmp.F90'

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
sed 's/from laplap.stencil/from standard input/; s/in laplap.stencil/in standard input/' "$out/one.cu" >"$out/want"
expect 'standard input' cmp "$out/text" "$out/want"

# Vectors of levels are in a header beside the kernels that have them; a level alone is in scalars.
innermost='--levels innermost --storage chasing'
# shellcheck disable=SC2086 # options are words
ends 0 -o "$out/vectors/vectors.cu" $innermost --access idxvar laplap.stencil
expect 'the header of vectors of levels' cmp "$out/vectors/stencil_levels.cuh" "$root/templates/stencil_levels.cuh"
expect 'kernels include it' grep -qx '#include "stencil_levels.cuh"' "$out/vectors/vectors.cu"
# shellcheck disable=SC2086
ends 0 -o - $innermost --access idxvar laplap.stencil
expect 'standard output gets no header' cmp "$out/text" "$out/vectors/vectors.cu"
for one in '--access cluster hdiff.stencil' '--access idxvar --levels-per-load 1 fastwaves.stencil'; do
	rm -rf "$out/scalars"
	# shellcheck disable=SC2086
	ends 0 -o "$out/scalars/scalars.cu" $innermost $one
	expect "no header of vectors with $one" test ! -e "$out/scalars/stencil_levels.cuh"
	! grep -nE '\bLEVELS\b|level_vector|(load|store)_levels|\[l' "$out/scalars/scalars.cu" >"$out/err"
	expect "and no vectors with $one" test ! -s "$out/err"
done

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

# --- What it wrote, a line for each folder.

wrote() { # WHAT LINES [OPTION...]
	what=$1
	printf "$2" "$out/told" "$out/told" "$out/told" >"$out/want"
	shift 2
	ends 0 -o "$out/told" --storage regular "$@"
	expect "$what" cmp "$out/text" "$out/want"
}
wrote 'the files of a folder' 'wrote 3 files to %s/laplap\n%.0s%.0s' --access naive,idxvar laplap.stencil
wrote 'files that are as they were' '3 files in %s/laplap are unchanged\n%.0s%.0s' --access naive,idxvar laplap.stencil
wrote 'some of them' 'wrote 2 files to %s/laplap, 1 unchanged\n%.0s%.0s' --access naive,wide laplap.stencil
wrote 'a file that stencils share counts once' 'wrote 2 files to %s/laplap, 1 unchanged\nwrote %s/stencil.F90\nwrote 3 files to %s/copy\n' \
	--access wide --fortran laplap.stencil copy.stencil
wrote 'nothing with --quiet' '%.0s%.0s%.0s' -q --access naive laplap.stencil
ends 0 -o - --kernels "$out/told/kernels.def" --storage regular --access wide copy.stencil
expect 'kernels on standard output stand alone there' cmp "$out/text" "$out/told/copy/regular_wide.cu"

mkdir -p "$out/deep/er"
ends 0 -o "$out/same1" copy.stencil fastwaves.stencil hdiff.stencil laplap.stencil
(cd "$out/deep/er" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$compiler" -q -o ../../same2 \
	../../in/laplap.stencil ../../in/hdiff.stencil ../../in/fastwaves.stencil ../../in/copy.stencil)
expect 'the same bytes elsewhere' diff -r "$out/same1" "$out/same2"
for locale in $(locale -a 2>/dev/null | grep -i '^\(de\|fr\|tr\)_' | head -n 1); do
	LC_ALL=$locale TZ=America/Lima "$compiler" -q -o "$out/same3" copy.stencil fastwaves.stencil \
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
for prints in --list '--dump costs'; do
	# shellcheck disable=SC2086 # words
	ends 0 $prints --kernels "$out/listed.def" laplap.stencil
	expect "$prints writes no list of kernels" test ! -e "$out/listed.def"
done
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
ends 0 -o "$out/dep" -MF "$out/dep/both" --storage chasing --access naive laplap.stencil copy.stencil
expect '-MF has the rules of all files' test "$(grep -c ': \(laplap\|copy\).stencil$' "$out/dep/both")" = 2

# --- What would be written twice.

ends 2 -o "$out/twice" --kernels "$out/twice/laplap/laplap.h" laplap.stencil
says 'twice/laplap/laplap.h is named for two outputs'
ends 2 -o "$out/twice" -MF "$out/twice/copy/copy.h" laplap.stencil copy.stencil
says 'twice/copy/copy.h is named for two outputs'
ends 2 -o "$out/twice.cu" --storage regular --access naive laplap.stencil copy.stencil
says 'twice.cu is named for two outputs'
expect 'nothing is written' test ! -e "$out/twice" -a ! -e "$out/twice.cu"

# --- Help.

ends 0 --help all
expect '--help all on standard output' test -s "$out/text" -a ! -s "$out/err"
for option in fortran storage access fields precision target templates list dump color diagnostics max-errors \
	levels-per-thread rows-per-thread points-per-thread unroll; do
	expect "--help all tells of --$option" grep -q -e "--$option" "$out/text"
done
expect '--help all tells what levels an access has' test "$(grep -c '^  \(idxvar  *all\|cluster  *all but regular\)  .*; also levels innermost$' "$out/text")" = 2
expect '--help all is at most 80 wide' test -z "$(grep '.\{81\}' "$out/text")"
cat >"$out/two.stencil" <<'END'
stencil one { in a; out b; b = a[west] + a[east]; }
stencil two { in a; out b; c = 2*a; b = c[west] + c[east]; }
END
ends 0 --list --storage regular --access naive --stencil two "$out/two.stencil" laplap.stencil
expect '--stencil: its kernels only' test "$(cat "$out/text")" = two_regular_naive
ends 0 -q -o "$out/two" --store c --storage regular --stencil two "$out/two.stencil"
expect 'decisions are for it alone' test -f "$out/two/two/regular_naive_store_c.cu" -a ! -e "$out/two/one"
ends 2 -o "$out/none" --stencil three "$out/two.stencil"
expect 'a stencil that no file has' grep -qx "stencilgen: no file has a stencil 'three': leave out --stencil to use all" "$out/err"
expect 'nothing is written' test ! -e "$out/none"

ends 0 --version
expect '--version' grep -q '^stencilgen [0-9]*\.[0-9]' "$out/text"

finish
