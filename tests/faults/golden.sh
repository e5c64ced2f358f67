#!/bin/sh
# tests/golden.sh finds a change in a kernel by a file without launchers, and a change in a launcher by a file of
# golden/launchers. It finds a change in each line of templates that any golden kernel has. A text without a kernel fails, and
# --bless does not accept it.
# Long: only in `make check-all`; golden.sh itself is short.
# shellcheck disable=SC2016 # a dollar is a dollar
set -u
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d "${TMPDIR:-/tmp}/planted.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh
. tests/lib/marks.sh

compiler=$PWD/build/stencilgen
mkdir "$out/tests"
cp -r tests/golden tests/golden.sh "$out/tests"
cp -r templates "$out/templates"
cat >"$out/compiler" <<END
#!/bin/sh
exec '$compiler' --templates '$out/templates' "\$@"
END
chmod +x "$out/compiler"

# golden STATUS ARGUMENT... : what the script says of the copy is in $out/said.
golden() {
	want=$1
	shift
	STENCILGEN=$out/compiler sh "$out/tests/golden.sh" "$@" >"$out/said" 2>&1
	[ $? = "$want" ] || { tail "$out/said"; false; }
}
says() { grep -qxF -e "$1" "$out/said"; }
unchanged() { diff -r tests/golden "$out/tests/golden"; }
kernels() { (cd tests/golden && ls ./*.cu ./*.hip ./*.c) | sed 's,^\./,,'; }

check 'nothing is planted, nothing differs' golden 0
check 'all are accepted as they are' golden 0 --bless
check 'and none is written anew' unchanged

# plant TEMPLATE SED-COMMAND FILE OTHER : the change is found in one file, but not in the other one.
plant() {
	sed "$2" "templates/$1" >"$out/templates/$1"
	check "$1: something is planted" sh -c '! cmp -s "$1" "$2"' - "templates/$1" "$out/templates/$1"
	check "$1: found in $3" golden 1 "${3%.*}"
	check "$1: $3 is what differs" says "FAILED  $3"
	check "$1: not found in $4" golden 0 "${4%.*}"
	check "$1: accepted in $3" golden 0 --bless "${3%.*}"
	check "$1: found no more" golden 0 "${3%.*}"
	cp "templates/$1" "$out/templates/$1"
	cp "tests/golden/$3" "$out/tests/golden/$3"
}
plant cuda/idxvar.tmpl 's/blockIdx.x\*blockDim.x/blockDim.x*blockIdx.x/' if-becomes-if.cu halos-c.c
plant openmp/idxvar.tmpl 's/c < end; c++/c < end; ++c/' openmp-regular.c if-becomes-if.cu
plant mesh/cuda/idxvar.tmpl 's/k = /k  = /' mesh-kernel-in-hip.hip mesh-kernel-over-slots.cu
plant cuda/halo.tmpl 's/if (number >= cells)/if (cells <= number)/' halos-hip.hip halos-c.c
plant target/cuda.tmpl 's/^    .blockDim = /    .blockDim =  /' params-only-values-in-the-launcher.cu if-becomes-if.cu
plant target/hip.tmpl 's/^    \$threads,/    ($threads),/' hip-lanes-of-64.hip hip-shared-memory.hip
plant openmp/file.tmpl 's/(void)params, (void)block/(void)block, (void)params/' ints-and-bools-are-fields-openmp.c openmp-regular.c
plant program.tmpl 's/case \$index:/case ($index):/' halos-by-table.cu halos.cu

# Lines by which golden.sh finds where functions begin have no marks.
begins='[{]$|^(extern "C" |static )?(int|size_t|void [*]|void|struct stencil_[a-z]+)$'
for template in $(cd templates && find . -name '*.tmpl' ! -name fortran.tmpl | sed 's,^\./,,'); do
	marked "$template" "$begins" >"$out/templates/$template"
done
kernels | while read -r file; do
	# shellcheck disable=SC2046 # options are words
	(cd tests/golden && "$out/compiler" -o - $(sed -n '1s,^// options: ,,p' "${file%.*}.stencil") "${file%.*}.stencil" 2>/dev/null)
done | marks - >"$out/emitted"
check 'a change in each line: found' golden 1
grep '^+' "$out/said" | marks - >"$out/found"
check 'a change in each line: many lines' test "$(grep -c . "$out/emitted")" -gt 1500
check 'a change in each line: no kernel is lost' test "$(grep -c '^FAILED .*\.\(cu\|hip\|c\)$' "$out/said")" = "$(kernels | grep -c .)"
missed() { ! comm -23 "$out/emitted" "$out/found" | grep .; }
check 'a change in each line: all lines are compared' missed
rm -r "$out/templates"
cp -r templates "$out/templates"

# What leaves no kernel.
sed 's/^__global__/__kernel__/' templates/cuda/idxvar.tmpl >"$out/templates/cuda/idxvar.tmpl"
for file in if-becomes-if guards-in-kernels; do
	check "no kernel: $file fails" golden 1 $file
	check "no kernel: $file says why" says "FAILED  $file.cu: no kernel remains, or no function that golden/launchers names"
	check "no kernel: $file is not accepted" golden 1 --bless $file
done
cp templates/cuda/idxvar.tmpl "$out/templates/cuda/idxvar.tmpl"
sed 's/^static void$/static  void/' templates/openmp/idxvar.tmpl >"$out/templates/openmp/idxvar.tmpl"
check 'no kernel on a CPU: fails' golden 1 --bless openmp-regular
cp templates/openmp/idxvar.tmpl "$out/templates/openmp/idxvar.tmpl"
sed 's/^%file$/&\nint\nsome(void)\n{/' templates/openmp/file.tmpl >"$out/templates/openmp/file.tmpl"
check 'a function that does not end: fails' golden 1 --bless openmp-regular
cp templates/openmp/file.tmpl "$out/templates/openmp/file.tmpl"
sed -i 's/^guards-in-kernels.cu .launch_/guards-in-kernels.cu ^lunch_/' "$out/tests/golden/launchers"
check 'a launcher that is not there: fails' golden 1 --bless guards-in-kernels
echo 'gone.cu . what is not there' >>"$out/tests/golden/launchers"
check 'a file that is not there: fails' golden 1 if-becomes-if
check 'a file that is not there: named' says 'FAILED  launchers names gone.cu'
cp tests/golden/launchers "$out/tests/golden/launchers"
check 'no failure is accepted' unchanged

# Texts that are lost come back as they were, of both kinds.
for file in if-becomes-if.cu guards-in-kernels.cu hip-lanes-of-64.hip openmp-regular.c sparse-padded.cu; do
	: >"$out/tests/golden/$file"
	check "$file, lost: found" golden 1 "${file%.*}"
	check "$file, lost: accepted" golden 0 --bless "${file%.*}"
done
check 'what was lost is there again' unchanged
finish
