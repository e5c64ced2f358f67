#!/bin/sh
# suites.sh FLAVOUR : the suites of libstencil with the library of build/FLAVOUR: `sanitized` by ASan and UBSan, `threads`
# by TSan. Kernels are compiled without, and have one thread with TSan: it does not know what libgomp's threads wait for.
set -u
cd "$(dirname "$0")/../.." || exit 1
flavour=$1
out=build/$flavour/tests/library
STENCILGEN_CACHE=${STENCILGEN_CACHE:-$PWD/build/cache}
export STENCILGEN_CACHE
case $flavour in
sanitized) flags='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' ;;
threads)
	flags=-fsanitize=thread
	export OMP_NUM_THREADS=1 ;;
esac
mkdir -p "$out/tests" || exit 1
${MAKE:-make} -s "build/$flavour/libruntime.a" "build/$flavour/libstencilgen.a" || exit 1
for file in tests/unit/runtime/library/check_*.c; do
	name=${file##*/check_}
	echo "SUITE(${name%.c})"
done >"$out/tests/suites.def"
# shellcheck disable=SC2086 # flags are words
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -w $flags -iquote "$out" -iquote . -iquote templates -iquote build \
	tests/unit/run_suites.c tests/unit/runtime/library/*.c tests/unit/runtime/problem/problem_trial.c \
	"build/$flavour/libruntime.a" "build/$flavour/libstencilgen.a" $(pkg-config --cflags --libs check) -Wl,--wrap=_mark_point -lm -ldl -pthread \
	-o "$out/check" || exit 1
exec "$out/check"
