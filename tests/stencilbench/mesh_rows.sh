#!/bin/sh
# stencilbench on meshes: what is measured, how bytes are counted, what is refused.

. "$(dirname "$0")/../lib/programs.sh"

stencils=stencils/mesh

for backend in openmp host; do
	bench --backend $backend --mesh icosahedron:R1B1,cap:60:icosahedron:R1B2 --size-levels 5,9 --order given,random:3 --no-time \
		--csv "$out/all.csv" $stencils/divergence.stencil $stencils/advect_vn.stencil
	# divergence has one storage, advect_vn with its chains two.
	count=6
	[ $backend = openmp ] || count=12
	# On two meshes, with two numbers of levels, in two orders.
	verified() {
		is_clean && [ "$(cells_of "$out/all.csv" storage outcome | grep -c '^[a-z]* verified$')" = $((count*8)) ] &&
		[ "$(wc -l <"$out/all.csv")" = $((count*8 + 1)) ] &&
		[ "$(cells_of "$out/all.csv" access levels mesh size_z order | grep -c '^idxvar innermost icosahedron:R1B1 9 random:3$')" = 3 ] &&
		grep -q '^advect_vn, cap:60:icosahedron:R1B2 x 5 levels double: ' "$out/stdout"
	}
	check "all accesses, levels and orders on $backend" verified
done
bench --backend openmp --mesh dual:icosahedron:R1B1 --size-levels 4 --precision all --no-time --csv "$out/rows.csv" \
	$stencils/tangential.stencil $stencils/kinetic_energy.stencil
