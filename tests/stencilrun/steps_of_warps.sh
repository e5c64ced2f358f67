#!/bin/sh
# Several steps a launch, which warps do by themselves: the bits of as many launches, on all shapes of grids.
# Long: only in `make check-all`; steps.sh has the other accesses for several steps.

. "$(dirname "$0")/../lib/programs.sh"

npy odd '<f8' 3x61x157 1
npy row '<f8' 3x7x301 2
npy column '<f8' 3x90x7 3
npy small '<f8' 3x9x10 4
npy odd_float '<f4' 3x61x157 5
npy point '<f8' 1x3x3 6
end=$out/end.npy

# run_steps STENCIL FIELD STEPS OPTION... : two launches.
run_steps() {
	stencil=$1 field=$2 n=$3
	shift 3
	stencilrun tests/data/warps/"$stencil".stencil --backend host --in t="$data/$field.npy" \
		--swap t_new:t --out t_new="$end" -q --verify --steps $((2*n)) --steps-per-launch "$n" --access temporal_warp "$@"
}

for stencil in star:10 box:10 branches:7 star_2:4 box_2:4 star_3:2 box_3:2 skewed:5 line:3 down:4 haloed:3; do
	steps=${stencil#*:} stencil=${stencil%:*}
	for field in odd row column small odd_float; do
		good "$stencil, $steps steps, $field" run_steps $stencil $field "$steps"
	done
	good "$stencil, a step, few rows, two points" run_steps $stencil odd 1 --rows-per-thread 5 --points-per-thread 2
	good "$stencil, few rows, a point" run_steps $stencil odd 2 --rows-per-thread 7 --points-per-thread 1
done
for n in 2 3 5 16; do
	good "star, $n steps" run_steps star odd $n --rows-per-thread 19
done
good 'a point' run_steps star point 3
export STENCIL_HOST_ORDER
for STENCIL_HOST_ORDER in reverse shuffle:1; do
	good "threads in order $STENCIL_HOST_ORDER" run_steps box odd 4 --rows-per-thread 20
done
unset STENCIL_HOST_ORDER

# Without --access: warps for stencils that read no other level, unless other numbers are given.
chosen() { # ACCESS OPTION...
	want=$1
	shift
	run stencilrun tests/data/warps/star.stencil --backend host --in t="$data/odd.npy" --swap t_new:t --out t_new="$end" --steps 4 "$@"
	check "access $want" grep -q "^star_regular_${want}_[a-z0-9_]* on host" "$out/stdout"
}
chosen temporal_warp --steps-per-launch 2
chosen temporal --steps-per-launch 2 --block 32x8x1
chosen temporal --steps-per-launch 2 --levels-per-thread 1

refused 2 "12 steps of 'star' per launch need 208 registers for rows of 4 points per thread, more than 192: use fewer steps or points" \
	run_steps star odd 12 --points-per-thread 4
refused 2 "8 steps of 'box_3' per launch need 200 registers for rows of 2 points per thread, more than 192" \
	run_steps box_3 odd 8 --points-per-thread 2
refused 2 "16 steps of 'star' per launch need more neighbors than the 32 columns of a warp" run_steps star odd 16 --points-per-thread 1
refused 2 '--steps-per-launch accepts a number from 1 to 16' run_steps star odd 17
refused 2 "'jacobi' reads other levels, and access temporal_warp computes each level by itself: use access temporal" \
	stencilrun tests/data/steps/steps.stencil --stencil jacobi --backend host --in t="$data/small.npy" --swap t_new:t --out t_new="$end" \
	--steps 2 --steps-per-launch 2 --access temporal_warp
refused 2 'temporal_warp has no block 64x1x1: a block is one warp: use 32x1x1' run_steps star odd 2 --block 64x1x1
refused 2 'rows-per-thread is a number from 1 to 16, not 17' run_steps star odd 2 --access temporal --rows-per-thread 17
finish
