#!/bin/sh
# Streams: kernels, copies and messages in any order that streams and events allow, on two devices, give the bits of one part;
# without any of the waits for events they do not.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x25x70 1
npy b '<f8' 5x25x70 2
npy f '<f4' 5x25x70 3
laplap() {
	folder=$1
	shift
	stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$folder/dst.npy" --swap dst:src --steps 7 \
		--backend host --access naive "$@"
}
upwind() {
	folder=$1
	shift
	stencilrun -q stencils/upwind.stencil --in tracer="$data/f.npy" --in u="$data/a.npy" --in v="$data/b.npy" \
		--out moved="$folder/moved.npy" --swap moved:tracer --steps 6 --backend host --access tile "$@"
}
mixed() {
	folder=$1
	shift
	stencilrun -q tests/data/ranks/mixed.stencil --in u="$data/a.npy" --in old="$data/b.npy" --in sum="$data/b.npy" \
		--out new="$folder/new.npy" --out sum="$folder/sum.npy" --swap new:u:old --steps 7 --backend host "$@"
}

# same_files STENCIL PERIODIC
same_files() {
	for file in "$out/one-$1-$2"/*.npy; do
		cmp -s "$file" "$out/parts/${file##*/}" || return 1
	done
}
is_right() {
	is_clean && same_files "$1" "$2"
}

mkdir -p "$out/parts"
export STENCIL_HOST_STREAMS
turn=0
for stencil in laplap upwind mixed; do
	for along in no xy; do
		STENCIL_HOST_STREAMS='' periodic=
		[ $along = no ] || periodic="--periodic $along"
		mkdir -p "$out/one-$stencil-$along"
		# shellcheck disable=SC2086 # options are words
		good "$stencil in one part, periodic $along" $stencil "$out/one-$stencil-$along" $periodic
		for cut in 2x2 3x1 1x2; do
			for every in 1 2 3; do
				for again in 1 2 3 4; do
					turn=$((turn + 1)) overlap=on
					[ $((turn % 7)) != 0 ] || overlap=off
					STENCIL_HOST_STREAMS=$turn
					# shellcheck disable=SC2086 # options are words
					run $stencil "$out/parts" --ranks $cut --exchange-every $every --overlap $overlap $periodic
					check "$stencil, periodic $along, $cut, every $every, overlap $overlap, order $turn" \
						is_right $stencil $along
				done
			done
		done
	done
done

