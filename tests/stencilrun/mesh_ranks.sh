#!/bin/sh
# Parts of meshes: whoever owns an element, the bits are those of one part, for all operators, and step after step.
# Long: only in `make check-all`; the class parts of the campaign has subdomains of meshes.

. "$(dirname "$0")/../lib/programs.sh"

# numbers STENCIL: a --formula for each of its in and inout fields, different ones.
numbers() {
	sed -n 's/^ *in  *//p; s/^ *inout  *//p' "$1" | sed 's/;.*//; s/[,;]//g' | {
		factor=11
		while read -r words; do
			for word in $words; do
				case $word in
				cell | edge | vertex | *.* | column | profile) continue ;;
				esac
				factor=$((factor + 27))
				printf ' --formula %s=1.5+sin(%s*element+7*k+3*slot)' "$word" $factor
			done
		done
	}
}

# results STENCIL FOLDER: a --out for each of its out and inout fields.
results() {
	sed -n 's/^ *out  *//p; s/^ *inout  *//p' "$1" | sed 's/;.*//; s/,//g' | while read -r place names; do
		for name in $names; do
			[ "$place" = "" ] || printf ' --out %s=%s/%s.npy' "$name" "$2" "$name"
		done
	done
}

# owners FILE COUNT RANKS: an uneven partition without order.
owners() {
	awk -v n="$2" -v ranks="$3" 'BEGIN { for (i = 0; i < n; i++) print i < ranks ? i : (i*i*7 + i) % (ranks + 2) % ranks }' >"$1"
}

# apply STENCIL FOLDER OPTION...
apply() {
	stencil=$1 folder=$2
	shift 2
	rm -rf "$folder"
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun "$stencil" -q --verify $(numbers "$stencil") $(results "$stencil" "$folder") "$@"
}

