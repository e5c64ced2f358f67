#!/bin/sh
# recorded_programs.sh : what NVRTC compiles, of programs: plans for a GPU, executed, and stencilrun.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/nvrtc.sh
nvrtc_open

recordings=2
# program LAUNCHES BYTES STENCIL OPTIONS OPTIONS_ON_CPU OPTION... : of a plan, of one on a CPU, and of stencilgen
program() {
	launches=$1 bytes=$2 stencil=$3 options=$4 on_cpu=$5
	shift 5
	emitted "$stencil" "$@"
	kernel_of "$text" "$kernel" program
	executed "$stencil" "$options" "$on_cpu" "$kernel" "$((3*launches))" "$bytes" $recordings
}

# Halos, sums and scalars, kernels of a block each; what is swept in shared memory, of more than any kernel may have unasked.
program 3 0 stencils/programs/shallow.stencil 'block=32x4x1/16x2x1' '' --storage regular --access idxvar
program 10 0 stencils/programs/cg.stencil '' '' --storage regular --access idxvar
program 2 0 tests/data/programs/norm.stencil access=zloop '' --storage regular --access zloop
program 1 0 stencils/programs/vadv.stencil place=global '' --storage regular --access zloop
program 1 $((64*2*8*2*9)) stencils/programs/vadv.stencil 'place=shared block=64x2x1' '' \
	--storage regular --access zloop --place shared
program 3 0 stencils/hdiff.stencil 'storage=chasing levels=innermost store=lap+flux_x+flux_y' \
	'storage=chasing levels=innermost store=lap+flux_x+flux_y' --storage chasing --access idxvar --levels innermost \
	--store lap+flux_x+flux_y

# More kernels than the first room has launches for.
awk -v n=24 'BEGIN {
	print "stencil chain {\n    halo [13, 1, 0];\n    in a;\n    out b;\n    t0 = a[west] + a[east];"
	for (i = 1; i < n; i++)
		printf "    t%d = 0.5*t%d[%s] + a;\n", i, i - 1, i%2 ? "east" : "west"
	printf "    b = t%d[north];\n}\n", n - 1
}' >"$out/chain.stencil"
store=$(awk -v n=24 'BEGIN { for (i = 0; i < n; i++) printf "%st%d", i ? "+" : "", i }')
recordings=3 # one of them again
program 25 0 "$out/chain.stencil" "store=$store" "store=$store" --storage regular --access idxvar --store "$store"

# On a mesh, whose inner edges are numbered in more runs than there are sets: each is recorded once for each of two sets.
cat >"$out/rise.stencil" <<EOT
stencil rise on triangles {
    in  cell p;
    out edge d;
    stored cell q = 2*p + 1;
    d = q[cells[1]] - q[cells[0]];
}
EOT
runs=11
emitted "$out/rise.stencil" --access idxvar
kernel_of "$text" "$kernel" mesh_program
executed "$out/rise.stencil" access=idxvar access=idxvar "$kernel" $((3*2*runs)) 0 $((2*runs)) plane:7x5
# Sweeps in shared memory, on half levels.
emitted stencils/dycore/solve_w.stencil --access zloop --place shared
kernel_of "$text" "$kernel" mesh_sweeps
executed stencils/dycore/solve_w.stencil 'access=zloop place=shared' access=idxvar "$kernel" 3 $((32*8*2*6)) 2 plane:7x5
no_warnings

# ran STENCIL KIND GENERATOR_OPTIONS STENCILRUN_OPTION... : the interpreter agrees.
ran() {
	stencil=$1 kind=$2 options=$3
	shift 3
	# shellcheck disable=SC2086 # $options are words
	emitted "$stencil" $options
	kernel_of "$text" "$kernel" "$kind"
	# shellcheck disable=SC2086
	run as_on_gpu stencilrun "$stencil" --backend cuda --exact --verify -q $options "$@"
	check "NVRTC, $kernel" is_clean
}
run stencilrun --sample 24x20x6 "$out/u.npy"
ran stencils/programs/wave.stencil program '--storage chasing --access idxvar' --order random --in u="$out/u.npy" \
	--in old="$out/u.npy" --out u="$out/v.npy" --steps 3
for options in '--levels innermost --access idxvar' '--levels outermost --access zslice --levels-per-thread 8'; do
	ran stencils/mesh/transport.stencil mesh_program "$options" --mesh torus:6x4 --size-levels 5 --formula 'q=element*k' \
		--formula rho_now=1+k --formula rho_new=2 --formula 'mass_flux=element - 3' --formula lsq_x=slot --formula lsq_y=1 \
		--formula dx=1 --formula dy=1 --in geofac_div=@geofac_div --out q_new="$out/w.npy"
done
finish
