#!/bin/sh
# Long: only in `make check-all`.
# Stencils on meshes: their kernels on all kinds of meshes and orders, and what stencilrun refuses.

. "$(dirname "$0")/../lib/programs.sh"

stencils=stencils/mesh

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

# results STENCIL NAME: a --out for each of its out and inout fields.
results() {
	sed -n 's/^ *out  *//p; s/^ *inout  *//p' "$1" | sed 's/;.*//; s/,//g' | while read -r place names; do
		for name in $names; do
			[ "$place" = "" ] || printf ' --out %s=%s/%s-%s.npy' "$name" "$out" "$2" "$name"
		done
	done
}

# verified STENCIL OPTION...: the kernel's bits are those of the interpreter, in all of its memory.
described=''
verified() {
	stencil=$1
	shift
	[ "$stencil" = "$described" ] || { described=$stencil arrays="$(numbers "$stencil") $(results "$stencil" got)"; }
	# shellcheck disable=SC2086 # options are words
	stencilrun "$stencil" -q --verify "$@" $arrays
}

# Each operator on meshes of all kinds, in several orders, with few and many levels. Compiling takes most of the time: each
# has one layout of levels in C text and the other one in CUDA text, and the next operator the other way round.
here=outermost there=innermost
for stencil in "$stencils"/*.stencil; do
	operator=$(basename "$stencil" .stencil)
	all=icosahedron:R2B1 end=cap:60:icosahedron:R1B2 plane=plane:7x5 torus=torus:6x4
	if grep -q 'on polygons' "$stencil"; then
		all=dual:icosahedron:R2B1 end=cap:50:dual:icosahedron:R1B2 plane=dual:flips:16x8:1 torus=dual:torus:6x4
	fi
	run verified "$stencil" --backend openmp --mesh "$all" --order rcm --size-levels 2 --levels $here
	check "$operator, levels $here" is_clean
	run verified "$stencil" --backend openmp --mesh "$end" --order random:5 --size-levels 66 --levels $here
	check "$operator, where the mesh ends" is_clean
	run verified "$stencil" --backend openmp --mesh "$plane" --order given --size-levels 7 --levels $here
	check "$operator, on a plane and on polygons of up to twelve sides" is_clean
	run verified "$stencil" --backend host --mesh "$torus" --order random:5 --size-levels 35 --levels $there
	check "$operator, CUDA text, levels $there" is_clean
	levels=$here here=$there there=$levels
done
for kernel in diffuse_theta:zloop diffuse_theta:zslice vorticity:zloop vorticity:zslice tangential:zloop tangential:zslice \
		contravariant:idxvar contravariant:zloop contravariant:zslice; do
	operator=${kernel%:*} access=${kernel#*:} mesh=cap:40:icosahedron:R1B2
	if [ $operator = tangential ]; then mesh=dual:icosahedron:R1B1; fi
	run verified $stencils/$operator.stencil --backend host --access "$access" --size-levels 9 --block 32x1x1 --order random \
		--mesh $mesh
	check "$operator, access $access" is_clean
done
for operator in advect_vn smagorinsky; do
	for how in 'zslice --block 16x2x4' 'zloop --block 5x3x1 --storage chasing' 'idxvar --block 8x2x4' 'zslice --block 64x1x2'; do
		# shellcheck disable=SC2086 # options are words
		run verified $stencils/$operator.stencil --backend host --levels outermost --size-levels 9 --order random --mesh plane:7x5 \
			--access $how
		check "$operator, access $how" is_clean
	done
done
run verified $stencils/diffuse_theta.stencil --backend host --levels outermost --size-levels 9 --mesh plane:7x5 --storage direct \
	--access zloop --block 8x4x1
check 'tables of neighbors of neighbors for all levels' is_clean
sed 's/stored //' $stencils/transport.stencil >"$data/transport.stencil"
for operator in $stencils/advect_vn $stencils/diffuse_theta "$data/transport" $stencils/weighted_twice; do
	for how in 'openmp --levels innermost' 'host --levels outermost --access zslice' 'host --levels innermost'; do
		# shellcheck disable=SC2086 # options are words
		run verified "$operator.stencil" --storage direct --size-levels 7 --order random --mesh cap:60:icosahedron:R1B2 --backend $how
		check "${operator##*/} with tables of neighbors of neighbors, $how" is_clean
	done
