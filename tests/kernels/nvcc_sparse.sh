#!/bin/sh
# nvcc_sparse.sh : the kernels of the smallest sparse grids, which have loops without a turn
# and functions with nothing to do, through nvcc.sh.
set -eu
out=build/nvcc-sparse
rm -rf "$out"
for grid in '1 --level 1' '1 --level 2' '2 --level 1'; do
	# shellcheck disable=SC2086 # words
	build/stencilgen -q --dim $grid -o "$out/text" stencils/sparse/hierarchize.stencil \
		stencils/sparse/evaluate.stencil
done
GENERATED=$out/text OUT=$out/objects SPILLS=16 exec sh tests/kernels/nvcc.sh