same_files() {
	is_clean && for file in "$out"/one/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

# same TITLE STENCIL OPTION...: with the options of parts in $parts.
same() {
	what=$1 of=$2
	shift 2
	good "$what, one part" apply "$of" "$out/one" "$@"
	# shellcheck disable=SC2086 # options are words
	run apply "$of" "$out/parts" "$@" $parts
	check "$what, $parts" same_files
}

turn=0
for stencil in stencils/mesh/*.stencil; do
	operator=$(basename "$stencil" .stencil)
	sphere=icosahedron:R2B1 plane=plane:7x5
	if grep -q 'on polygons' "$stencil"; then
		sphere=dual:icosahedron:R2B1 plane=dual:flips:16x8:1
	fi
	turn=$((turn + 1))
	levels=$(echo 'outermost innermost' | cut -d ' ' -f $((turn % 2 + 1)))
	parts="--ranks $((turn % 4 + 2)) --partition $(echo 'curve random:7' | cut -d ' ' -f $((turn/2 % 2 + 1)))"
	same "$operator on a sphere" "$stencil" --backend openmp --mesh $sphere --order rcm --size-levels 2 --levels "$levels"
	parts='--ranks 3'
	same "$operator where the mesh ends" "$stencil" --backend openmp --mesh $plane --size-levels 7 --levels "$levels"
done

# is_graph FILE ELEMENTS EDGES DEGREE: METIS reads it, and each element has so many neighbors.
is_graph() {
	awk -v n="$2" -v m="$3" -v degree="$4" '
		NR == 1 { if ($1 != n || $2 != m) exit wrong = 1; next }
		{
			if (NF != degree) exit wrong = 1
			for (i = 1; i <= NF; i++) { if ($i < 1 || $i > n || $i == NR - 1) exit wrong = 1; at[NR - 1, $i]++ }
		}
		END {
			if (wrong || NR != n + 1) exit 1
			for (pair in at) { split(pair, p, SUBSEP); if (at[pair] != 1 || !((p[2], p[1]) in at)) exit 1 }
		}' "$1"
}
torus='--mesh torus:6x5 --size-levels 3'
# shellcheck disable=SC2086 # options are words
graph() { # STENCIL OPTION...
	of=$1
	shift
	# shellcheck disable=SC2046
	stencilrun "$of" $(numbers "$of") $torus --write-graph "$out/graph" "$@"
}
# A triangle reads the three beside it; by way of its vertices it reads the twelve that share one with it.
run graph stencils/mesh/nabla2.stencil
check 'a graph of cells is written' grep -qx "$out/graph: 60 cells, 90 edges" "$out/stdout"
check 'which others can read' is_graph "$out/graph" 60 90 3
cat >"$out/around.stencil" <<'END'
stencil around on triangles {
    in  cell q;
    out cell z;

    z = sum(v in vertices: sum(c in v.cells: q[c]));
}
END
run graph "$out/around.stencil"
check 'a graph of two relations is written' grep -qx "$out/graph: 60 cells, 360 edges" "$out/stdout"
check 'which others can read' is_graph "$out/graph" 60 360 12
awk 'NR > 1 { print (NR - 2 + $1) % 4 }' "$out/graph" >"$out/pieces"
parts="--ranks 4 --partition $out/pieces"
# shellcheck disable=SC2086 # options are words
same 'as a file says' "$out/around.stencil" --backend openmp $torus

# Step after step, with all storages and kernels; what is stored on the way, too.
sphere='--mesh icosahedron:R2B1 --size-levels 5 --steps 4'
owners "$out/owners" 320 3
for stencil in stencils/mesh/nabla2.stencil tests/data/ranks/stored.stencil; do
	swap=z:w
	[ "$stencil" = stencils/mesh/nabla2.stencil ] || swap=new:q
	name=$(basename "$stencil" .stencil)
	for levels in outermost innermost; do
		for parts in '--ranks 2' '--ranks 3' '--ranks 3 --partition random:2' '--ranks 5 --partition random' \
				"--ranks 3 --partition $out/owners" '--ranks 40'; do
			# shellcheck disable=SC2086 # options are words
			same "$name, levels $levels" "$stencil" --backend openmp $sphere --swap $swap --levels $levels
		done
		for every in 2 3; do
			for parts in "--ranks 2 --exchange-every $every" "--ranks 5 --partition random:4 --exchange-every $every" \
					"--ranks 3 --exchange-every $every --overlap off"; do
				# shellcheck disable=SC2086 # options are words
				same "$name, levels $levels" "$stencil" --backend openmp $sphere --swap $swap --levels $levels
			done
		done
		parts='--ranks 3'
		# shellcheck disable=SC2086 # options are words
		same "$name, levels $levels, CUDA text, random order" "$stencil" --backend host $sphere --swap $swap \
			--levels $levels --order random:5
	done
done
turn=0
for mesh in icosahedron:R2B1 plane:9x8; do
	for parts in '--ranks 2' '--ranks 3 --partition random:6' '--ranks 2 --exchange-every 2' '--ranks 4 --exchange-every 3' \
			'--ranks 3 --partition random:6 --exchange-every 2'; do
		turn=$((turn + 1))
		same "leap on $mesh" tests/data/ranks/leap.stencil --backend openmp --mesh $mesh --size-levels 3 --steps 7 --swap new:u:old \
			--levels "$(echo 'outermost innermost' | cut -d ' ' -f $((turn % 2 + 1)))"
		same "relax on $mesh" tests/data/ranks/relax.stencil --backend openmp --mesh $mesh --size-levels 3 --steps 5 \
			--levels "$(echo 'outermost innermost' | cut -d ' ' -f $((turn % 2 + 1)))"
	done
done
for parts in '--ranks 2' '--ranks 3 --partition random:6' '--ranks 4 --exchange-every 3' '--ranks 40 --overlap off'; do
	same 'a stage on cells and edges' stencils/dycore/trisk_stage.stencil --backend openmp --mesh dual:icosahedron:R2B1 --size-levels 3 \
		--steps 4 --swap h_new:h --swap u_new:u
done
parts="--ranks 3 --partition $out/owners"
# shellcheck disable=SC2086 # options are words
same 'floats of one level' stencils/mesh/nabla2.stencil --backend openmp --mesh icosahedron:R2B1 --size-levels 1 --steps 3 \
	--swap z:w --precision float --levels innermost
for access in idxvar zloop zslice; do
	# shellcheck disable=SC2086 # options are words
	same "nabla2 by $access" stencils/mesh/nabla2.stencil --backend host $sphere --swap z:w --levels outermost --access $access
done

# A run that is continued, and what its steps are watched by.
cat >"$out/energy.stencil" <<'END'
stencil energy on triangles {
    inout cell h; inout edge u; inout scalar time; out scalar mass;

    h = h - 0.1*sum(e in edges: u[e]);
    u = u - 0.1*(h[cells[1]] - h[cells[0]]);
    mass = sum(h);
    time = time + 0.5*mass;
}
END
energy() {
	stencilrun "$out/energy.stencil" -q --backend openmp --mesh plane:9x7 --size-levels 3 "$@"
}
begun='--formula h=sin(element)+k --formula u=cos(element) --in time=1'
# shellcheck disable=SC2086 # options are words
{
	good 'six steps' energy $begun --steps 6 --out time="$out/time.npy" --out u="$out/u.npy" --log "$out/one.csv"
	good 'three steps in subdomains' energy $begun --steps 3 --ranks 3 --partition random:4 --save-state "$out/state" --check-every 1
	good 'three more in others' energy --load-state "$out/state" --steps 3 --ranks 5 --out time="$out/parts_time.npy" \
		--out u="$out/parts_u.npy" --verify
	good 'a log' energy $begun --steps 6 --ranks 4 --log "$out/parts.csv"
}
check 'the same time' cmp "$out/time.npy" "$out/parts_time.npy"
check 'the same field' cmp "$out/u.npy" "$out/parts_u.npy"
check 'the same log' cmp "$out/one.csv" "$out/parts.csv"

# A series, and the report.
check_series() {
	# shellcheck disable=SC2086 # options are words
	good "$1, a series" stencilrun stencils/mesh/nabla2.stencil -q --backend openmp --mesh torus:8x6 --size-levels 2 \
		--formula w=element+k --formula geofac_n2s=0.1+slot --swap z:w --steps 4 --save-every 2 --out z="$data/$1.pvd" $2
}
check_series one ''
check_series parts '--ranks 3'
for step in 2 4; do
	check "step $step" cmp "$data/one-$step.vtu" "$data/parts-$step.vtu"
done

nabla2() {
	stencilrun stencils/mesh/nabla2.stencil --backend openmp --mesh torus:4x4 --size-levels 3 --formula w=x \
		--in geofac_n2s=@geofac_n2s --out z="$data/z.npy" "$@"
}
run nabla2 --ranks 4
check 'the report tells the parts' grep -q ', 4 subdomains, peer, no overlap): ' "$out/stdout"
run nabla2 --ranks 4 --swap z:w --steps 2
check 'and that they overlap' grep -q ', 4 subdomains, peer, overlap): ' "$out/stdout"
check 'and what they spend' grep -Eq ' ms \(exchange [0-9.]+ % of it\)$' "$out/stdout"
run nabla2 --ranks 4 --swap z:w --steps 2 --overlap off
check 'or not' grep -q ', 4 subdomains, peer, no overlap): ' "$out/stdout"
run stencilrun tests/data/ranks/stored.stencil --backend openmp --mesh torus:4x4 --size-levels 3 --formula q=x --formula around=y \
	--swap new:q --steps 2 --ranks 4 --out new="$data/new.npy"
check 'also where something is stored' grep -q ', 4 subdomains, peer, overlap): ' "$out/stdout"
rm "$data/z.npy"
printf '0\n1\n0\n' >"$out/short"
{ cat "$out/short"; echo 2; } >"$out/wrong"
owners "$out/long" 33 2
awk 'BEGIN { for (i = 0; i < 32; i++) print i % 2 }' >"$out/idle"
refused 2 "--ranks needs the number of a mesh's subdomains, at most 4096; not '2x2'" nabla2 --ranks 2x2
refused 2 "--overlap accepts on or off, not 'maybe'" nabla2 --ranks 2 --overlap maybe
refused 2 '--exchange-every is for halos that are exchanged: give --ranks or --periodic' nabla2 --exchange-every 2
refused 2 '--graph is for GPUs, not backend openmp' nabla2 --ranks 2 --graph
refused 2 '--graph is for steps of several subdomains' nabla2 --ranks 1 --graph
refused 2 '--engine nccl is for GPUs, not backend openmp' nabla2 --ranks 2 --engine nccl
refused 2 "--engine accepts auto, peer, mpi, mpi:staged or nccl, not 'tcp'" nabla2 --ranks 2 --engine tcp
refused 2 '--engine mpi is for several ranks: start them by mpirun' nabla2 --ranks 2 --engine mpi
refused 2 '--partition is for several subdomains: give --ranks' nabla2 --partition curve --engine peer --ranks 1
refused 2 '--partition is for halos that are exchanged: give --ranks' nabla2 --partition curve
refused 2 "--partition accepts curve, random[:SEED] or a file that can be read, not 'metis'" nabla2 --ranks 2 --partition metis
refused 2 "--partition accepts curve, random[:SEED] or a file that can be read, not 'random:xx'" nabla2 --ranks 2 --partition random:xx
refused 1 "$out/short: line 4: expected the rank of a cell, of which there are 32" nabla2 --ranks 2 --partition "$out/short"
refused 1 "$out/wrong: line 4: rank 2 is none of 0 to 1" nabla2 --ranks 2 --partition "$out/wrong"
refused 1 "$out/long has more ranks than there are cells: 32" nabla2 --ranks 2 --partition "$out/long"
refused 1 'rank 2 gets no cell: use fewer ranks than 3' nabla2 --ranks 3 --partition "$out/idle"
refused 1 'use fewer ranks than 40' nabla2 --ranks 40
refused 2 '--swap z:geofac_n2s: the fields differ in type, shape, location or levels' nabla2 --steps 2 --swap z:geofac_n2s
refused 2 '--steps 2 needs --swap' nabla2 --steps 2
npy a '<f8' 4x9x9 1
refused 2 '--partition is for columns that are looked up in tables' stencilrun stencils/laplap.stencil \
	--in src="$data/a.npy" --out dst="$data/z.npy" --ranks 2 --partition curve --backend openmp
finish