done
for block in 32x1x1 64x2x1 128x1x4; do
	run verified $stencils/diffuse_theta.stencil --backend host --levels outermost --size-levels 5 --mesh torus:6x4 --block $block
	check "a block of $block" is_clean
done
run verified $stencils/diffuse_theta.stencil --backend host --levels innermost --size-levels 5 --mesh torus:6x4 --block 3x7x1
check 'a block of 3x7x1, levels innermost' is_clean
for numbers in '--levels-per-load 1' '--columns-per-thread 3 --block 2x5x1' '--precision float --columns-per-thread 1' \
		'--precision float --levels-per-load 2 --block 1x32x1' '--columns-per-thread 5 --registers-per-thread 48 --block 4x2x1' \
		'--blocks-per-launch 1 --block 2x3x1' '--blocks-per-launch 3 --columns-per-thread 1 --block 5x2x1' \
		'--blocks-per-launch 1000 --levels-per-load 1 --registers-per-thread 48'; do
	for operator in contravariant vorticity diffuse_vn transport; do
		# shellcheck disable=SC2086 # options are words
		run verified $stencils/$operator.stencil --backend host --levels innermost --size-levels 7 --mesh plane:7x5 $numbers
		check "$operator with $numbers" is_clean
	done
done
for access in idxvar zloop zslice; do
	run verified $stencils/vorticity.stencil --backend host --levels outermost --access $access --registers-per-thread 48 --size-levels 7 \
		--mesh plane:7x5
	check "a limit of registers for $access, levels outermost" is_clean
done
for blocks in 1 5 1000; do
	run verified $stencils/tangential.stencil --backend host --levels innermost --size-levels 7 --mesh cap:50:dual:icosahedron:R1B2 \
		--order random --blocks-per-launch $blocks --block 4x3x1
	check "rows, at most $blocks blocks" is_clean
done
for precision in float double; do
	run verified $stencils/smagorinsky.stencil --precision $precision --size-levels 3 --mesh plane:7x5
	check "$precision" is_clean
done
run verified $stencils/diffuse_vn.stencil --steps 3 --size-levels 3 --mesh icosahedron:R1B1
check 'several steps' is_clean

# Files keep the numbers of the mesh, in whatever order it lies in memory.
applied() {
	stencilrun $stencils/diffuse_theta.stencil -q --verify --mesh cap:60:icosahedron:R1B2 --size-levels 3 --in geofac_div=@geofac_div \
		--formula 'theta=sin(7*element + k)' --formula 'kh=1 + cos(3*element)' --formula 'inv_dual_edge_length=2 + sin(element)' \
		--order "$1" --out "diffusion=$out/diffusion_${1%:*}.npy"
}
run applied given
for order in hilbert rcm random:5; do
	run applied $order
	check "order $order gives the same file" cmp "$out/diffusion_given.npy" "$out/diffusion_${order%:*}.npy"
done

# chosen LEVELS PRECISION KERNEL: a column of levels side by side if it fills a sector of memory.
chosen() {
	run stencilrun "$stencils/divergence.stencil" --mesh torus:6x4 --backend openmp --size-levels "$1" --precision "$2" \
		--in geofac_div=@geofac_div --formula vn=element --out "div=$out/div.npy"
	check "$1 levels, $2: $3" grep -q "^$3 on " "$out/stdout"
}
chosen 3 double divergence_chasing_idxvar
chosen 4 double divergence_chasing_idxvar_innermost
chosen 7 float divergence_chasing_idxvar_float
chosen 8 float divergence_chasing_idxvar_innermost_float

