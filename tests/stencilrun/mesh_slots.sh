#!/bin/sh
# Relations of any degree on meshes of few neighbors: tables of slots have the bits of rows, and a mesh of many neighbors keeps rows.

. "$(dirname "$0")/../lib/programs.sh"

# wheel FILE SPOKES: a hub and triangles around it.
wheel() {
	awk -v n="$2" 'BEGIN {
		print "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" n + 1 "\n1 0 0 0"
		for (i = 0; i < n; i++) print i + 2, cos(6.283185307179586*i/n), sin(6.283185307179586*i/n), 0
		print "$EndNodes\n$Elements\n" n
		for (i = 0; i < n; i++) print i + 1, 2, 2, 0, 0, 1, i + 2, (i + 1)%n + 2
		print "$EndElements"
	}' >"$1"
}

# kernel NAME: the kernel that ran.
kernel() {
	grep -q "^$1 on .*equal to the interpreter$" "$out/stdout" && [ ! -s "$out/stderr" ] && [ "$status" = 0 ]
}

# apply FILE STENCIL FIELD OPTION...: its output, from numbers of all sizes and signs.
apply() {
	file=$1 name=$2 field=$3
	shift 3
	run stencilrun "stencils/$name.stencil" --verify --out "$field=$file" "$@"
}

