#!/bin/sh
# Conditions on the distances to the sides of the domain: arrays without a halo, the least domain, and what
# refuses a smaller one.

. "$(dirname "$0")/../lib/programs.sh"

# arrays LEVELS: 9x7 columns of so many levels.
arrays() {
	npy t '<f8' "$1x7x9" 1
	npy k '<f8' "$1x7x9" 2
	npy heat '<f8' 7x9 3
	npy dz '<f8' "$1" 4
	npy total '<f8' "$1x7x9" 5
}
surfaces() {
	stencilrun tests/data/guards/surfaces.stencil --in t="$data/t.npy" --in k="$data/k.npy" --in heat="$data/heat.npy" \
		--in dz="$data/dz.npy" --in total="$data/total.npy" --out tendency="$out/tendency.npy" "$@"
}
is_equal() {
	is_clean && grep -q 'equal to the interpreter' "$out/stdout"
}

for levels in 4 11; do
	arrays $levels
	for how in '--storage regular' '--storage chasing --levels innermost' '--storage chasing_compressed --order hilbert'; do
		for backend in openmp host; do
			# shellcheck disable=SC2086 # options are words
			run surfaces --verify --backend $backend $how
			check "$levels levels, $backend, $how" is_equal
		done
	done
done
arrays 3
refused 1 'the domain needs at least 4 levels; it has 3' surfaces --backend openmp
refused 2 "'walls' reads distances to horizontal sides of the domain, which only storage regular has; use a mask field" \
	stencilbench tests/data/guards/walls.stencil --size 9x9x9 --storage chasing
refused 2 "'walls' guards reads by distances, and access wide loads before it tests them" \
	stencilbench tests/data/guards/walls.stencil --size 9x9x9 --access wide
refused 1 'the domain needs at least 5 columns; it has 4' \
	stencilbench tests/data/guards/walls.stencil --size 4x9x9 --access naive --backend openmp

# What callers of launchers are told.
caller() {
	stencilgen_to() { "$bin/stencilgen" -q --target openmp --storage regular,chasing --access idxvar -o "$out" "$1"; }
	stencilgen_to tests/data/guards/surfaces.stencil &&
	"$cc" -std=gnu11 -O1 -fopenmp -I"$out/surfaces" -x c - "$out"/surfaces/*.c -lm -o "$out/caller" <<'C' && "$out/caller"
#include "surfaces_openmp.h"

#include <stdio.h>

static double points[7*9*4], columns[7*9], levels[4];

static int
result(int nz)
{
	const struct stencil_grid grid = surfaces_grid(9, 7, nz);
	const struct surfaces_elements elements = { 7*9*4, 7*9*4, 7*9, 4, 7*9*4, 7*9*4, 7*9*4 };
	const struct surfaces_args args = { points, points, columns, levels, points, points, points };
	const int checked = surfaces_check(&grid, &elements);
	const int called = surfaces_openmp_call(launch_surfaces_regular_idxvar_openmp, &grid, &args);

	return checked == called ? called : 1;
}

int
main(void)
{
	printf("%d %d, %d columns\n", result(4), result(3), SURFACES_LEAST_COLUMNS);
	return result(SURFACES_LEAST_LEVELS) != 0 || result(SURFACES_LEAST_LEVELS - 1) != STENCIL_WRONG_SIZE;
}
C
}
check 'a launcher, and the check of sizes' caller

finish