# Planted mistakes are found: planted TEMPLATE SED STENCIL OPTION...
planted() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$2" "templates/mesh/$1" >"$out/templates/mesh/$1"
	! cmp -s "templates/mesh/$1" "$out/templates/mesh/$1" || { fail "nothing is planted in $1"; return; }
	stencil=$stencils/$3.stencil planted=$1
	shift 3
	run verified "$stencil" --templates "$out/templates" --mesh cap:60:icosahedron:R1B2 --size-levels 5 "$@"
	check "a mistake in $planted is found" fails 1 'wrong result'
}
planted common.tmpl 's/int $counter = 0/int $counter = 1/' vorticity
planted common.tmpl 's/int $counter = 0; $counter < $slots/int $counter = 0; $counter < $slots - 1/' cells2verts --levels outermost
planted openmp/idxvar_innermost.tmpl 's/$own = first;/$own = first + 1;/' diffuse_theta
planted openmp/idxvar.tmpl 's/$own < end;/$own < end - 1;/' diffuse_theta --levels outermost
planted openmp/idxvar_innermost.tmpl 's/k < top;/k <= top;/' nabla2
planted openmp/idxvar_innermost.tmpl 's/k = bottom;/k = bottom + 1;/' contravariant
planted cuda/idxvar.tmpl 's/= k\*cell_stride/= 1 + k*cell_stride/' gradient --levels outermost --backend host --access idxvar
planted openmp/idxvar_innermost.tmpl 's/k < slice_end;/k < slice_end - 1;/' vorticity
planted openmp/idxvar_innermost.tmpl 's/top - start > LEVELS ?/top - start > LEVELS - 2 ?/' cells2verts --size-levels 63
planted common.tmpl 's/^const int $name = $entry;/const int $name = $entry > 0 ? $entry - 1 : 0;/' diffuse_theta --backend host
planted cuda/zslice.tmpl 's/k = lowest;/k = lowest + 1;/' neighbour_sum --levels outermost --backend host --access zslice
planted cuda/zslice.tmpl 's/lowest + LEVELS : depth/lowest + LEVELS - 1 : depth/' diffuse_theta --levels outermost --backend host --access zslice \
	--levels-per-thread 3
planted cuda/zslice.tmpl 's/k = 0;/k = 1;/' diffuse_theta --levels outermost --backend host --access zloop
planted cuda/idxvar_innermost.tmpl 's/$own < chunk_end;/$own < chunk_end - 1;/' divergence --backend host
planted cuda/idxvar_innermost.tmpl 's/chunk += gridDim.x/chunk += gridDim.x + 1/' divergence --backend host --blocks-per-launch 2 --block 3x2x1
planted cuda/idxvar_innermost.tmpl 's/blockIdx.y\*blockDim.x/0*blockDim.x/' diffuse_theta --backend host --block 2x4x1
planted cuda/idxvar_innermost.tmpl 's/return there ? with : without;/return with;/' cells2verts --backend host
planted ../stencil_levels.cuh 's/end >= LEVELS/end > LEVELS/; s/l < end)/l < end - 1)/' nabla2 --size-levels 4 --backend host
planted cuda/idxvar_innermost.tmpl 's/bottom\/LEVELS/bottom/' contravariant --backend host

# Relations of a stencil's own, of which the mesh knows nothing.
cat >"$data/wide.stencil" <<'END'
stencil wide on triangles {
    in  cell q;
    in  cell.wide column weight;
    out cell total;
    relation cell.wide[9] = cells.cells - self, cells;

    total = sum(c in wide: weight[c]*q[c]);
}
END
run verified "$data/wide.stencil" --mesh icosahedron:R2B1 --size-levels 3 --order random
check 'a relation composed of others' is_clean