# both WHAT STENCIL FIELD OPTION...: rows and slots, which are the default with levels outermost, give the same bits.
both() {
	what=$1 operator=${2##*/} stencil=$2 output=$3
	shift 3
	for backend in host openmp; do
		for access in $(accesses $backend); do
			apply "$out/rows.npy" "$stencil" "$output" "$@" --backend $backend --access "$access" --levels outermost --storage rows
			check "$what, $backend, $access: rows" kernel "${operator}_rows_${access}[a-z0-9_]*"
			apply "$out/slots.npy" "$stencil" "$output" "$@" --backend $backend --access "$access" --levels outermost
			check "$what, $backend, $access: slots" kernel "${operator}_chasing_${access}[a-z0-9_]*"
			check "$what, $backend, $access: the same bits" cmp "$out/rows.npy" "$out/slots.npy"
		done
		apply "$out/slots.npy" "$stencil" "$output" "$@" --backend $backend --levels innermost --storage chasing
		check "$what, $backend: slots with levels innermost" kernel "${operator}_chasing_idxvar[a-z0-9_]*_innermost"
		check "$what, $backend: the same bits" cmp "$out/rows.npy" "$out/slots.npy"
		apply "$out/slots.npy" "$stencil" "$output" "$@" --backend $backend --levels innermost
		check "$what, $backend: rows are the default with levels innermost" kernel "${operator}_rows_idxvar[a-z0-9_]*_innermost"
	done
}

accesses() {
	if [ "$1" = host ]; then echo idxvar zloop zslice; else echo idxvar; fi
}

numbers='exp(40*sin(91*element+7*k+3*slot))*sin(17*element+k+slot)'
tangential="--size-levels 7 --formula u=$numbers --formula weights=$numbers"
# shellcheck disable=SC2086 # options are words
{
both 'hexagons and pentagons' mesh/tangential v --mesh dual:icosahedron:R1B2 $tangential
both 'where the mesh ends' mesh/tangential v --mesh cap:60:dual:icosahedron:R1B2 $tangential
both 'cells of up to twelve sides' mesh/kinetic_energy ke --mesh dual:flips:8x8:2 --size-levels 7 --formula "u=$numbers" \
	--formula "dc=$numbers" --formula "dv=$numbers" --formula area=2+k
both 'vertices of triangles' mesh/graph_laplacian z --mesh flips:8x8:2 --size-levels 7 --formula "p=$numbers"
}
apply "$out/ranks.npy" mesh/graph_laplacian z --mesh flips:8x8:2 --size-levels 7 --formula "p=$numbers" --backend host --levels outermost --ranks 3
check 'subdomains have the slots of the whole mesh' kernel 'graph_laplacian_chasing_[a-z0-9_]*'
check 'and the same bits' cmp "$out/rows.npy" "$out/ranks.npy"

# Steps that exchange fields, some of which begin as others.
for steps in 2 3; do
	for storage in rows chasing; do
		apply "$out/$storage.npy" mesh/graph_laplacian z --mesh flips:8x8:2 --size-levels 7 --formula "p=$numbers" --backend openmp \
			--levels outermost --storage $storage --steps $steps --swap z:p
		check "$steps steps, $storage" kernel "graph_laplacian_${storage}_idxvar"
	done
	check "$steps steps: the same bits" cmp "$out/rows.npy" "$out/chasing.npy"
done

# Several relations of any degree, several kernels with a sweep between them, and intermediates that are stored.
for stencil in trisk_stage acoustic_column; do
	text=stencils/dycore/$stencil.stencil
	given=$(sed -n 's/ *= [^;]*;/;/; s/^ *\(in\|inout\)  *//p' $text | sed 's/;.*//; s/,//g' | tr ' ' '\n' |
		grep -v '^\(cell\|edge\|vertex\|column\|profile\|half\|.*\..*\|\)$' | sed 's/.*/--formula &=2+sin(3*element+7*k+5*slot)/')
	written=$(sed -n 's/^ *\(out\|inout\)  *//p' $text | sed 's/;.*//; s/,//g' | tr ' ' '\n' |
		grep -v '^\(cell\|edge\|vertex\|column\|profile\|half\|\)$')
	for storage in rows chasing; do
		mkdir -p "$out/$storage"
		# shellcheck disable=SC2046,SC2086 # options are words
		run stencilrun $text --verify --mesh dual:icosahedron:R1B1 --size-levels 9 --backend host --levels outermost \
			$([ $storage = chasing ] || echo --storage $storage) --steps 1 $given $(echo "$written" | sed "s|.*|--out &=$out/$storage/&.npy|")
		check "$stencil, $storage" kernel "${stencil}_${storage}_[a-z0-9_]*"
	done
	check "$stencil: the same bits" diff -r "$out/rows" "$out/chasing"
	rm -rf "$out/rows" "$out/chasing"
done

for case in 5:chasing 12:rows 13:rows 20:rows; do
	spokes=${case%:*}
	wheel "$data/wheel.msh" "$spokes"
	apply "$out/z.npy" mesh/graph_laplacian z --mesh "$data/wheel.msh" --size-levels 3 --formula "p=$numbers" --backend host --levels outermost
	check "a hub of $spokes spokes" kernel "graph_laplacian_${case#*:}_.*"
	apply "$out/slots.npy" mesh/graph_laplacian z --mesh "$data/wheel.msh" --size-levels 3 --formula "p=$numbers" --backend host \
		--levels outermost --storage chasing
	check "a hub of $spokes spokes in slots" kernel "graph_laplacian_chasing_.*"
	check "with $spokes spokes the same bits" cmp "$out/z.npy" "$out/slots.npy"
done
wheel "$data/wheel.msh" 65
refused 2 "'graph_laplacian' reads relations that lead to any number of neighbors: its storage is rows" stencilrun \
	stencils/mesh/graph_laplacian.stencil --mesh "$data/wheel.msh" --size-levels 3 --formula p=k --storage chasing --out z="$data/x.npy"
refused 2 "'graph_laplacian' reads no neighbors of neighbors by exact relations: its storage is chasing" stencilrun \
	stencils/mesh/graph_laplacian.stencil --mesh flips:8x8:2 --size-levels 3 --formula p=k --storage direct --out z="$data/x.npy"

# A kernel is compiled for a mesh; a stencil that declares fewer neighbors than a mesh has is refused on it.
sed 's/out vertex z;/&\n    relation vertex.vertices[<=12];/' stencils/mesh/graph_laplacian.stencil >"$data/declared.stencil"
wheel "$data/wheel.msh" 13
run stencilrun "$data/declared.stencil" --mesh "$data/wheel.msh" --size-levels 3 --formula p=k --out z="$data/x.npy"
check 'more neighbors than are declared' fails 1 'wheel.msh: at-most relation vertex.vertices[12]: vertex 0 has 13'
sed 's/p\[n\])/exists(vertices[5]) ? p[n] : 0)/' stencils/mesh/graph_laplacian.stencil >"$data/slot.stencil"
run stencilrun "$data/slot.stencil" --mesh "$data/wheel.msh" --size-levels 3 --formula p=k --levels outermost --verify --storage chasing \
	--out z="$data/x.npy"
check 'a slot of the mesh' kernel 'graph_laplacian_chasing_[a-z0-9_]*'
wheel "$data/wheel.msh" 5
refused 2 'a single slot of vertex.vertices, which leads to any number of neighbors' stencilrun "$data/slot.stencil" --mesh "$data/wheel.msh" \
	--size-levels 3 --formula p=k --levels outermost --out z="$data/y.npy"

# What is tuned is used as it was measured, with the slots of the mesh at hand.
run stencilbench stencils/mesh/graph_laplacian.stencil --backend openmp --mesh dual:icosahedron:R1B1 --size-levels 3 --runs 2 --no-time \
	--csv "$out/all.csv"
both_are_measured() {
	is_clean && [ "$(cells_of "$out/all.csv" storage levels outcome | sort | tr '\n' ' ')" = 'chasing innermost verified chasing outermost verified rows innermost verified rows outermost verified ' ]
}
check 'stencilbench measures both' both_are_measured
for storage in rows chasing; do
	run stencilbench stencils/mesh/graph_laplacian.stencil --backend openmp --mesh flips:8x8:2 --size-levels 7 --runs 2 --levels outermost \
		--storage $storage --tune "$out/$storage.tuned"
	apply "$out/tuned.npy" mesh/graph_laplacian z --mesh flips:8x8:2 --size-levels 7 --formula "p=$numbers" --backend openmp \
		--tuned "$out/$storage.tuned"
	check "a tuned kernel of $storage" kernel "graph_laplacian_${storage}_idxvar"
done
finish
