#!/bin/sh
# sparse.sh MODE : emits the kernels of all stencils on sparse grids for several sizes,
# compiles them for this processor, and runs tests/kernels/sparse.c on them. Modes:
#
#     host    the CUDA text, by runtime/host       openmp   the C text
#     host-asan, openmp-asan                       with ASan and UBSan
#     host-tsan    with TSan, a fiber a thread; fewer sizes
#     openmp-tsan  with TSan and threads that it understands, by gcc
#
# GRIDS: instead of the usual ones, as "5:7 3:6:pad" (dimensions:levels). TEMPLATES:
# a folder of them. FULL=1: also large ones.
set -eu
. "$(dirname "$0")/../lib/sanitizers.sh"
mode=$1
CC=${CC:-cc} CXX=${CXX:-c++} STENCILS=${STENCILS:-stencils/sparse}
export STENCILS
out=${OUT:-build/sparse-tests}/$mode
exact='-ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize'
sanitize= target=cuda precisions='float double'
grids='1:1 1:9 2:9 3:6 5:7 6:6 9:6 10:5 2:4:pad 4:5:pad'
case $mode in
openmp*) target=openmp ;;
esac
case $mode in
*-asan)
	grids='1:1 1:6 2:5 3:4 5:4 9:3 3:5:pad' precisions=float
	[ $target = cuda ] || grids='1:1 2:11 3:4 9:3 3:5:pad'
	sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' ;;
*-tsan)
	grids='1:4 2:4 3:5 5:3' precisions=float
	sanitize=-fsanitize=thread
	# gcc's TSan is twenty times slower with fibers.
	if [ $target = openmp ]; then
		# Small grids are done by one thread.
		grids='2:11 3:9 5:7' CC=gcc CXX=g++
	elif clang_has_tsan; then
		CC=clang CXX=clang++
	fi ;;
*)
	[ -z "${FULL-}" ] || grids="$grids 1:14 4:9 7:7 10:6 20:3 32:2" ;;
esac
grids=${GRIDS:-$grids}

rm -rf "$out"
mkdir -p "$out"
: >"$out/sparse.def"
for precision in $precisions; do
	for grid in $grids; do
		pad=
		case $grid in
		*:pad) pad=--pad ;;
		esac
		level=${grid#*:}
		# Where there is more than one precision, the second one on small grids only.
		[ "$precision" = float ] || case $grid in 3:6 | 5:7 | 4:5:pad) ;; *) continue ;; esac
		build/stencilgen -q -o "$out" --target $target --precision $precision --dim "${grid%%:*}" \
			--level "${level%:pad}" $pad ${TEMPLATES:+--templates "$TEMPLATES"} \
			${ACCESS:+--access "$ACCESS"} --kernels "$out/part.def" "$STENCILS"/*.stencil
		cat "$out/part.def" >>"$out/sparse.def"
	done
done

jobs=$(getconf _NPROCESSORS_ONLN)
if [ $target = openmp ]; then
	find "$out" -name '*.c' | sort | xargs -P "$jobs" -I{} \
		$CC -std=gnu11 -O2 -g1 -Wall -Wextra -Werror -fopenmp $exact $sanitize -c {} -o {}.o
else
	# One translation unit a stencil and grid: the header first, then each kernel in a
	# namespace of its own.
	for folder in "$out"/*/; do
		stencil=$(basename "$folder")
		for kernel in "$folder"*.cu; do
			stem=$(basename "$kernel" .cu)
			# Dynamic shared memory is the same for all of a unit.
			if grep -q 'extern __shared__' "$kernel"; then
				printf '#include "%s/%s.cu"\n' "$stencil" "$stem" >"$out/${stencil}_$stem.cpp"
				continue
			fi
			unit=$out/${stencil}_${stem##*_d}.cpp
			header=$(sed -n 's/^#include "\(.*\)"$/\1/p' "$kernel")
			[ -e "$unit" ] || printf '#include <limits.h>\n#include "%s/%s"\n' "$stencil" "$header" >"$unit"
			printf 'namespace %s {\n#include "%s/%s.cu"\n}\n' "$stem" "$stencil" "$stem" >>"$unit"
		done
	done
	find "$out" -name '*.cpp' | sort | xargs -P "$jobs" -I{} \
		$CXX -std=gnu++17 -nostdinc++ -O1 -g1 -Wall -Werror -Wno-unknown-pragmas $exact $sanitize -I"$out" \
		-include runtime/host/cuda_on_host.h -c {} -o {}.o
fi

# The judge is compiled without sanitizers: it has tests of its own.
$CC -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -g $exact \
	-iquote . -iquote templates -I"$out" -c tests/kernels/sparse.c -o "$out/sparse.o"
fibers=
if [ $target = cuda ]; then
	for f in runtime/host/*.c; do
		o=$out/fibers-$(basename "$f").o
		$CC -std=c11 -O2 -g -c "$f" -o "$o"
		fibers="$fibers $o"
	done
fi
threads=-fopenmp
if [ "$mode" = openmp-tsan ]; then
	threads=$out/gomp_threads.o
	$CC -std=gnu11 -O2 -g $sanitize -c tests/kernels/gomp_threads.c -o "$threads"
fi
$CXX $sanitize "$threads" "$out/sparse.o" $(find "$out" -name '*.cpp.o' -o -name '*.c.o' | grep -v fibers | sort) \
	$fibers build/libstencilgen.a $(pkg-config --libs check) -lm -ldl -pthread -o "$out/sparse"

echo "sparse.sh $mode: $(grep -c SPARSE "$out/sparse.def") kernels"
export OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 TSAN_OPTIONS=halt_on_error=1
for order in forward ${ORDERS-shuffle:3}; do
	STENCIL_HOST_ORDER=$order "$out/sparse"
	[ $target = cuda ] || break
done
