#!/bin/sh
# python.sh : the Python package on a GPU, with libstencil as it is in build/: see python.py.
set -u
cd "$(dirname "$0")/../.." || exit 1
export STENCILGEN_LIBRARY="$PWD/build/libstencil.so.1" PYTHONPATH="$PWD/runtime/python" PYTHONDONTWRITEBYTECODE=1
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
python3 -c 'import numpy' || { echo 'python.sh: nothing is tested without NumPy'; exit 77; }
exec python3 tests/gpu/python.py
