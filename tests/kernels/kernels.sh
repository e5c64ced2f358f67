#!/bin/sh
# kernels.sh MODE : emits every legal kernel of every stencil in both precisions
# all layouts of fields and with levels innermost, compiles them for this processor, and runs
# tests/kernels/kernels.c on them. Modes:
#
#     host    the CUDA text, by runtime/host       openmp   the C text
#     hip     the HIP text, with 64 lanes
#     host-asan, openmp-asan                       with ASan and UBSan, no aos, aosoa_in
#     host-tsan    with TSan, a fiber a thread; soa only, levels outermost and, LAYOUTS unset, innermost; fewer sizes, orders, blocks
#     openmp-tsan  with TSan and threads that it understands, by gcc
#
# Called by make, which passes CC, CXX, OUT and LIBS_CHECK. LAYOUTS: besides soa, or innermost.
# PRECISIONS: not both. PAIRED=1: of double only soa, of float only LAYOUTS. OPTIONS: for stencilgen, as which accesses.
set -eu
. "$(dirname "$0")/../lib/sanitizers.sh"
mode=$1
CC=${CC:-cc} CXX=${CXX:-c++} OUT=${OUT:-build/kernels} STENCILS=${STENCILS:-stencils}
export STENCILS
options=${OPTIONS-}
export OPTIONS="$options"
out=$OUT/$mode
exact='-ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize'
for f in $(sed -n 's/^FUNCTION([^,]*, *[0-9]*, *[0-9]*, *\([a-z0-9]*\), *false,.*/\1/p' generator/language/functions.def); do
	exact="$exact -fno-builtin-$f -fno-builtin-${f}f"
done
sanitize= target=cuda ending=cu lanes=32 layouts=${LAYOUTS-innermost aos aosoa aos_in aosoa_in}
case $mode in
openmp*) target=openmp ;;
hip*) target=hip ending=hip lanes=64 ;;
esac
case $mode in
*-asan)
	layouts=${LAYOUTS-innermost aosoa aos_in}
	sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' ;;
*-tsan)
	layouts=${LAYOUTS-innermost}
	sanitize=-fsanitize=thread
	# gcc's TSan is twenty times slower with fibers.
	if [ $target = openmp ]; then
		CC=gcc CXX=g++
	elif clang_has_tsan; then
		CC=clang CXX=clang++
	fi ;;
esac

rm -rf "$out"
mkdir -p "$out"
: >"$out/kernels.def"
for precision in ${PRECISIONS-double float}; do
	case ${PAIRED-}$precision in
	1double) own= ;;
	*) own=$layouts ;;
	esac
	if [ "${PAIRED-}$precision" != 1float ]; then
		# shellcheck disable=SC2086 # options are words
		build/stencilgen -q -o "$out" --target $target --precision $precision $options \
			--kernels "$out/part.def" "$STENCILS"/*.stencil
		cat "$out/part.def" >>"$out/kernels.def"
	fi
	# Not every stencil has fields for a struct.
	for layout in $own; do
		for file in "$STENCILS"/*.stencil; do
			case $layout in
			innermost) form="--levels innermost" ;;
			*) form="--fields $layout" ;;
			esac
			form="-q --target $target --precision $precision $form"
			build/stencilgen $form --list "$file" >"$out/list" 2>&1 || continue
			build/stencilgen $form -o "$out" --kernels "$out/part.def" "$file"
			cat "$out/part.def" >>"$out/kernels.def"
		done
	done
done

# A stencil may compare a value with itself: that is how NaN is told.
warnings='-Wall -Werror -Wno-tautological-compare'
jobs=$(getconf _NPROCESSORS_ONLN)
if [ $target = openmp ]; then
	# As the openmp backend builds them, less -march=native for valgrind's sake.
	find "$out" -name '*.c' | sort | xargs -P "$jobs" -I{} \
		$CC -std=gnu11 -O2 -g1 $warnings -Wextra -fopenmp $exact $sanitize -c {} -o {}.o
else
	header=runtime/host/cuda_on_host.h
	[ $target = cuda ] || header=runtime/host/hip/hip_runtime.h
	flags="-std=gnu++17 -nostdinc++ -O1 -g1 $warnings -Wno-unknown-pragmas -Wno-pass-failed $exact $sanitize -DFIBERS_LANES=$lanes -Iruntime/host"
	# gcc takes the header as it has read it once, if it is found beside.
	printf '#include "%s"\n' "${header##*/}" >"$out/before.h"
	# shellcheck disable=SC2086 # options are words
	case $CXX in
	*clang*) ;;
	*) $CXX $flags -I"${header%/*}" -x c++-header "$out/before.h" -o "$out/before.h.gch" ;;
	esac
	# One translation unit a stencil and precision: the headers first, then each
	# kernel in a namespace of its own. Dynamic shared memory is the same for all,
	# so kernels that declare it are units of their own.
	for folder in "$out"/*/; do
		stencil=$(basename "$folder")
		for precision in double float; do
			unit=$out/${stencil}_$precision.cpp
			for h in "$folder"*.h "$folder"*.cuh; do [ ! -e "$h" ] || printf "#include \"%s/%s\"\n" "$stencil" "${h##*/}"; done >"$unit"
			for kernel in "$folder"*.$ending; do
				stem=$(basename "$kernel" .$ending)
				case $stem in
				*_float) [ $precision = float ] || continue ;;
				*) [ $precision = double ] || continue ;;
				esac
				if grep -q 'extern __shared__' "$kernel"; then
					printf '#include "%s/%s.%s"\n' "$stencil" "$stem" $ending >"$out/${stencil}_$stem.cpp"
					continue
				fi
				printf 'namespace %s {\n#include "%s/%s.%s"\n}\n' "$stem" "$stencil" "$stem" $ending >>"$unit"
			done
		done
	done
	find "$out" -name '*.cpp' | sort | xargs -P "$jobs" -I{} \
		$CXX $flags -I"${header%/*}" -I"$out" -include "$out/before.h" -c {} -o {}.o
fi

# The judge is compiled without sanitizers: it has tests of its own.
defines=
case $mode in
openmp*) defines=-DOPENMP ;;
hip*) defines=-DHIP ;;
*-tsan) defines=-DQUICK ;;
esac
$CC -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -g $exact $defines \
	-iquote . -iquote templates -I"$out" -c tests/kernels/kernels.c -o "$out/kernels.o"
fibers=
if [ $target != openmp ]; then
	for f in runtime/host/*.c; do
		o=$out/fibers-$(basename "$f").o
		$CC -std=c11 -O2 -g -DFIBERS_LANES=$lanes -c "$f" -o "$o"
		fibers="$fibers $o"
	done
fi
threads=-fopenmp
if [ "$mode" = openmp-tsan ]; then
	threads=$out/gomp_threads.o
	$CC -std=gnu11 -O2 -g $sanitize -c tests/kernels/gomp_threads.c -o "$threads"
fi
$CXX $sanitize "$threads" "$out/kernels.o" $(find "$out" -name '*.cpp.o' -o -name '*.c.o' | grep -v fibers | sort) \
	$fibers build/libruntime.a build/libstencilgen.a $(pkg-config --libs check) -lm -ldl -pthread -o "$out/kernels"

echo "kernels.sh $mode: $(grep -c KERNEL "$out/kernels.def") kernels"
export OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 TSAN_OPTIONS=halt_on_error=1
for order in forward ${ORDERS-shuffle:3}; do
	STENCIL_HOST_ORDER=$order "$out/kernels"
	[ $target != openmp ] || break
done
