#!/bin/sh
# Parts of meshes on processors with memory and streams of their own, which the host stands in for: in any order that streams and
# events allow, on two devices, by copies, by NCCL and by MPI, they have the bits of one part; without the waits they do not.

. "$(dirname "$0")/../lib/programs.sh"

launch=''
nabla2() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q stencils/mesh/nabla2.stencil --backend host --mesh icosahedron:R2B1 --size-levels 5 --steps 6 \
		--formula 'w=sin(element+7*k)' --formula 'geofac_n2s=0.1+0.01*slot' --swap z:w --out z="$out/$file.npy" "$@"
}
stored() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q tests/data/ranks/stored.stencil --backend host --mesh icosahedron:R2B1 --size-levels 3 --steps 5 \
		--formula 'q=sin(element+7*k)' --formula 'around=0.01*cos(element)' --swap new:q --out new="$out/$file.npy" "$@"
}
leap() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q tests/data/ranks/leap.stencil --backend host --mesh icosahedron:R2B2 --size-levels 3 --steps 7 \
		--formula 'u=sin(element+7*k)' --formula 'old=cos(element)' --formula 'total=k' --swap new:u:old --out total="$out/$file.npy" "$@"
}
# A relation to one side only: who reads of others need not be read by them.
next_cells() {
	printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<i4', 'fortran_order': False, 'shape': ($1, 1), }"
	# shellcheck disable=SC2059 # it is all format
	printf "$(awk -v n="$1" 'BEGIN { for (e = 0; e < n; e++) printf "\\%03o\\%03o\\000\\000", (e + 7)%n%256, (e + 7)%n/256 }')"
}
next_cells 1280 >"$data/next.npy"
cat >"$out/drift.stencil" <<'END'
stencil drift on triangles {
    relation cell.next[1] -> cell;
    in cell u;
    out cell new;

    new = 0.5*u + 0.4*u[next[0]];
}
END
drift() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q "$out/drift.stencil" --backend host --mesh icosahedron:R2B2 --relation cell.next="$data/next.npy" \
		--size-levels 3 --steps 7 --formula 'u=sin(element+7*k)' --swap new:u --out new="$out/$file.npy" "$@"
}
# Outputs on several locations, and reductions between kernels.
cat >"$out/locations.stencil" <<'END'
stencil locations on triangles {
    inout cell h; inout edge u; inout vertex curl;

    h = h - 0.1*sum(e in edges: u[e]);
    curl = 0.5*curl + sum(e in edges: u[e]);
    u = u - 0.2*(h[cells[1]] - h[cells[0]]) + 0.01*curl[vertices[0]];
}
END
locations() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q "$out/locations.stencil" --backend host --mesh icosahedron:R2B1 --size-levels 3 --steps 5 \
		--formula 'h=sin(element+7*k)' --formula 'u=cos(element)' --formula 'curl=k' --out u="$out/$file.npy" "$@"
}
cat >"$out/totals.stencil" <<'END'
stencil totals on triangles {
    inout cell h; inout edge u; inout scalar mass; out scalar most;

    total = sum(h*h);
    h = h - 0.1*sum(e in edges: u[e])/total;
    most = max(abs(u));
    u = 0.9*(u - 0.2*(h[cells[1]] - h[cells[0]]))/most;
    mass = 0.5*mass + sum(h) + min(u);
}
END
totals() {
	file=$1
	shift
	$launch "$bin/stencilrun" -q "$out/totals.stencil" --backend host --mesh icosahedron:R2B1 --size-levels 3 --steps 5 \
		--formula 'h=sin(element+7*k)' --formula 'u=cos(element)' --in mass=1 --out u="$out/u.npy" --out most="$out/most.npy" \
		--out mass="$out/$file.npy" "$@"
}
check 'NCCL' "$cc" -std=c11 -O1 -Wall -Wextra -shared -fPIC -iquote . tests/ranks/fake_nccl.c -o "$out/nccl.so"
STENCILGEN_NCCL=$out/nccl.so OMP_NUM_THREADS=1
export STENCILGEN_NCCL STENCIL_HOST_STREAMS
is_same() {
	is_clean && cmp "$out/one.npy" "$out/parts.npy"
}
# same STENCIL LEVELS OPTION...
same() {
	stencil=$1 levels=$2 seed=0
	shift 2
	STENCIL_HOST_STREAMS=
	good "$stencil in one part" "$stencil" one --levels "$levels"
	while [ $seed -lt 6 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed
		rm -f "$out/parts.npy"
		run "$stencil" parts --levels "$levels" "$@"
		check "$stencil, levels $levels, $*, order $seed" is_same
	done
}
same nabla2 outermost --ranks 2
same nabla2 innermost --ranks 5 --partition random:3
same nabla2 outermost --ranks 3 --engine nccl
same stored outermost --ranks 3 --partition random:1
same stored innermost --ranks 4
same nabla2 outermost --ranks 3 --overlap off
same nabla2 outermost --ranks 3 --exchange-every 2
same nabla2 innermost --ranks 2 --exchange-every 4 --engine nccl
same stored outermost --ranks 3 --overlap off
same stored innermost --ranks 3 --engine nccl
same stored outermost --ranks 3 --exchange-every 2
same leap outermost --ranks 4
same drift outermost --ranks 3
same drift innermost --ranks 2 --exchange-every 3
same leap innermost --ranks 3 --exchange-every 3
same leap outermost --ranks 2 --exchange-every 2 --overlap off
same locations outermost --ranks 3
same locations innermost --ranks 5 --partition random:2 --exchange-every 2
same locations outermost --ranks 4 --engine nccl
same locations innermost --ranks 3 --overlap off
same totals outermost --ranks 3
same totals innermost --ranks 5 --partition random:2
same totals outermost --ranks 2 --exchange-every 2
same totals outermost --ranks 3 --engine nccl
STENCIL_HOST_STREAMS=5
good 'verified' nabla2 parts --ranks 3 --verify
run nabla2 parts --ranks 3 --verify --levels outermost

needed() {
	stencil=$1 event=$2 seed=0
	shift 2
	while [ $seed -lt 60 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed:$event
		run "$stencil" parts --levels outermost "$@"
		cmp -s "$out/one.npy" "$out/parts.npy" || break
	done
	check "$stencil, a wait for '$event' that is left out is caught" test $seed -lt 60
}
STENCIL_HOST_STREAMS=
good 'in one part' nabla2 one --levels outermost
needed nabla2 sent --ranks 3
needed nabla2 unpacked --ranks 3
needed nabla2 both --ranks 3 --engine nccl
needed nabla2 boundary --ranks 3
needed nabla2 interior --ranks 3
needed nabla2 interior --ranks 2 --exchange-every 2
needed nabla2 halos --ranks 2 --exchange-every 2
needed nabla2 halos --ranks 2 --exchange-every 3
needed nabla2 sent --ranks 3 --overlap off
needed nabla2 unpacked --ranks 3 --overlap off
STENCIL_HOST_STREAMS=
good 'temporaries that are stored, in one part' stored one --levels outermost
for event in sent unpacked boundary interior; do
	needed stored $event --ranks 3
done
needed stored interior --ranks 2 --exchange-every 2
STENCIL_HOST_STREAMS=
good 'several locations, in one part' locations one --levels outermost
for event in sent unpacked boundary interior; do
	needed locations $event --ranks 3
done

STENCIL_HOST_STREAMS=
STENCILGEN_NCCL=$out/none.so
refuse() {
	nabla2 parts --ranks 3 --engine nccl
}
rm "$out/parts.npy"
refused 3 'no NCCL: ' refuse
check 'nothing is written' test ! -e "$out/parts.npy"

# Processes: messages go through the host's memory.
. tests/lib/mpi.sh
for seed in 1 2 3; do
	for stencil in stored locations totals; do
		STENCIL_HOST_STREAMS=
		launch=''
		good 'in one part' $stencil one
		STENCIL_HOST_STREAMS=$seed launch='ranks 3'
		rm -f "$out/parts.npy"
		run $stencil parts --verify
		check "$stencil, 3 processes, order $seed" is_same
	done
done
finish