# What is known beforehand.
cat >"$data/three.stencil" <<'END'
stencil three on triangles {
    in  edge one;
    in  cell q;
    out cell number, neighbours, own, next;
    relation cell.cells[<=3];

    number = sum(e in edges: one[e]);
    neighbours = count(cells) + 0*q;
    own = q;
    next = exists(cells[2]) ? q[cells[2]] : 100;
}
END
cat >"$data/same.stencil" <<'END'
stencil same on triangles {
    in  cell q;
    out cell number;

    number = q;
}
END
made() {
	stencilrun "$data/same.stencil" --mesh "$1" --size-levels 2 -q --formula "q=$2" --out "number=$3"
}
three() {
	stencilrun "$data/three.stencil" --mesh "$1" --size-levels 2 -q --formula one=1 --formula q=element \
		--out "number=$out/number.npy" --out "neighbours=$out/neighbors.npy" --out "own=$out/own.npy" --out "next=$out/next.npy"
}
is_three() {
	three torus:3x3 && made torus:3x3 3 "$out/3.npy" && made torus:3x3 element "$out/elements.npy" &&
	cmp "$out/3.npy" "$out/number.npy" && cmp "$out/3.npy" "$out/neighbors.npy" && cmp "$out/elements.npy" "$out/own.npy"
}
for access in zloop zslice; do
	run stencilrun "$data/three.stencil" --mesh plane:5x4 --size-levels 5 -q --verify --formula one=k --formula q=element \
		--backend host --levels outermost --access $access --block 8x2x1 --out "number=$data/x.npy" --out "neighbours=$data/y.npy" \
		--out "own=$data/z.npy" --out "next=$data/w.npy"
	check "loops over neighbors in a slice of levels, access $access" is_clean
done
run is_three
check 'a cell has three edges and three neighbors, and is itself' is_clean
has_less() {
	three plane:3x3 && made plane:3x3 3 "$out/3.npy" && cmp "$out/3.npy" "$out/number.npy" &&
	! cmp -s "$out/3.npy" "$out/neighbors.npy"
}
run has_less
check 'at a boundary neighbors are missing, but no edges' is_clean

# Values of the mesh's own: signs are 1 and -1.
cat >"$data/signs.stencil" <<'END'
stencil signs on triangles {
    in  cell.edges column sign;
    out cell number;

    number = sum(e in edges: sign[e]*sign[e]);
}
END
are_signs() {
	stencilrun "$data/signs.stencil" --mesh plane:3x3 --size-levels 2 -q --in sign=@sign --out "number=$out/number.npy" &&
	cmp "$out/3.npy" "$out/number.npy"
}
run are_signs
check 'what the mesh has can be read' is_clean

# Ints and bools, from files, of the mesh's own and by formulas, also of several subdomains.
cat >"$data/typed.stencil" <<'END'
stencil typed on triangles {
    in  int cell.edges column sign;
    in  bool edge open;
    in  int cell kind;
    in  int profile weight;
    out cell number;

    number = sum(e in edges: open[e] ? sign[e]*kind : weight[above]);
}
END
npy kinds "<i4" 2,18
npy opens "|b1" 2,18
npy weights "<i4" 2
typed() {
	stencilrun "$data/typed.stencil" --mesh plane:3x3 --size-levels 2 -q --backend openmp --verify --in sign=@sign --formula open=k "$@"
}
are_typed() {
	typed --in kind="$data/kinds.npy" --in weight="$data/weights.npy" --out "number=$out/number.npy" &&
	typed --in kind="$data/kinds.npy" --in weight="$data/weights.npy" --out "number=$out/parts.npy" --ranks 3 &&
	cmp "$out/number.npy" "$out/parts.npy" &&
	typed --formula kind='floor(x) - k' --formula weight=k --levels innermost --out "number=$out/number.npy"
}
run are_typed
check 'ints and bools on meshes' is_clean
refused 1 "--formula kind: 0.5 is no int, but field 'kind' is: use floor()" \
	typed --formula kind=k+0.5 --formula weight=k --out "number=$out/number.npy"
