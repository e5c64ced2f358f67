#!/bin/sh
# Pictures of fields on meshes.

. "$(dirname "$0")/../lib/programs.sh"

text() {
	echo "stencil $1 on triangles { in cell u; $2 }" >"$out/$1.stencil"
}
text warm 'out cell t; t = 2*u;'
text spread 'out vertex mean; mean = sum(c in cells: u[c])/count(cells);'
text step 'out edge d; d = u[cells[1]] - u[cells[0]];'

# draw STENCIL FIELD MESH NAME OPTION...
draw() {
	text=$out/$1.stencil field=$2 what=$3 name=$4
	shift 4
	case $name in *.svg*) ;; *) name=$name.svg ;; esac
	stencilrun "$text" -q --backend openmp --mesh "$what" --size-levels 2 --out "$field=$out/$name" "$@"
}
# A line of a path begins with M and has as many corners as there are Ls, and one.
elements() {
	grep -c '^M' "$out/$1.svg"
}
xmllint --version >/dev/null 2>&1 && xmllint=1 || xmllint=
is_svg() {
	[ ! "$xmllint" ] || xmllint --noout "$out/$1.svg"
}

good 'a plane' draw warm t plane:6x4 plane --formula 'u=x + 10*k'
check 'all of its cells' test "$(elements plane)" = 48
check 'each a triangle' test "$(grep -cE '^M[0-9.]+ [0-9.]+(L[0-9.]+ [0-9.]+){2}Z$' "$out/plane.svg")" = 48
check 'in ten colours' test "$(grep -c '<path' "$out/plane.svg")" = 10
# Values of the level above are 20 higher.
check 'of the lowest level' test "$(sed -n 's/.*text-anchor="start"[^>]*>\([0-9]*\).*/\1/p' "$out/plane.svg")" -lt 20
good 'a sphere' draw warm t icosahedron:R1B2 sphere --formula 'u=z'
near=$(elements sphere)
check 'its near side' test "$near" -gt 140 -a "$near" -lt 180
check 'with the numbers of all of it' sh -c "grep -q '>-1.9' '$out/sphere.svg' && grep -q '>1.9' '$out/sphere.svg'"
good 'a torus' draw warm t torus:6x4 torus --formula 'u=x'
check 'is unfolded' test "$(elements torus)" = 48
good 'hexagons' stencilrun stencils/mesh/kinetic_energy.stencil -q --backend openmp --mesh dual:icosahedron:R1B1 --size-levels 1 \
	--formula 'u=element' --formula dc=1 --formula dv=1 --formula area=1 --out "ke=$out/hexagons.svg"
check 'have six corners, pentagons five' sh -c "grep -qE '^M[^L]*(L[^L]*){5}Z\$' '$out/hexagons.svg' &&
	grep -qE '^M[^L]*(L[^L]*){4}Z\$' '$out/hexagons.svg'"
good 'edges' draw step d plane:6x4 edges --formula 'u=x*x'
check 'are lines' grep -qE '^M[0-9.]+ [0-9.]+L[0-9.]+ [0-9.]+$' "$out/edges.svg"
good 'vertices' draw spread mean plane:6x4 vertices --formula 'u=x'
check 'give cells their means' test "$(elements vertices)" = 48
draw warm t plane:6x4 holes --formula 'u=sqrt(x - 2)' 2>/dev/null
check 'what is no number is grey' grep -q 'fill="#d0d7de"' "$out/holes.svg"
good 'one number' draw warm t plane:6x4 one --formula u=1
check 'is one colour' test "$(grep -c '<path' "$out/one.svg")" = 1
for name in plane sphere torus hexagons edges vertices holes one; do check "$name.svg" is_svg $name; done
good 'floats' draw warm t plane:6x4 floats --formula 'u=x + 10*k' --precision float
check 'look the same' cmp "$out/plane.svg" "$out/floats.svg"

refused 2 'x.svg:level=1: on meshes a picture has the lowest level: leave out what follows the file' \
	draw warm t plane:6x4 x.svg:level=1 --formula u=x
refused 2 'x.svg: pictures are of fields on structured grids and meshes, not on sparse grids' \
	stencilrun stencils/sparse/hierarchize.stencil --dim 2 --level 3 --formula u=x1 --out u="$data/x.svg"
refused 1 'plane.svg: pictures are written only' stencilrun "$out/warm.stencil" --mesh plane:6x4 --in u="$out/plane.svg" \
	--out t="$data/t.npy"
finish
