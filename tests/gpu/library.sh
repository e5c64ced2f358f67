#!/bin/sh
# library.sh [nvrtc] : libstencil on a GPU, with build/ as it is: see library.c. The cache is empty at first.
set -u
cd "$(dirname "$0")/../.." || exit 1
nvcc=${NVCC:-nvcc}
command -v "$nvcc" >/dev/null || nvcc=/usr/local/cuda/bin/nvcc
out=build/tests/gpu-library
rm -rf "$out"
mkdir -p "$out" || exit 1
STENCILGEN_CACHE=$PWD/$out/cache
export STENCILGEN_CACHE
"$nvcc" -O2 -I. -Itemplates tests/gpu/library.c build/libruntime.a build/libstencilgen.a -lm -ldl -lpthread \
	-o "$out/library" || { echo 'library.sh: nothing is tested'; exit 77; }
exec "$out/library" "$@"
