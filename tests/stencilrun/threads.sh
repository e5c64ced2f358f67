#!/bin/sh
# Threads on a CPU: by default they sleep while they wait, and small grids have fewer; what the user sets counts. No bit depends on it.
# Kernels report their threads, and libgomp its settings, so that no time is measured.

. "$(dirname "$0")/../lib/programs.sh"

unset OMP_NUM_THREADS OMP_WAIT_POLICY GOMP_SPINCOUNT
STENCILGEN_CACHE=$PWD/$out/cache
case $out in
/*) STENCILGEN_CACHE=$out/cache ;;
esac
CC="sh $PWD/tests/lib/trace_launches.sh" TRACED_CC=$cc LAUNCHES=$out/launches
export CC TRACED_CC LAUNCHES
cores=$(nproc)

# 24,000 points and 1.3 million.
npy small '<f8' 20x30x40 1
npy large '<f8' 20x256x256 2

# apply STENCIL SIZE OPTION...
apply() {
	stencil=$1 size=$2
	shift 2
	: >"$LAUNCHES"
	run stencilrun -q "stencils/$stencil.stencil" --in src="$data/$size.npy" --out dst="$out/$stencil-$size.npy" --steps 4 --swap dst:src \
		--backend openmp "$@"
}
has_threads() {
	is_clean && [ -s "$LAUNCHES" ] && awk -v threads="$1" '$4 != threads { exit 1 }' "$LAUNCHES"
}
spins() { # COUNT
	[ "$status" = 0 ] && grep -q "GOMP_SPINCOUNT = '$1'" "$out/stderr"
}

apply copy small
check 'a small grid has one thread' has_threads 1
apply copy large
check 'a large one has all cores' has_threads "$cores"
OMP_NUM_THREADS=3
export OMP_NUM_THREADS
apply copy small
check 'or as many as the user says' has_threads 3
apply copy large
check 'on a large one, too' has_threads 3
unset OMP_NUM_THREADS
apply copy large --ranks 2x2
check 'subdomains that are large have all' has_threads "$cores"

if "$cc" -dM -E -x c /dev/null | grep -q __clang__; then
	echo 'skipped: how threads wait, which GNU libgomp displays'
else
	OMP_DISPLAY_ENV=verbose
	export OMP_DISPLAY_ENV
	apply copy small
	check 'threads sleep' spins 0
	OMP_WAIT_POLICY=active
	export OMP_WAIT_POLICY
	apply copy small
	check 'or spin, if the user says so' spins 30000000000
	unset OMP_WAIT_POLICY
	GOMP_SPINCOUNT=1234
	export GOMP_SPINCOUNT
	apply copy small
	check 'or spin for a while' spins 1234
	unset OMP_DISPLAY_ENV GOMP_SPINCOUNT
fi

# The same bits, with sums, too.
all() { # FOLDER
	mkdir -p "$out/$1"
	run stencilrun -q stencils/laplap.stencil --in src="$data/large.npy" --out dst="$out/$1/dst.npy" --steps 3 --swap dst:src --backend openmp
	check "laplap, $1" is_clean
	run stencilrun -q stencils/programs/cg.stencil --in x="$data/small.npy" --in r="$data/small.npy" --in p="$data/small.npy" \
		--out x="$out/$1/x.npy" --out rest="$out/$1/rest.npy" --steps 3 --backend openmp
	check "cg, $1" is_clean
	run stencilrun -q stencils/mesh/nabla2.stencil --mesh icosahedron:R2B3 --size-levels 5 --formula 'w=sin(element+7*k)' \
		--formula 'geofac_n2s=0.2+0.01*slot' --swap z:w --steps 3 --backend openmp --out z="$out/$1/z.npy"
	check "nabla2, $1" is_clean
}
all default
for threads in 1 2 5; do
	OMP_NUM_THREADS=$threads
	export OMP_NUM_THREADS
	all $threads
	for name in dst x rest z; do
		check "the bits of $name" cmp "$out/default/$name.npy" "$out/$threads/$name.npy"
	done
done
finish
