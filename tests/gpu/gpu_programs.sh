#!/bin/sh
# gpu_programs.sh : on a GPU: conjugate gradients and shallow water kernel by kernel; sweeps with what they keep in the workspace and in shared memory, levels loaded ahead and blocks; hdiff as
# one to four kernels; Jacobi's method with several steps a launch. All of it is verified first. A table of
# cold medians, the bound of the bytes that a program must move and the time over it comes last. About five minutes.
#
# BIN, STENCILS say where things are, OUT where results go. SIZE, FLAT, JACOBI: of the grids. With BACKEND=host it shows on a CPU, in
# about a minute, that all of this is measured: tiny grids, one block and one number of levels ahead, a sample each.
set -u
bin=${BIN:-build} stencils=${STENCILS:-stencils} out=${OUT:-build/gpu_programs} backend=${BACKEND:-cuda}
if [ "$backend" = host ]; then
	size=${SIZE:-20x12x9} flat=${FLAT:-40x24x1} jacobi=${JACOBI:-24x16x12} runs=1
	blocks=32x1x1 columns=32x1x1 ahead=2 ring=3 steps_per_launch=2 steps_of_warps=3
else
	size=${SIZE:-512x512x64} flat=${FLAT:-4096x4096x1} jacobi=${JACOBI:-512x512x512} runs=20
	blocks='32x1x1 64x1x1 64x2x1' columns='32x1x1 64x1x1' ahead=1,2,4,8 ring=1,2,3,5,7,11 steps_per_launch='2 3 4' steps_of_warps='4 8 10'
fi
mkdir -p "$out" || exit 1
rm -f "$out"/*.csv

bench() { # NAME OPTION...
	name=$1
	shift
	"$bin/stencilbench" --backend "$backend" --runs $runs --cache cold --csv "$out/$name.csv" "$@" >"$out/$name.txt" 2>&1 || {
		echo "FAILED  $name"
		tail -5 "$out/$name.txt"
		failed=$((failed + 1))
		return
	}
	passed=$((passed + 1))
}
passed=0 failed=0
bench copy --size "$size" --storage regular --access idxvar "$stencils/copy.stencil"
[ -s "$out/copy.csv" ] || { echo "gpu_programs.sh: nothing is measured" >&2; exit 77; }

for stencil in vadv tridiagonal; do
	for block in $blocks; do
		bench "$stencil-global-0-$block" --size "$size" --storage regular --block $block "$stencils/programs/$stencil.stencil"
		bench "$stencil-global-$block" --size "$size" --storage regular --block $block --ahead $ahead \
			"$stencils/programs/$stencil.stencil"
	done
	for block in $columns; do
		bench "$stencil-shared-$block" --size "$size" --storage regular --block $block --place shared --ahead $ring \
			"$stencils/programs/$stencil.stencil"
	done
done
bench cg --kernels --size "$size" --storage regular --access idxvar "$stencils/programs/cg.stencil"
bench shallow --kernels --size "$flat" --storage regular --access idxvar "$stencils/programs/shallow.stencil"
for store in none lap lap+flux_x+flux_y lap+flux_x/flux_y; do
	bench "hdiff-$(echo $store | tr / :)" --size "$size" --storage regular --access idxvar --store $store "$stencils/hdiff.stencil"
done

cat >"$out/jacobi.stencil" <<'END'
// Jacobi's method: the mean of the neighbours.
stencil jacobi {
    in  u;
    out v;

    v = (u[west] + u[east] + u[north] + u[south] + u[below] + u[above])/6;
}
END
bench jacobi-1 --size "$jacobi" --storage regular --access wide --exact "$out/jacobi.stencil"
for steps in $steps_per_launch; do
	bench "jacobi-$steps" --size "$jacobi" --storage regular --access temporal --steps-per-launch $steps --exact "$out/jacobi.stencil"
done
echo 'stencil five { in u; out v; v = 0.2*(u + u[west] + u[east] + u[north] + u[south]); }' >"$out/five.stencil"
bench five-1 --size "$flat" --storage regular --access wide --exact "$out/five.stencil"
for steps in $steps_of_warps; do
	bench "five-$steps" --size "$flat" --storage regular --access temporal_warp --steps-per-launch $steps --points-per-thread 2,4 --exact \
		"$out/five.stencil"
done

# A line for each row of each file: what was run, its block, levels or steps, and what it took. The bound is the time of a copy of
# as many bytes as must be moved at least.
printf '%-28s %-50s %-9s %9s %9s %6s\n' measurement kernel block us 'bound us' times
for file in "$out"/*.csv; do
	awk -F, -v name="$(basename "$file" .csv)" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		!$at["cold_median_us"] { printf "%-28s %-50s %-9s %s\n", name, $at["kernel"], $at["block"], $at["outcome"]; next }
		{ us = $at["cold_median_us"]; share = $at["cold_share_of_copy"]
		kernel = $at["kernel_number"] ? "  kernel " $at["kernel_number"] " " $at["assigns"] : $at["kernel"]
		printf "%-28s %-50s %-9s %9.1f %9.1f %6.2f\n", name, kernel, $at["block"], us, share*us, share ? 1/share : 0 }' "$file"
done
[ "$backend" != host ] || echo "$passed passed, $failed failed"
[ $failed = 0 ]
