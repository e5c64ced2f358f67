#!/bin/sh
# Meshes: made, written as folders of .npy files, read from such, and refused if anything is wrong.

. "$(dirname "$0")/../lib/programs.sh"

mesh() {
	stencilrun --mesh "$@"
}

is_said() {
	[ "$status" = 0 ] && [ ! -s "$out/stderr" ] && [ "$(cat "$out/stdout")" = "$1" ]
}

# says TEXT COMMAND...: succeeds with just this line.
says() {
	text=$1
	shift
	run "$@"
	check "$text" is_said "$text"
}

says 'icosahedron:R2B2: 1280 cells, 1920 edges, 642 vertices; V - E + C is 2' mesh icosahedron:R2B2
says 'torus:6x4: 48 cells, 72 edges, 24 vertices; V - E + C is 0' mesh torus:6x4
says 'plane:7x5: 70 cells, 117 edges, 48 vertices; V - E + C is 1, 24 edges of the boundary' mesh plane:7x5
says 'dual:icosahedron:R1B1: 42 cells, 120 edges, 80 vertices; V - E + C is 2' mesh dual:icosahedron:R1B1
says 'cap:40:icosahedron:R2B3: 575 cells, 890 edges, 316 vertices; V - E + C is 1, 55 edges of the boundary' \
	mesh cap:40:icosahedron:R2B3
says '' mesh torus:6x4 -q

# What is written can be read, and is then the same.
same_again() {
	rm -rf "$out/one" "$out/two"
	mesh "$1" --save-mesh "$out/one" -q && mesh "$out/one" --save-mesh "$out/two/" -q && diff -r "$out/one" "$out/two"
}
for what in icosahedron:R1B0 icosahedron:R2B1 torus:6x4 plane:7x5 cap:40:icosahedron:R2B3 dual:icosahedron:R1B2 \
		dual:torus:6x4 cap:50:dual:icosahedron:R1B2; do
	run same_again $what
	check "$what is the same again" is_clean
done
run same_again dual:flips:16x8:1
check 'and so is one without a geometry' is_clean
run mesh dual:flips:16x8:1 --save-mesh "$out/one"
check 'which is noted' fails 0 'stencilrun: dual:flips:16x8:1: no geometry: cell 2 has the area -0.36'

header() {
	head -c 128 "$1" | tr -d '\0' | grep -a -o "'descr.*)"
}
good 'a folder' mesh icosahedron:R1B1 --save-mesh "$data/ico" -q
check 'of int32' test "$(header "$data/ico/cell_edges.npy")" = "'descr': '<i4', 'fortran_order': False, 'shape': (80, 3)"
check 'and double' test "$(header "$data/ico/vertex_xyz.npy")" = "'descr': '<f8', 'fortran_order': False, 'shape': (42, 3)"
check 'with all relations, coordinates and the geometry' test "$(cd "$data/ico" && echo *)" = 'cell_area.npy cell_cells.npy '\
'cell_edges.npy cell_edges_geofac_div.npy cell_edges_sign.npy cell_star_geofac_n2s.npy cell_vertices.npy cell_vertices_kite.npy '\
'edge_cells.npy edge_corners.npy edge_dual_length.npy edge_length.npy edge_rim.npy edge_vertices.npy vertex_area.npy '\
'vertex_cells.npy vertex_cells_kite.npy vertex_edges.npy vertex_edges_geofac_rot.npy vertex_edges_sign.npy vertex_vertices.npy '\
'vertex_xyz.npy'

