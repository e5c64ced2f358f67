#!/bin/sh
# --graph: steps of all parts, captured once and replayed in any order that the graph allows, give the bits of one part, also with
# results saved in between and with steps left over; and what cannot be captured.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x25x70 1
npy b '<f8' 5x25x70 2
npy f '<f4' 5x25x70 3
laplap() {
	folder=$1
	shift
	stencilrun stencils/laplap.stencil --in src="$data/a.npy" --out dst="$folder/dst.npy" --swap dst:src --steps 53 \
		--backend host --access naive "$@"
}
upwind() {
	folder=$1
	shift
	stencilrun stencils/upwind.stencil --in tracer="$data/f.npy" --in u="$data/a.npy" --in v="$data/b.npy" \
		--out moved="$folder/moved.npy" --swap moved:tracer --steps 49 --backend host --access tile "$@"
}
# Three levels of time: after three steps arrays are what they were.
mixed() {
	folder=$1
	shift
	stencilrun tests/data/ranks/mixed.stencil --in u="$data/a.npy" --in old="$data/b.npy" --in sum="$data/b.npy" \
		--out new="$folder/new.npy" --out sum="$folder/sum.npy" --swap new:u:old --steps 58 --backend host "$@"
}
heat_3d() {
	folder=$1
	shift
	stencilrun stencils/programs/heat_3d.stencil --in a="$data/a.npy" --in b="$data/b.npy" --out a="$folder/a.npy" \
		--steps 40 --backend host "$@"
}
# Sums that kernels in the middle of a step need.
cg() {
	folder=$1
	shift
	stencilrun stencils/programs/cg.stencil --in x="$data/a.npy" --in r="$data/b.npy" --in p="$data/b.npy" --out x="$folder/x.npy" \
		--out r="$folder/r.npy" --out rest="$folder/rest.npy" --steps 40 --backend host "$@"
}
# Scalars that each step updates once.
npy time '<f8' 1 8 3..3
npy half '<f8' 1 9 0.5..0.5
clock_filled() {
	folder=$1
	shift
	stencilrun tests/data/programs/clock_filled.stencil --in u="$data/a.npy" --in v="$data/b.npy" --in time="$data/time.npy" \
		--in half="$data/half.npy" --out u="$folder/u.npy" --out v="$folder/v.npy" --out time="$folder/time.npy" \
		--out half="$folder/half.npy" --steps 40 --backend host "$@"
}
nabla2() {
	folder=$1
	shift
	stencilrun stencils/mesh/nabla2.stencil --mesh icosahedron:R2B1 --size-levels 3 --formula 'w=sin(element+7*k)' \
		--formula 'geofac_n2s=0.2+0.01*slot' --swap z:w --steps 53 --backend host --out z="$folder/z.npy" "$@"
}
leap() {
	folder=$1
	shift
	stencilrun tests/data/ranks/leap.stencil --mesh icosahedron:R2B1 --size-levels 3 --formula 'u=sin(element+7*k)' --steps 59 \
		--formula 'old=cos(element)' --formula 'total=k' --swap new:u:old --backend host --out total="$folder/total.npy" "$@"
}
# Sums over a mesh, which the host combines.
totals() {
	folder=$1
	shift
	stencilrun "$out/totals.stencil" --mesh icosahedron:R2B1 --size-levels 3 --formula 'h=sin(element+7*k)' \
		--formula 'u=cos(element)' --in mass=1 --steps 40 --backend host --out u="$folder/u.npy" --out mass="$folder/mass.npy" \
		--out most="$folder/most.npy" "$@"
}
cat >"$out/totals.stencil" <<'END'
stencil totals on triangles {
    inout cell h; inout edge u; inout scalar mass; out float scalar most;

    total = sum(h*h);
    h = h - 0.1*sum(e in edges: u[e])/total;
    most = max(abs(float(u)));
    u = 0.9*(u - 0.2*(h[cells[1]] - h[cells[0]]))/most;
    mass = 0.5*mass + sum(h) + min(u);
}
END
same_files() {
	for file in "$out/one-$1"/*.npy; do
		cmp -s "$file" "$out/parts/${file##*/}" || return 1
	done
}
is_replayed() {
	is_clean && grep -q ", graph of $2 steps): " "$out/stdout" && same_files "$1"
}
check 'NCCL' "$cc" -std=c11 -O1 -Wall -Wextra -shared -fPIC -iquote . tests/ranks/fake_nccl.c -o "$out/nccl.so"
STENCILGEN_NCCL=$out/nccl.so
export STENCILGEN_NCCL STENCIL_HOST_STREAMS