polygons() {
	is_clean && [ "$(cells_of "$out/rows.csv" storage precision outcome | sort | uniq -c | tr -s ' ')" = " 4 chasing double verified
 4 chasing float verified
 4 rows double verified
 4 rows float verified" ]
}
check 'relations of any degree, in both precisions' polygons
bench --backend openmp --mesh dual:icosahedron:R1B1 --size-levels 4 --levels all --storage rows --no-time --csv "$out/names.csv" \
	tests/data/meshes/names_through_slots.stencil
names() { is_clean && [ "$(cells_of "$out/names.csv" outcome | uniq -c | tr -s ' ')" = ' 2 verified' ]; }
check 'loops inside each other have different names' names

# counted STENCIL MESH COLUMN VALUE [OPTION...]: what is counted, on five levels.
counted() {
	of=$1 mesh=$2 column=$3 value=$4
	shift 4
	bench --backend openmp --mesh "$mesh" --size-levels 5 --access idxvar --levels outermost --no-time --csv "$out/one.csv" \
		"$@" "$stencils/$of.stencil"
	check "$of on $mesh, $column $*" test "$(cells_of "$out/one.csv" "$column")" = "$value"
}
# 48 cells, 72 edges: vn and div on 5 levels, three coefficients and three entries for each cell.
counted divergence torus:6x4 bytes $((72*5*8 + 48*5*8 + 48*3*8 + 48*3*4))
counted divergence torus:6x4 points 240
counted divergence torus:6x4 size_x 48
counted divergence torus:6x4 table_bytes $((64*3*4))
# A level lies below each but the highest. Two edges end in each inner one of 16 vertices, 32 triangles.
counted contravariant torus:6x4 points $((48*4))
# An inout counts twice.
counted diffuse_vn torus:6x4 bytes $((72*5*8*5 + 72*8*2 + 5*8))
# 12 pentagons, 30 hexagons; 120 edges, of which 60 have 9 neighbours and 60 have 10; and where 120 rows begin.
counted tangential dual:icosahedron:R1B1 bytes $((120*5*8*2 + 1140*8 + 1140*4 + 120*4)) --storage rows
# A table of ten slots is read with its gaps.
counted tangential dual:icosahedron:R1B1 bytes $((120*5*8*2 + 1140*8 + 1200*4)) --storage chasing
# Of 70 triangles those with three neighbours, whose share counts of all else.
counted nabla2 plane:7x5 points $((48*5))

bench --backend openmp --mesh torus:6x4 --size-levels 5 --runs 2 --access idxvar --csv "$out/timed.csv" --json "$out/timed.json" \
	--svg "$out/timed.svg" --baseline chasing_idxvar $stencils/divergence.stencil
timed() {
	is_clean && rows 2 "$out/timed.json" && [ "$(grep -c '"mesh":"torus:6x4".*"outcome":"measured"' "$out/timed.json")" = 2 ] &&
	[ "$(cells_of "$out/timed.csv" hot_share_of_copy hot_share_of_stream | grep -c '^[0-9.]* [0-9.]*$')" = 2 ] &&
	grep -q 'idxvar_innermost *given' "$out/stdout" && grep -q '^divergence.* stream [0-9.]* us' "$out/stdout"
}
check 'times and their share of a copy' timed
for levels in outermost all; do
	bench --backend openmp --mesh torus:6x4 --size-levels 5 --runs 2 --levels $levels --journal "$out/journal" --access idxvar \
		$stencils/divergence.stencil
done
check 'rows from the journal' grep -q ': 1 of 2 are from the journal' "$out/stderr"
bench --backend openmp --mesh torus:4x6 --size-levels 5 --runs 2 --levels outermost --journal "$out/journal" --access idxvar \
	$stencils/divergence.stencil
check 'another mesh is measured anew' is_clean
bench --backend host --mesh torus:6x4 --size-levels 35 --no-time --block 32x2x1,16x4x1,sweep --levels all --access idxvar \
	--csv "$out/blocks.csv" $stencils/divergence.stencil
blocks() {
	[ "$status" = 0 ] && grep -q 'left out [0-9]* of [0-9]* blocks' "$out/stderr" &&
	[ "$(cells_of "$out/blocks.csv" outcome | sort -u)" = verified ] &&
	[ "$(cells_of "$out/blocks.csv" levels block | grep -c ' 16x4x1$')" -ge 2 ]
}
check 'blocks' blocks
bench --backend openmp --mesh torus:6x4 --runs 2 --profile --access idxvar $stencils/divergence.stencil
check 'profile says nothing' test ! -s "$out/stdout"

# A lattice of triangles has as many patterns as it has kinds of neighbourhoods, at random each element has its own.
bench --mesh torus:64x32 --order given,random --patterns "$out/patterns.csv" $stencils/nabla2.stencil $stencils/divergence.stencil
patterns() {
	is_clean && [ "$(cells_of "$out/patterns.csv" rank order relation patterns sectors_of_warp |
		awk '$1 == 1 && ($2 == "random" ? $4 > 4000 && $5 > 31 : $4 < 20 && $5 >= 8 && $5 < 20) && $3 ~ /^cell/' | wc -l)" = 4 ] &&
	[ "$(cells_of "$out/patterns.csv" rank order relation users | awk '$2 == "given" && $3 == "cell.edges" { n += $4 } END { print n }')" = 4096 ]
}
check 'patterns of tables' patterns

cp -r templates "$out/templates"
# shellcheck disable=SC2016
sed 's/k < top;/k < top - 1;/' templates/mesh/openmp/idxvar_innermost.tmpl >"$out/templates/mesh/openmp/idxvar_innermost.tmpl"
bench --backend openmp --mesh torus:6x4 --size-levels 5 --runs 2 --access idxvar --templates "$out/templates" \
	$stencils/divergence.stencil
wrong() {
	[ "$status" = 1 ] && grep -q 'divergence_chasing_idxvar_innermost is wrong: ' "$out/stderr" &&
	grep -q '^chasing idxvar_innermost *given *- *wrong$' "$out/stdout" && grep -q '^chasing idxvar .*%' "$out/stdout"
}
check 'a wrong kernel is not timed' wrong

refused 2 "'divergence' is on a mesh (triangles): give one with --mesh" stencilbench --no-time $stencils/divergence.stencil
refused 2 "'laplap' is not on a mesh: leave out --mesh" stencilbench --mesh torus:6x4 $stencils/divergence.stencil \
	stencils/laplap.stencil
refused 2 '--size is not for meshes: give --mesh and --size-levels' stencilbench --mesh torus:6x4 --size 8x8x8 \
	$stencils/divergence.stencil
refused 2 "--size-levels accepts numbers from 1 to 16777216, as 65 or 65,90, not '65,'" stencilbench --mesh torus:6x4 \
	--size-levels 65, $stencils/divergence.stencil
refused 2 "'zcurve' is no order of a mesh" stencilbench --mesh torus:6x4 --order given,zcurve $stencils/divergence.stencil
refused 2 "'torus:6' is no mesh" stencilbench --mesh torus:6x4,torus:6 $stencils/divergence.stencil
bench --backend openmp --mesh dual:icosahedron:R1B1 --no-time $stencils/divergence.stencil
check 'a mesh of hexagons is none of triangles' fails 1 'dual:icosahedron:R1B1: exact relation cell.edges[3]: cell 0 has 6'
refused 1 "no level has all that 'contravariant' reads below and above it" stencilbench --backend openmp --mesh torus:6x4 \
	--size-levels 1 --no-time $stencils/contravariant.stencil
for number in rows points; do
	refused 2 "no access has --$number-per-thread on meshes: leave it out" stencilbench --backend openmp --mesh torus:6x4 --$number-per-thread 1,2 \
		--no-time $stencils/divergence.stencil
done
for access in naive shared warp; do
	refused 2 "access $access is not for meshes: use idxvar (legal for 'divergence': idxvar zloop zslice)" stencilbench --backend host \
		--mesh torus:6x4 --levels outermost --access $access $stencils/divergence.stencil
done
refused 2 'its fields are arrays (soa)' stencilbench --backend openmp --mesh torus:6x4 --fields aos $stencils/divergence.stencil
refused 2 'its storage is chasing' stencilbench --backend openmp --mesh torus:6x4 --storage rows $stencils/divergence.stencil
refused 2 "'divergence' has no param 'dt'" stencilbench --backend openmp --mesh torus:6x4 --param dt=1 $stencils/divergence.stencil
refused 2 "no 'chasing_zloop' is measured for 'divergence'" stencilbench --backend openmp --mesh torus:6x4 \
	--baseline chasing_zloop $stencils/divergence.stencil
finish