# Several kernels, whose halos are filled by boundaries, and fetched before a step.
npy u '<f8' 25x70 4
npy v '<f8' 25x70 5
npy p '<f8' 25x70 6
shallow() {
	folder=$1
	shift
	stencilrun -q stencils/programs/shallow.stencil --in u="$data/u.npy" --in v="$data/v.npy" --in p="$data/p.npy" \
		--in uold="$data/u.npy" --in vold="$data/v.npy" --in pold="$data/p.npy" --param tdt=0.1 --param dx=1 --param dy=1 \
		--out u="$folder/u.npy" --out p="$folder/p.npy" --steps 7 --backend host "$@"
}
gray_scott() {
	folder=$1
	shift
	stencilrun -q stencils/programs/gray_scott.stencil --in u="$data/a.npy" --in v="$data/b.npy" --out unew="$folder/unew.npy" \
		--swap unew:u --swap vnew:v --steps 7 --backend host "$@"
}
heat_3d() {
	folder=$1
	shift
	stencilrun -q stencils/programs/heat_3d.stencil --in a="$data/a.npy" --in b="$data/b.npy" --out a="$folder/a.npy" \
		--steps 7 --backend host "$@"
}
fdtd_2d() {
	folder=$1
	shift
	stencilrun -q stencils/programs/fdtd_2d.stencil --in ex="$data/a.npy" --in ey="$data/b.npy" --in hz="$data/hz.npy" \
		--out ex="$folder/ex.npy" --out ey="$folder/ey.npy" --out hz="$folder/hz.npy" --steps 7 --backend host "$@"
}
npy hz '<f8' 5x25x70 7
# Sums, of one and of several fields and types behind a kernel, are taken by the first part, which all wait for.
cat >"$out/sums.stencil" <<'END'
stencil sums {
	inout u, v;
	inout float w;
	out scalar mass, most, dot;

	mass = sum(u);
	v = v + u[west]/mass;
	dot = sum(u*v);
	most = max(v);
	least = min(w);
	w = w + (dot - most + least)/mass;
	t = w[south] + v[north];
	u = 0.5*u + t/dot;
}
END
sums() {
	folder=$1
	shift
	stencilrun -q "$out/sums.stencil" --in u="$data/a.npy" --in v="$data/b.npy" --in w="$data/f.npy" --out u="$folder/u.npy" \
		--out v="$folder/v.npy" --out w="$folder/w.npy" --out mass="$folder/mass.npy" --out most="$folder/most.npy" \
		--out dot="$folder/dot.npy" --access zloop --steps 7 --backend host "$@"
}
# Scalars that a step updates are computed once by each part, when the regions of the last kernel, which read the old value, are done.
npy time '<f8' 1 8 3..3
npy half '<f8' 1 9 0.5..0.5
clock_filled() {
	folder=$1
	shift
	stencilrun -q tests/data/programs/clock_filled.stencil --in u="$data/a.npy" --in v="$data/b.npy" --in time="$data/time.npy" \
		--in half="$data/half.npy" --out u="$folder/u.npy" --out v="$folder/v.npy" --out time="$folder/time.npy" \
		--out half="$folder/half.npy" --steps 7 --backend host "$@"
}
clock_ahead() {
	folder=$1
	shift
	stencilrun -q tests/data/programs/clock_ahead.stencil --in u="$data/a.npy" --in time="$data/time.npy" --out d="$folder/d.npy" \
		--out time="$folder/time.npy" --swap d:u --steps 7 --backend host "$@"
}
for stencil in shallow gray_scott heat_3d fdtd_2d sums clock_filled clock_ahead; do
	STENCIL_HOST_STREAMS=
	mkdir -p "$out/one-$stencil-no"
	good "$stencil in one part" $stencil "$out/one-$stencil-no"
	for cut in 2x2 3x1; do
		for every in 1 2; do
			for again in 1 2 3 4 5; do
				turn=$((turn + 1))
				STENCIL_HOST_STREAMS=$turn
				run $stencil "$out/parts" --ranks $cut --exchange-every $every
				check "$stencil, $cut, every $every, order $turn" is_right $stencil no
			done
		done
	done
done
STENCIL_HOST_STREAMS=5
good 'verified' laplap "$out/parts" --ranks 2x2 --verify
series() {
	stencilrun -q stencils/laplap.stencil --in src="$data/a.npy" --out dst="$out/$1.pvd" --swap dst:src --steps 6 \
		--save-every 2 --backend host --ranks "$2"
}
good 'a series' series parts 2x2
STENCIL_HOST_STREAMS=
good 'the same in one part' series one 1x1
for step in 2 4 6; do
	check "step $step" cmp "$out/parts-$step.vti" "$out/one-$step.vti"
done

# Each wait is needed: without it some order gives wrong results.
# needed_by STENCIL EVENT OPTION...
needed_by() {
	stencil=$1 event=$2 seed=0
	shift 2
	while [ $seed -lt 60 ]; do
		seed=$((seed + 1))
		STENCIL_HOST_STREAMS=$seed:$event
		run "$stencil" "$out/parts" --ranks 2x2 "$@"
		same_files "$stencil" no || break
	done
	check "$stencil, a wait for '$event' that is left out is caught, $*" test $seed -lt 60
}
needed() {
	needed_by laplap "$@"
}
needed boundary
needed interior
needed interior --exchange-every 2
needed halos --exchange-every 2
needed halos --exchange-every 3
needed sent
needed sent --exchange-every 2
needed unpacked
needed sent --overlap off
needed unpacked --overlap off
for stencil in shallow heat_3d fdtd_2d gray_scott sums; do
	needed_by $stencil boundary
	needed_by $stencil interior
	needed_by $stencil interior --exchange-every 2
done
for stencil in clock_filled clock_ahead; do
	needed_by $stencil boundary
	needed_by $stencil interior
done
needed_by sums columns
needed_by sums results
finish