refused 1 "is no int, but field 'sign' is: declare it real" stencilrun "$data/typed.stencil" --mesh icosahedron:R1B1 --size-levels 2 \
	--in sign=@geofac_div --formula open=1 --formula kind=1 --formula weight=1 --out "number=$out/number.npy"
refused 1 "opens.npy: its elements are of type '|b1', expected '<i4'" typed --in kind="$data/opens.npy" --formula weight=k \
	--out "number=$out/number.npy"

refused 2 "'same' is on a mesh (triangles): give one with --mesh" stencilrun "$data/same.stencil" --formula q=1 --out number="$data/x.npy"
refused 2 'no array has the number of levels: give --size-levels' \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --formula q=1 --out number="$data/x.npy"
refused 2 "field 'q' is missing: give --in q=FILE or --formula q=EXPR" \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --out number="$data/x.npy"
refused 1 '--in q=@mass: the mesh has no such values of cell; it has area' \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --in q=@mass --out number="$data/x.npy"
npy q "<f8" 2,13 1
refused 1 "has shape (2,13), but field 'q' needs (2,18) on this mesh" \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --in q="$data/q.npy" --out number="$data/x.npy"
run stencilrun "$stencils/divergence.stencil" --mesh dual:icosahedron:R1B1 --size-levels 1 --formula vn=1 \
	--formula geofac_div=1 --out div="$data/x.npy"
check 'a mesh of hexagons is none of triangles' fails 1 'exact relation cell.edges[3]: cell 0 has 6'
refused 2 "access tile is not for meshes: use idxvar" stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --formula q=1 \
	--access tile --out number="$data/x.npy"
refused 2 'target cuda has no access zslice on meshes, levels innermost' stencilrun "$data/same.stencil" --mesh torus:3x3 \
	--size-levels 1 --formula q=1 --levels innermost --access zslice --backend host --out number="$data/x.npy"
refused 2 "access naive is not for meshes: use idxvar (legal for 'same': idxvar)" stencilrun "$data/same.stencil" \
	--mesh torus:3x3 --size-levels 1 --formula q=1 --access naive --out number="$data/x.npy"
refused 3 'the launcher refuses the call' stencilrun $stencils/neighbour_sum.stencil --mesh torus:3x3 --size-levels 2 --formula q=1 \
	--access zloop --backend host --levels outermost --block 5x3x2 --out total="$data/x.npy"
refused 2 "on a mesh threads load 16 bytes at once, 2 levels of 'same', not 4" stencilrun "$data/same.stencil" --mesh torus:3x3 \
	--size-levels 1 --formula q=1 --backend host --levels-per-load 4 --out number="$data/x.npy"
refused 2 "'same' reads no neighbors of neighbors by exact relations: its storage is chasing" stencilrun "$data/same.stencil" \
	--mesh torus:3x3 --size-levels 1 --formula q=1 --storage direct --out number="$data/x.npy"
refused 2 'its storage is chasing' stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --formula q=1 \
	--storage rows --out number="$data/x.npy"
good 'pairs of levels are rounded to float' stencilrun tests/data/meshes/rounded_levels.stencil --mesh plane:5x4 --size-levels 4 --backend host \
	--levels innermost --verify -q --formula w='1.5+sin(element*1.7+k*0.6+slot*3)' --formula w0=1 --out d0="$data/x.npy"
refused 2 "'laplap' is not on a mesh: leave out --mesh" stencilrun stencils/laplap.stencil --mesh torus:3x3 \
	--in src="$data/q.npy" --out dst="$data/x.npy"
refused 2 '--in src=@area: only meshes have values of their own' stencilrun stencils/laplap.stencil --in src=@area \
	--out dst="$data/x.npy"
diagnosed "unknown name 'theta': a formula is made of x, y and z" stencilrun "$data/same.stencil" --mesh torus:3x3 \
	--size-levels 1 --formula q=theta --out number="$data/x.npy"
finish