# From cell.vertices alone come all relations.
mkdir "$out/least"
cp "$data/ico/cell_vertices.npy" "$out/least"
says "$out/least: 80 cells, 120 edges, 42 vertices; V - E + C is 2" mesh "$out/least" --save-mesh "$out/derived"
check 'there is no geometry without coordinates' test ! -e "$out/derived/edge_length.npy"
for file in cell_edges edge_vertices 'edge_vertices cell_edges' edge_cells vertex_edges; do
	rm -rf "$out/derived" "$out/least"/*
	for part in cell_vertices vertex_xyz edge_vertices $file; do
		cp "$data/ico/$part.npy" "$out/least"
	done
	good "with $file" mesh "$out/least" --save-mesh "$out/derived" -q
	check 'come all others' diff -r "$data/ico" "$out/derived"
done

# Each time one thing is wrong with a folder.
rm -rf "$data/ico"
mesh torus:6x4 --save-mesh "$out/torus" -q
# put FILE INDEX BYTES: an element, as octal bytes.
put() {
	# shellcheck disable=SC2059 # they are escapes
	printf "$3" | dd of="$data/torus/$1.npy" bs=1 seek=$((128 + 4*$2)) conv=notrunc 2>/dev/null
}
restore() {
	rm -rf "$data/torus"
	cp -r "$out/torus" "$data/torus"
}
# broken MESSAGE FILE INDEX BYTES [FILE...]: without these files.
broken() {
	restore
	put "$2" "$3" "$4"
	message=$1
	shift 4
	for file; do
		rm "$data/torus/$file.npy"
	done
	run mesh "$data/torus" --save-mesh "$data/saved"
	check "$message" fails 1 "stencilrun: $data/torus: $message"
	check 'nothing is written' test ! -e "$data/saved"
}
broken 'cell_edges.npy: cell 17, slot 2: edge 99 of 72' cell_edges 53 '\143\0\0\0'
broken 'edge_cells.npy: edge 3, slot 1: cell -7 of 48' edge_cells 7 '\371\377\377\377'
broken 'cell_vertices.npy: cell 4, slot 0 is missing, but a later one is there' cell_vertices 12 '\377\377\377\377'
broken 'cell 4 has 2 vertices' cell_vertices 14 '\377\377\377\377'
broken 'cell 17, slot 2: across edge 25 is 16, not 20' cell_cells 53 '\024\0\0\0'
broken 'edge 0 has 3 cells' cell_edges 120 '\0\0\0\0'
broken 'edge 0 has more than two cells: 0, 37 and 40, between vertices' cell_edges 120 '\0\0\0\0' edge_cells cell_cells
broken 'cell 1 has vertex 1 twice' cell_vertices 4 '\001\0\0\0'
broken 'edge 0 is in the edges of cell 37, which is not in the cells of that edge' edge_cells 1 '\007\0\0\0'
broken 'no edge joins vertices' edge_vertices 0 '\011\0\0\0' cell_edges
broken 'vertex_vertices.npy: vertex 0 lacks vertex 1' vertex_vertices 0 '\011\0\0\0'
broken 'vertex 1: a coordinate is nan' vertex_xyz 4 '\377\377\377\377\377\377\377\177'
broken 'cell_edges.npy: cell' cell_edges 0 '\377\377\377\177'

# wrong MESSAGE COMMAND...: what is done to the folder.
wrong() {
	restore
	message=$1
	shift
	(cd "$data/torus" && "$@")
	run mesh "$data/torus" --save-mesh "$data/saved"
	check "$message" fails 1 "stencilrun: $data/torus: $message"
	check 'nothing is written' test ! -e "$data/saved"
}
make_npy=$PWD/$out/make_npy
npy any '<f8' 2x3 1
array() {
	"$make_npy" "$1" "$2" "$3" 1
}
wrong 'there is no cell_vertices.npy' rm cell_vertices.npy
wrong 'the folder holds no .npy files; a mesh'\''s has cell_vertices.npy' sh -c 'rm *'
wrong 'cell_vertices.npy: not an .npy file' sh -c 'echo no >cell_vertices.npy'
wrong 'cell_vertices.npy: the file is truncated' sh -c 'head -c 300 edge_cells.npy >cell_vertices.npy'
wrong 'cell_vertices.npy: the file is truncated' sh -c 'head -c 100 edge_cells.npy >cell_vertices.npy'
wrong 'cell_vertices.npy: expected int32 or int64 of (element, slot)' array cell_vertices.npy '<f8' 48x3
wrong 'cell_edges.npy has 72 rows, but cell_area.npy has 48 cells: it needs one row for each' sh -c 'cp edge_cells.npy cell_edges.npy'
wrong 'edge_cells.npy has 4 slots: an edge has 2, -1 where there is no second cell' sh -c 'cp edge_rim.npy edge_cells.npy'
wrong 'other.npy: its name should begin with cell_, edge_ or vertex_' sh -c 'cp edge_rim.npy other.npy'
wrong 'edge_.npy: its name should begin with' sh -c 'cp edge_rim.npy edge_.npy'
wrong 'edge_wings.npy: expected whole numbers of (element, slot)' array edge_wings.npy '<f8' 72x4
wrong 'vertex_xyz.npy has 2 coordinates, others 3' array cell_xyz.npy '<f8' 48x3
wrong 'vertex_xyz.npy: expected an array of (element, 2 or 3)' array vertex_xyz.npy '<f8' 24x4
wrong 'periods.npy: expected two vectors, (2, 2)' array periods.npy '<f8' 2x3
wrong 'cell_row.npy: expected int32 or int64 of (element)' array cell_row.npy '<f8' 48
wrong 'cell.edges sign has 2 slots, but the relation 3' array cell_edges_sign.npy '<f8' 48x2

# Each table and value of edges that are derived has a row for each of them.
# only_cells FILE TYPE SHAPE: besides the cells an array of zeros.
only_cells() {
	find . -name '*.npy' ! -name cell_vertices.npy -exec rm {} +
	array full "$2" "$3"
	{ head -c 128 full && tail -c +129 full | tr '\0-\377' '\0'; } >"$1"
	rm full
}
short='has 1 row, but cell_vertices.npy has 72 edges: it needs one row for each'
wrong "edge_cells.npy $short" only_cells edge_cells.npy '<i4' 1x2
wrong "edge_rim.npy $short" only_cells edge_rim.npy '<i4' 1x4
wrong "edge_edges.npy $short" only_cells edge_edges.npy '<i4' 1x4
wrong "edge_wings.npy $short" only_cells edge_wings.npy '<i4' 1x4
wrong "edge_row.npy $short" only_cells edge_row.npy '<i4' 1
wrong "edge_weight.npy $short" only_cells edge_weight.npy '<f8' 1
wrong "edge_cells_weight.npy $short" only_cells edge_cells_weight.npy '<f8' 1x2
wrong "edge_xyz.npy $short" only_cells edge_xyz.npy '<f8' 1x3
wrong 'no edge joins vertices' only_cells edge_corners.npy '<i4' 1x4
wrong 'no edge joins vertices' only_cells edge_vertices.npy '<i4' 1x2

# Edges have the numbers that a table gives them.
for what in torus:6x4 dual:icosahedron:R1B1; do
	rm -rf "$data/whole"
	mesh $what --order random:3 --save-mesh "$data/whole" -q
	for table in edge_cells vertex_edges; do
		rm -rf "$data/numbered" "$out/numbered"
		mkdir "$data/numbered"
		cp "$data/whole/cell_vertices.npy" "$data/whole/$table.npy" "$data/numbered"
		good "$what is numbered by $table" mesh "$data/numbered" --save-mesh "$out/numbered" -q
		check 'which stays' cmp "$data/whole/$table.npy" "$out/numbered/$table.npy"
		[ $table = vertex_edges ] ||
			check 'each edge has its ends' cmp "$data/whole/edge_vertices.npy" "$out/numbered/edge_vertices.npy"
	done
done
rm -rf "$data/whole" "$data/numbered"
mesh plane:2x2 --save-mesh "$data/whole" -q
mkdir "$data/numbered"
cp "$data/whole/cell_vertices.npy" "$data/whole/edge_cells.npy" "$data/numbered"
run mesh "$data/numbered"
check 'not if it does not tell them apart' fails 1 "stencilrun: $data/numbered: edge_cells.npy: edges 0 and 2 both have only cell 0, so \
sides are ambiguous: give edge.vertices or cell.edges, too"

# Fields of one's own come along, float ones too.
restore
array "$data/torus/edge_roughness.npy" '<f4' 72
array "$data/torus/vertex_edges_mine.npy" '<f8' 24x6
rm "$data/torus/cell_row.npy" 2>/dev/null
good 'fields of one'\''s own' mesh "$data/torus" --save-mesh "$out/own" -q
check 'are kept' cmp "$data/torus/vertex_edges_mine.npy" "$out/own/vertex_edges_mine.npy"
check 'as double' test "$(header "$out/own/edge_roughness.npy")" = "'descr': '<f8', 'fortran_order': False, 'shape': (72,)"

# Where it is written.
good 'a folder is replaced' mesh plane:2x2 --save-mesh "$out/own" -q
check 'wholly' test ! -e "$out/own/edge_roughness.npy"
good 'and read' mesh "$out/own" -q
ln -s own "$out/link"
good 'by way of a link, too' mesh torus:6x4 --save-mesh "$out/link" -q
check 'which stays' test -L "$out/link"
check 'all is there' diff -r "$out/torus" "$out/own"
mkdir "$data/mine"
echo text >"$data/mine/notes.txt"
refused 3 'mine: cannot write: it holds notes.txt; a folder is only replaced if all in it are .npy files' \
	mesh torus:6x4 --save-mesh "$data/mine"
echo text >"$data/file"
refused 3 'file: cannot write: Not a directory' mesh torus:6x4 --save-mesh "$data/file"
refused 3 'there/mesh: cannot write: No such file or directory' mesh torus:6x4 --save-mesh "$data/there/mesh"
good 'an empty folder' mkdir "$data/empty"
good 'is filled' mesh torus:6x4 --save-mesh "$data/empty" -q

# A disk that is full, and one's quota.
is_full() (
	trap '' XFSZ
	ulimit -f 8
	mesh "$@"
)
refused 3 'saved: cannot write: File too large' is_full icosahedron:R2B2 --save-mesh "$data/saved"
cp -r "$data/empty" "$out/before"
refused 3 'empty: cannot write: File too large' is_full icosahedron:R2B2 --save-mesh "$data/empty"
check 'what was there is there' diff -r "$out/before" "$data/empty"

# areas FOLDER: of all cells, sorted.
areas() {
	od -An -v -tx8 -j128 "$1/cell_area.npy" | tr -s ' ' '\n' | grep . | sort | cksum
}
mesh icosahedron:R1B2 --save-mesh "$out/plain" -q

# Orders: of the same mesh, with the same values.
for order in given hilbert rcm lattice random random:7; do
	good "order $order" mesh icosahedron:R1B2 --order $order --save-mesh "$out/ordered" -q
	says "$out/ordered: 320 cells, 480 edges, 162 vertices; V - E + C is 2" mesh "$out/ordered"
	check 'has the same areas' test "$(areas "$out/ordered")" = "$(areas "$out/plain")"
done
good 'what is given' mesh icosahedron:R1B2 --order given --save-mesh "$out/ordered" -q
check 'stays' diff -r "$out/plain" "$out/ordered"
good 'at random' mesh icosahedron:R1B2 --order random:7 --save-mesh "$out/ordered" -q
check 'it does not' test "$(od -An -v -td4 -j128 "$out/ordered/cell_vertices.npy" | head -1)" != \
	"$(od -An -v -td4 -j128 "$out/plain/cell_vertices.npy" | head -1)"

# A file of new numbers: those of a torus of 18 cells the other way round.
# order_file NAME NUMBER...
order_file() {
	name=$1
	shift
	{
		printf '\223NUMPY\001\0\166\0%-117s\n' "{'descr': '<i4', 'fortran_order': False, 'shape': ($#,), }"
		for number; do
			# shellcheck disable=SC2059 # it is an escape
			printf "\\$(printf %03o "$number")\0\0\0"
		done
	} >"$data/$name.npy"
}
order_file same 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
order_file back 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
good 'a file of numbers' mesh torus:3x3 --order "$data/back.npy" --save-mesh "$out/ordered" -q
check 'turns cells round' test "$(od -An -td4 -j128 -N12 "$out/ordered/cell_vertices.npy" | tr -s ' ')" = ' 0 1 2'
good 'and again' mesh "$out/ordered" --order "$data/back.npy" --save-mesh "$out/again" -q
good 'is what they were' mesh torus:3x3 --order "$data/same.npy" --save-mesh "$out/first" -q
check 'with edges and vertices in the order of cells' diff -r "$out/first" "$out/again"
refused 1 'back.npy: expected int32 or int64, a number for each of 48 cells' mesh torus:6x4 --order "$data/back.npy"
printf '\022' | dd of="$data/back.npy" bs=1 seek=128 conv=notrunc 2>/dev/null
refused 1 'back.npy: cell 0 gets the number 18, but there are 18, from 0' mesh torus:3x3 --order "$data/back.npy"
printf '\003' | dd of="$data/back.npy" bs=1 seek=128 conv=notrunc 2>/dev/null
refused 1 'back.npy: cells 0 and 14 both get the number 3' mesh torus:3x3 --order "$data/back.npy"
refused 2 "'zcurve' is no order of a mesh: use given, hilbert, rcm, lattice, random[:SEED] or FILE.npy" \
	mesh torus:3x3 --order zcurve
refused 1 'order lattice is for triangles of an icosahedron' mesh flips:6x6:1 --order lattice

refused 2 "'torus:2x2' is no mesh: write it as torus:6x4, and at least 3x3" mesh torus:2x2
refused 2 'icosahedron:R2B13'\'': too many cells for int' mesh icosahedron:R2B13
refused 2 'dual is for a mesh without boundary' mesh dual:plane:3x3
refused 2 '--save-mesh needs --mesh' stencilrun --save-mesh "$data/x"
refused 2 '--save-mesh saves a mesh only: leave out the stencil' mesh torus:3x3 stencils/copy.stencil --save-mesh "$data/x"
refused 2 '--mesh without a stencil checks and saves a mesh only: leave out the fields' mesh torus:3x3 --in q=q.npy
refused 3 "$data/none: No such file or directory" mesh "$data/none"
refused 1 "$data/file: this is neither a folder of .npy files nor a file of NetCDF or Gmsh" mesh "$data/file"

finish
