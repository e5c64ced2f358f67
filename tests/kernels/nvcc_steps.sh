#!/bin/sh
# nvcc_steps.sh : compiles kernels that do several steps a launch as nvcc.sh does the checked-in ones.
set -eu
out=build/steps
rm -rf $out
mkdir -p $out
sed -n '/^stencil jacobi/,/^}/p' tests/data/steps/steps.stencil >$out/jacobi.stencil
for steps in 2 3; do
	build/stencilgen -q --steps-per-launch $steps -o $out/generated $out/jacobi.stencil
	build/stencilgen -q --steps-per-launch $steps --precision float -o $out/generated $out/jacobi.stencil
done
GENERATED=$out/generated OUT=$out/nvcc sh tests/kernels/nvcc.sh