# replay STENCIL STEPS OPTION...: a graph has so many steps.
replay() {
	stencil=$1 steps=$2 seed=0
	shift 2
	while [ $seed -lt 6 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed
		rm -rf "$out/parts"
		mkdir "$out/parts"
		run "$stencil" "$out/parts" --graph "$@"
		check "$stencil $*, order $seed" is_replayed "$of" "$steps"
	done
}
# one NAME STENCIL OPTION...
one() {
	of=$1 stencil=$2
	shift 2
	STENCIL_HOST_STREAMS=
	mkdir -p "$out/one-$of"
	run "$stencil" "$out/one-$of" "$@"
	check "$stencil in one part $*" is_clean
}
mkdir -p "$out/parts"
one laplap laplap
replay laplap 16 --ranks 2x2
replay laplap 16 --ranks 1x3 --overlap off
replay laplap 16 --ranks 1x2 --exchange-every 2
replay laplap 18 --ranks 2x1 --exchange-every 3
replay laplap 16 --ranks 2x2 --engine nccl
replay laplap 18 --ranks 1x3 --engine nccl --exchange-every 3
one laplap-period laplap --periodic xy
replay laplap 16 --ranks 2x2 --periodic xy
replay laplap 16 --ranks 1x1 --periodic xy
replay laplap 16 --ranks 1x2 --periodic xy --engine nccl
replay laplap 16 --ranks 3 --partition random:2 --storage direct --periodic xy
replay laplap 18 --ranks 4 --storage chasing --exchange-every 3 --periodic xy --engine nccl
one upwind upwind
replay upwind 16 --ranks 3x1
one mixed mixed
replay mixed 18 --ranks 2x2
replay mixed 18 --ranks 1x2 --exchange-every 2
one nabla2 nabla2
replay nabla2 16 --ranks 3
replay nabla2 16 --ranks 2 --partition random:3 --overlap off
replay nabla2 18 --ranks 4 --exchange-every 3 --levels innermost
replay nabla2 16 --ranks 3 --engine nccl
one leap leap
replay leap 18 --ranks 3 --verify
replay leap 18 --ranks 2 --exchange-every 2
one totals totals
replay totals 16 --ranks 3
replay totals 16 --ranks 5 --partition random:3 --levels innermost
replay totals 16 --ranks 3 --engine nccl
one heat_3d heat_3d
replay heat_3d 16 --ranks 2x2
replay heat_3d 16 --ranks 1x2 --exchange-every 2
one clock_filled clock_filled
replay clock_filled 16 --ranks 2x2
replay clock_filled 16 --ranks 1x2 --exchange-every 2
replay clock_filled 16 --ranks 1x2 --engine nccl
one cg cg
replay cg 16 --ranks 2x2
replay cg 16 --ranks 1x3 --access zloop
replay cg 16 --ranks 1x2 --engine nccl
STENCIL_HOST_STREAMS=4
run laplap "$out/parts" --ranks 2x2 --graph --verify
check 'verified' is_replayed laplap 16

# Few steps are not replayed, nor those whose results are wanted.
run stencilrun stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/few.npy" --swap dst:src --steps 32 --backend host \
	--ranks 2x2 --graph
check 'few steps are as without' grep -q ' subdomains, peer, overlap): ' "$out/stdout"
series() {
	run stencilrun stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/$1.pvd" --swap dst:src --steps 100 \
		--save-every "$2" --backend host $3
	check "a series, $1" is_clean
}
series one 50 ''
series parts 50 '--ranks 2x2 --graph'
check 'is replayed' grep -q ', graph of 16 steps): ' "$out/stdout"
for step in 050 100; do
	check "step $step" cmp "$out/parts-$step.vti" "$out/one-$step.vti"
done
series often 10 '--ranks 2x2 --graph'
check 'is not, saved too often' grep -q ' subdomains, peer, overlap): ' "$out/stdout"
check 'but right' cmp "$out/often-050.vti" "$out/one-050.vti"

# Each wait is needed: without it some order of the graph gives wrong results, or streams are not joined.
cuts=2x2
needed_by() {
	stencil=$1 event=$2 seed=0
	shift 2
	while [ $seed -lt 60 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed:$event
		run "$stencil" "$out/parts" --ranks "$cuts" --graph "$@"
		is_replayed "$stencil" 16 || break
	done
	check "$stencil, a wait for '$event' that is left out is caught, $*" test $seed -lt 60
}
needed() {
	needed_by laplap "$@"
}
needed boundary
needed interior
needed halos --exchange-every 2
needed sent
needed unpacked
needed sent --overlap off
needed unpacked --overlap off
needed both --engine nccl
needed_by heat_3d boundary
needed_by heat_3d interior
needed_by heat_3d sent
cuts=3
for event in boundary interior sent unpacked; do
	needed_by nabla2 $event
done
needed_by nabla2 halos --exchange-every 2
needed_by totals columns
needed_by totals results

# What the host cannot capture, nor anyone.
STENCIL_HOST_STREAMS=
refused 3 'cannot capture steps as a graph: the host records what comes to streams, and has such only with STENCIL_HOST_STREAMS' \
	laplap "$data" --ranks 2x2 --graph
refused 2 '--graph is for halos that are exchanged: give --ranks or --periodic' laplap "$data" --graph
refused 2 '--graph is for steps of several subdomains, or --periodic' laplap "$data" --graph --ranks 1x1
refused 2 '--graph is for GPUs, not backend openmp' stencilrun stencils/laplap.stencil --in src="$data/a.npy" \
	--out dst="$data/dst.npy" --ranks 2 --graph --backend openmp

scaling() {
	bench --size 40x28x4 --runs 1 --scaling weak --ranks 1x1,1x2 --backend host --graph "$@" --csv "$out/scaling.csv" \
		stencils/laplap.stencil
}
STENCIL_HOST_STREAMS=2
for engine in peer nccl; do
	for every in 1 3; do
		scaling --engine $engine --exchange-every $every
		check "measured, $engine, every $every" test "$(cells_of "$out/scaling.csv" ranks transport graph same_bits outcome)" = \
			"1 $engine 1 - measured
2 $engine 1 yes measured"
	done
done
check 'the table says so' grep -q '^weak scaling, transport nccl, exchange every 3, graphs$' "$out/stdout"
STENCIL_HOST_STREAMS=2:sent
scaling
check 'wrong bits are told' fails 1 'has other bits than in one'
STENCIL_HOST_STREAMS=
bench --size 40x28x4 --scaling weak --backend openmp --graph stencils/laplap.stencil
check 'not measured on CPUs' fails 2 '--graph is for GPUs, not backend openmp'
bench --ping --backend host --graph
check 'nor with --ping' fails 2 '--graph is for --scaling, not for --ping'
. tests/lib/mpi.sh
run ranks 2 "$bin/stencilrun" stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/mpi.npy" --swap dst:src --steps 50 \
	--backend host --graph --engine mpi
check 'nor by MPI' fails 2 '--graph: steps with messages of MPI cannot be recorded'
run ranks 2 "$bin/stencilbench" --size 40x28x4 --scaling weak --backend host --engine mpi --graph stencils/laplap.stencil
check 'nor measured' fails 2 '--graph: steps with messages of MPI cannot be recorded'
finish
