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

# Several fields: constant ones, several that are updated, several levels of time.
fields() { # STENCIL STEPS SWAPS FOLDER ACCESS
	for precision in double float; do
		build/stencilgen -q tests/data/steps/fields.stencil --stencil "$1" --steps-per-launch "$2" --swap "$3" --precision $precision \
			-o "$out/$4" --access "$5"
	done
}
fields around 3 v:u generated temporal
fields kinds 3 v:u generated temporal
fields three 2 h_new:h,a_new:a,b_new:b generated temporal
fields wave 3 u_new:u:u_old generated temporal
fields apart 4 v:u warps temporal_warp
fields three 3 h_new:h,a_new:a,b_new:b warps temporal_warp
fields membrane 5 u_new:u:u_old warps temporal_warp
GENERATED=$out/generated OUT=$out/nvcc sh tests/kernels/nvcc.sh

# Warps use all registers for rows. The interior does not spill, their path at the edges of the domain may.
for what in star:10 box_2:3 star_3:2; do
	for precision in double float; do
		build/stencilgen -q --access temporal_warp --steps-per-launch "${what#*:}" --precision $precision -o $out/warps \
			"tests/data/warps/${what%:*}.stencil"
	done
done
GENERATED=$out/warps OUT=$out/nvcc-warps SPILLS=256 sh tests/kernels/nvcc.sh
