#!/bin/sh
# gpu_smith.sh [COUNT] [FIRST] : on a GPU, random stencils as all their kernels in both precisions, without
# contraction, bit for bit against the interpreter. nvcc compiles all kernels of a stencil at once, on all
# cores. BACKENDS=nvcc compiles them without a GPU. Otherwise as tests/random/smith.sh.
set -u
count=${1:-${COUNT:-200}} first=${2:-1}
bench=${BENCH:-build/stencilbench}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
export BACKENDS="${BACKENDS:-cuda}" DIR="${DIR:-build/gpu-smith}" OPTIONS='-e -p'

[ -x "${CAMPAIGN:-build/tests/run_campaign}" ] || make build/tests/run_campaign build/tests/stencilsmith || exit 1
# What all kernels share is built here.
[ "$BACKENDS" != cuda ] || "$bench" --backend cuda --exact --no-time --size 8x8x8 --storage regular --access naive \
	stencils/copy.stencil >/dev/null || {
	echo "gpu_smith.sh: nothing is tested" >&2
	exit 77
}
exec sh tests/random/smith.sh "$count" "$first"
