#!/bin/sh
# Stencils on meshes: their kernels on all kinds of meshes and orders, and what stencilrun refuses.

. "$(dirname "$0")/../lib/programs.sh"

stencils=stencils/mesh

# numbers STENCIL: a --formula for each of its in and inout fields, different ones.
numbers() {
	sed -n 's/^ *in  *//p; s/^ *inout  *//p' "$1" | sed 's/;.*//; s/[,;]//g' | while read -r words; do
		for word in $words; do
			case $word in
			cell | edge | vertex | *.* | column | profile) continue ;;
			esac
			printf ' --formula %s=1.5+sin(%s*element+7*k+3*slot)' "$word" "$(printf '%s' "$word" | cksum | cut -c1-3)"
		done
	done
}

# results STENCIL NAME: a --out for each of its out and inout fields.
results() {
	sed -n 's/^ *out  *//p; s/^ *inout  *//p' "$1" | sed 's/;.*//; s/,//g' | while read -r place names; do
		for name in $names; do
			[ "$place" = "" ] || printf ' --out %s=%s/%s-%s.npy' "$name" "$out" "$2" "$name"
		done
	done
}

# agree MESH STENCIL VARIANT...: options of kernels that all give the same bits.
agree() {
	mesh=$1 stencil=$2 first=
	shift 2
	for variant; do
		rm -f "$out"/got-*
		# shellcheck disable=SC2046,SC2086 # options are words
		stencilrun "$stencil" --mesh "$mesh" --size-levels 5 -q $variant $(numbers "$stencil") $(results "$stencil" got) ||
			return 1
		for file in "$out"/got-*.npy; do
			[ -s "$file" ] || return 1
			same=$out/first-${file##*/got-}
			if [ -z "$first" ]; then cp "$file" "$same"; else cmp "$file" "$same" || return 1; fi
		done
		first=done
	done
}

mesh_of() {
	if grep -q 'on triangles' "$1"; then echo "$triangles"; else echo "$polygons"; fi
}

# Every operator by every access, as C and as CUDA text.
triangles=icosahedron:R2B1 polygons=dual:icosahedron:R2B1
for stencil in "$stencils"/*.stencil; do
	run agree "$(mesh_of "$stencil")" "$stencil" '--backend openmp' '--backend openmp --access naive' '--backend host' \
		'--backend host --access naive' '--backend host --access zloop' '--backend host --access zslice --block 32x1x1'
	check "$(basename "$stencil" .stencil)" is_clean
done

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
		--out "number=$out/number.npy" --out "neighbours=$out/neighbours.npy" --out "own=$out/own.npy" --out "next=$out/next.npy"
}
is_three() {
	three torus:3x3 && made torus:3x3 3 "$out/3.npy" && made torus:3x3 element "$out/elements.npy" &&
	cmp "$out/3.npy" "$out/number.npy" && cmp "$out/3.npy" "$out/neighbours.npy" && cmp "$out/elements.npy" "$out/own.npy"
}
run is_three
check 'a cell has three edges and three neighbours, and is itself' is_clean
has_less() {
	three plane:3x3 && made plane:3x3 3 "$out/3.npy" && cmp "$out/3.npy" "$out/number.npy" &&
	! cmp -s "$out/3.npy" "$out/neighbours.npy"
}
run has_less
check 'at a boundary neighbours are missing, but no edges' is_clean

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

refused 2 "'same' is on a mesh (triangles): which? Give --mesh" stencilrun "$data/same.stencil" --formula q=1 --out number="$data/x.npy"
refused 2 'no array tells how many levels there are: give --size-levels' \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --formula q=1 --out number="$data/x.npy"
refused 1 '--in q=@mass: the mesh has no such values of cell' \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --in q=@mass --out number="$data/x.npy"
npy q "<f8" 2,13 1
refused 1 "has shape (2,13), but field 'q' needs (2,18) on this mesh" \
	stencilrun "$data/same.stencil" --mesh torus:3x3 --in q="$data/q.npy" --out number="$data/x.npy"
run stencilrun "$stencils/divergence.stencil" --mesh dual:icosahedron:R1B1 --size-levels 1 --formula vn=1 \
	--formula geofac_div=1 --out div="$data/x.npy"
check 'a mesh of hexagons is none of triangles' fails 1 'exact relation cell.edges[3]: cell 0 has 6'
refused 2 "access tile on meshes" stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --formula q=1 \
	--access tile --out number="$data/x.npy"
refused 2 'there are kernels with levels outermost only' stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 \
	--formula q=1 --levels innermost --out number="$data/x.npy"
refused 2 'its storage is chasing' stencilrun "$data/same.stencil" --mesh torus:3x3 --size-levels 1 --formula q=1 \
	--storage rows --out number="$data/x.npy"
refused 2 "'laplap' is not on a mesh: it takes no --mesh" stencilrun stencils/laplap.stencil --mesh torus:3x3 \
	--in src="$data/q.npy" --out dst="$data/x.npy"
refused 2 '--in src=@area: only meshes have values of their own' stencilrun stencils/laplap.stencil --in src=@area \
	--out dst="$data/x.npy"
diagnosed "unknown name 'theta': a formula is made of x, y and z" stencilrun "$data/same.stencil" --mesh torus:3x3 \
	--size-levels 1 --formula q=theta --out number="$data/x.npy"
finish
