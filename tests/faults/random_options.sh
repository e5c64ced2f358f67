#!/bin/sh
# Long: only in `make check-all`; options are refused one by one elsewhere.
# Random command lines: the options that --help names, with hostile values, for all four programs,
# under ASan and UBSan where build/sanitized has them. Whatever is asked, a program ends with a
# documented status, and with a message unless that is 0. COUNT: how many for each program.
# SEED: the first; a failure names the one that shows it.

. "$(dirname "$0")/../lib/programs.sh"
root=$PWD count=${COUNT:-120} seed=${SEED:-1}
[ ! -x build/sanitized/stencilrun ] || bin=build/sanitized
case $bin in /*) ;; *) bin=$root/$bin ;; esac
case $out in /*) top=$out ;; *) top=$root/$out ;; esac
out=$top
# Kernels need no compiler to go wrong: without one this takes no time.
CC=false CXX=false NVCC=false STENCILGEN_CACHE=$top/cache
ASAN_OPTIONS=log_path=$top/report:abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=1000
ASAN_OPTIONS=$ASAN_OPTIONS:soft_rss_limit_mb=1500:detect_stack_use_after_return=0
export CC CXX NVCC STENCILGEN_CACHE ASAN_OPTIONS UBSAN_OPTIONS=log_path=$top/report:print_stacktrace=1
mkdir "$top/in"
cp stencils/laplap.stencil stencils/sponge.stencil stencils/sparse/evaluate.stencil tests/data/pages/*.page \
	tests/data/pages/*.csv "$top/in"
"$bin/stencilrun" --sample 9x8x5 "$top/in/src.npy" || exit 1
printf 'best: stencil=laplap\n' >"$top/in/tuned.txt"
long=$(printf '%064d' 0 | tr 0 x)

# Values, a line each: numbers, lists, names, files. None leads out of the folder.
cat >"$top/values" <<END

-
--
0
1
-1
2
16
64
65
1024
1025
2147483647
2147483648
-2147483648
4294967297
99999999999999999999
1e309
1e-310
nan
0x10
1,2,3
1,,2
,
1..3
1..2147483647
5..2
8..64x2
8x8x4
8x8x4,9x9x5
1x1x1
0x1x1
1073741824x1073741824x1073741824
2000x2000x2000
3:4
3:4:pad
32:30
all
regular
chasing,direct
naive
naive,idxvar,tile
aos
aosoa_in
double
float
row
zcurve:3
hilbert
random:18446744073709551616
64x2x1
sweep
openmp
host
cuda
hip
src=src.npy
src=missing.npy
dst=dst.npy
dst=src.npy
dst:src
dt=1e400
depth=3
u=x1
u=x1; value = 3
v=
ast
ir
costs
json
always
text
cold,hot
bars
roofline
laplap.stencil
sponge.stencil
evaluate.stencil
missing.stencil
src.npy
charts.page
rows.csv
tuned.txt
new/folder/file.csv
out.cu
out.c
.
fifo
%s%n%x
$long
${long}y
$(printf '\377\376')
END

# command PROGRAM SEED: its words, a line each.
command_line() {
	"$bin/$1" --help all 2>/dev/null | grep -o -e ' --[a-z-]*' -e ' -[A-Za-z]\{1,2\}\>' | tr -d ' ' | sort -u >"$top/options"
	awk -v seed="$2" -v program="$1" '
		function draw(n) { return int(rand()*n) }
		BEGIN { srand(seed) }
		FNR == NR { option[options++] = $0; next }
		{ value[values++] = $0 }
		END {
			n = draw(6)
			for (i = 0; i < n; i++) {
				o = option[draw(options)]
				if (o ~ /^--(help|version)$/ && draw(8)) continue
				v = value[draw(values)]
				kind = draw(10)
				if (kind < 6) { print o; print v }
				else if (kind < 8) print o (o ~ /^--/ ? "=" : "") v
				else print o
			}
			split("laplap.stencil sponge.stencil evaluate.stencil charts.page rows.csv missing", file, " ")
			if (draw(10)) print program == "stencilreport" ? file[4 + draw(2)] : file[1 + draw(3)]
			if (!draw(8)) print value[draw(values)]
		}' "$top/options" "$top/values"
}

# try PROGRAM SEED
try() {
	rm -rf "$top/work"
	cp -r "$top/in" "$top/work"
	command_line "$1" "$2" >"$top/words"
	program=$1 number=$2
	set --
	while IFS= read -r word; do set -- "$@" "$word"; done <"$top/words"
	(cd "$top/work" && ulimit -t 60 && exec timeout 600 "$bin/$program" "$@") \
		</dev/null >"$top/stdout" 2>"$top/stderr"
	status=$?
	if [ $status -gt 3 ]; then
		fail "$program $*: seed $number"
	elif [ $status != 0 ] && [ ! -s "$top/stderr" ]; then
		fail "no message: $program $*: seed $number"
	elif ls "$top"/report.* >/dev/null 2>&1; then
		cat "$top"/report.* | head -30
		rm -f "$top"/report.*
		fail "$program $*: seed $number"
	else
		passed=$((passed + 1))
	fi
}

last=$((seed + count))
while [ $seed -lt $last ]; do
	for program in stencilgen stencilrun stencilbench stencilreport; do
		try $program $seed
	done
	seed=$((seed + 1))
done
check 'nothing is written beside the folder' test -z "$(cd "$top" && ls -A | grep -vx \
	-e cache -e check -e data -e empty -e in -e options -e stderr -e stdout -e values -e words -e work)"
finish
