#!/bin/sh
# prefetch.sh : what kernels with levels innermost ask for in advance is still asked for when a compiler
# is done with them: gcc takes functions that only prefetch for ones that do nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
case $(uname -m) in
x86_64 | aarch64 | ppc64*) ;;
*) echo "0 passed, 0 failed, 1 skipped: unknown instructions"; exit 0 ;;
esac
out=build/prefetch
rm -rf "$out"
mkdir -p "$out" || exit 1
. tests/lib/check.sh

build/stencilgen -q -o "$out" --target openmp --levels innermost --access idxvar stencils/laplap.stencil \
	stencils/fastwaves.stencil || exit 1

# asks COMPILER OPTIMIZATION KERNEL COUNT: prefetches in the machine's code, with any names that they have.
asks() {
	"$1" -std=gnu11 "$2" -fopenmp -S -o "$out/kernel.s" "$out/$3_idxvar_innermost.c" || return 1
	found=$(grep -cE '^[[:space:]]*(prefetch|prfm|dcbt)' "$out/kernel.s")
	echo "$found prefetches, expected at least $4"
	[ "$found" -ge "$4" ]
}

for compiler in "${CC:-cc}" gcc clang; do
	command -v "$compiler" >/dev/null 2>&1 || continue
	for optimization in -O0 -O2 -O3; do
		check "$compiler $optimization, laplap, direct" asks "$compiler" $optimization laplap/direct 4
		check "$compiler $optimization, laplap, chasing" asks "$compiler" $optimization laplap/chasing 4
		check "$compiler $optimization, fastwaves" asks "$compiler" $optimization fastwaves/chasing_compressed 8
	done
done
finish
