#!/bin/sh
# Meshes in files of Gmsh and, made with ncgen, of ICON, MPAS and UGRID: what is read is the mesh that was written,
# what is wrong with a file is told, and no part of a file makes the reader fail.

. "$(dirname "$0")/../lib/programs.sh"

mesh() {
	stencilrun --mesh "$@"
}

# names MESSAGE FILE [OPTION...]: it is refused, with this message, and nothing is written.
names() {
	message=$1
	shift
	run mesh "$@" --save-mesh "$data/saved"
	check "$message" fails 1 "$message"
	check 'nothing is written' test ! -e "$data/saved"
}

# cut FILE STEP: whatever is left of a file, it is read or refused; and refused if half of it is missing.
cut_file() {
	size=$(wc -c <"$1")
	length=0
	while [ "$length" -lt "$size" ]; do
		head -c "$length" "$1" >"$data/cut"
		run mesh "$data/cut" -q
		case $status in
		0) [ $((2*length)) -gt "$size" ] || { echo "$length bytes of $1 are a mesh"; return 1; } ;;
		1) grep -q '^stencilrun: ' "$out/stderr" || return 1 ;;
		*) echo "$length bytes: exit status $status"; return 1 ;;
		esac
		length=$((length + $2))
	done
}

# Gmsh: two triangles, a quadrangle, a line, a point, a node that nothing has; tags are any.
cat >"$data/two.msh" <<'END'
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
2 1 "$Nodes"
$EndPhysicalNames
$Nodes
7
10 0 0 0
3 1 0 0
700000000000 1 1 0
5 0 1 0
9 2 0 0
11 2 1e0 0
1 9 9 9
$EndNodes
$Elements
5
1 15 2 0 1 10
2 1 2 0 1 10 3
3 2 2 0 1 10 3 700000000000
4 2 2 0 1 10 700000000000 5
9 3 2 0 1 3 9 11 700000000000
$EndElements
END
cat >"$data/four.msh" <<'END'
$MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 1 0
1 0 0 0 1 1 0 0 0
$EndEntities
$Nodes
2 7 1 700000000000
0 1 0 1
10
0 0 0
2 1 1 6
3
700000000000
5
9
11
1
1 0 0 0.5 0.5
1 1 0 0.5 0.5
0 1 0 0.5 0.5
2 0 0 0.5 0.5
2 1 0 0.5 0.5
9 9 9 0.5 0.5
$EndNodes
$Elements
3 4 1 4
1 1 1 1
1 10 3
2 1 2 2
2 10 3 700000000000
3 10 700000000000 5
2 1 3 1
4 3 9 11 700000000000
$EndElements
END
for version in two four; do
	run mesh "$data/$version.msh" --save-mesh "$out/$version"
	check "Gmsh, version $version" fails 0 "stencilrun: $data/$version.msh: 1 nodes belong to no cell and are dropped"
	check 'is a mesh' test "$(cat "$out/stdout")" = \
		"$data/$version.msh: 3 cells, 8 edges, 6 vertices; V - E + C is 1, 6 edges of the boundary"
	check 'and refused if it is cut' cut_file "$data/$version.msh" 5
done
check 'the same one' diff -r "$out/two" "$out/four"
check 'of triangles and quadrangles' test "$(od -An -v -td4 -j128 "$out/two/cell_vertices.npy" | tr -s ' \n' ' ')" = \
	' 0 1 2 -1 0 2 3 -1 1 4 5 2 '

# edited MESSAGE FILE SED: it has the fault.
edited() {
	sed "$3" "$data/$2.msh" >"$data/edited.msh"
	names "$1" "$data/edited.msh"
}
edited 'line 2: the version is neither 2.2 nor 4.1; save it so: gmsh -save -format msh41' two 's/^2.2/4.0/'
edited 'line 2: the file is binary; save it as ASCII' four 's/^4.1 0/4.1 1/'
edited 'line 2: expected a number' two 's/^2.2/x/'
edited 'expected $EndMeshFormat' two '3d'
edited 'line 11: expected a number' two 's/^3 1 0 0/3 1 0 here/'
edited 'line 11: expected a number' two 's/^3 1 0 0/3 1 nan 0/'
edited 'two nodes have the tag 10' two 's/^3 1 0 0/10 1 0 0/'
edited 'a node has the tag -3' two 's/^3 1 0 0/-3 1 0 0/'
edited 'there is no node 4, but cell 0 has it' two 's/^3 2 2 0 1 10 3/3 2 2 0 1 10 4/'
edited 'an element has type 4; cells have type 2 or 3, triangles and quadrangles of first order' two 's/^9 3 /9 4 /'
edited 'line 9: the file is too short for so many' two 's/^7$/1000000000/'
edited 'the blocks have more nodes than $Nodes says' four 's/^2 7 1/2 6 1/'
edited 'the blocks have fewer nodes than $Nodes says' four 's/^2 7 1/2 8 1/'
edited 'the blocks do not have as many elements as $Elements says' four 's/^3 4 1 4/3 3 1 4/'
edited 'there is no section $Elements' two '/^.Elements/,$d'
edited 'there is no section $Nodes' two '/^.Nodes/,/^.EndNodes/d'
sed '/^.EndNodes/q' "$data/two.msh" >"$data/twice.msh"
sed -n '/^.Nodes/,$p' "$data/two.msh" >>"$data/twice.msh"
names '$Nodes is there twice' "$data/twice.msh"
edited 'there are neither triangles nor quadrangles in it' two 's/^5$/2/; /^[349] [23] 2/d'
edited 'cells 0 and 1 run along edge 2 in the same sense' two 's/10 700000000000 5$/10 5 700000000000/'
edited 'cell 0 has vertex 0 twice' two 's/10 3 700000000000$/10 10 700000000000/'
echo '$MeshFormat' >"$data/short.msh"
names 'line 2: the file ends where a number is expected' "$data/short.msh"
echo 'mesh' >"$data/other.msh"
names 'this is neither a folder of .npy files nor a file of NetCDF or Gmsh' "$data/other.msh"

# A stencilrun without NetCDF: its stand-in comes before what is in the library.
absent() {
	"$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -iquote . -c runtime/formats/netcdf_absent.c \
		-o "$out/absent.o" &&
	"$cc" build/runtime/stencilrun.o "$out/absent.o" build/libruntime.a build/libstencilgen.a -lm -ldl -pthread \
		-o "$out/without"
}
check 'stencilrun without NetCDF' absent
printf 'CDF\001 and more' >"$data/q.nc"
run "$out/without" --mesh "$data/q.nc"
check 'says so' fails 1 "q.nc: this stencilrun was built without NetCDF; install libnetcdf-dev and build again"

if ! command -v ncgen >/dev/null; then
	echo 'skipped: NetCDF files: there is no ncgen (package netcdf-bin)'
	finish
fi
run mesh "$data/q.nc"
if grep -q 'built without NetCDF' "$out/stderr"; then
	echo 'skipped: NetCDF files: stencilrun was built without libnetcdf-dev'
	finish
fi
names 'q.nc: ' "$data/q.nc"

from=$out/mesh
. tests/lib/icon_file.sh
# xyz NAME FILE AXIS: one coordinate.
xyz() {
	numbers "$2" f8 | awk -v name="$1" -v axis="$3" '
		NR%3 == axis { text = text (text == "" ? "" : ", ") $1 }
		END { print name " = " text " ;" }'
}
# same: the relations of what was read are those of the mesh.
same() {
	for relation in cell_edges cell_vertices cell_cells edge_cells edge_vertices vertex_edges vertex_cells vertex_vertices; do
		cmp "$out/mesh/$relation.npy" "$out/read/$relation.npy" || return 1
	done
}

good 'a mesh' mesh icosahedron:R1B1 --save-mesh "$out/mesh" -q
for kind in classic netCDF-4; do
	for missing in -1 0; do
		icon $missing >"$out/icon.cdl"
		check "ICON's file, $kind, $missing" ncgen -k $kind -o "$data/icon-$kind.nc" "$out/icon.cdl"
		rm -rf "$out/read"
		good 'is read' mesh "$data/icon-$kind.nc" --save-mesh "$out/read" -q
		check 'with all relations' same
	done
done
length=$(od -An -tf8 -j128 -N8 "$out/mesh/edge_length.npy")
check 'on a sphere of its radius' awk -v one="$length" -v two="$(od -An -tf8 -j128 -N8 "$out/read/edge_length.npy")" \
	'BEGIN { exit !(two > 1.999999*one && two < 2.000001*one) }'
check 'with values by element and slot' test "$(od -An -tf8 -j128 -N24 "$out/read/cell_edges_orientation_of_normal.npy" |
	tr -s ' \n' ' ')" = ' 1 81 161 '
check 'and rows' test "$(od -An -td4 -j128 -N20 "$out/read/cell_row.npy" | tr -s ' \n' ' ')" = ' 0 0 3 1 2 '

# changed MESSAGE SED [OPTION...]: of the CDL of the last file.
changed() {
	message=$1
	sed "$2" "$out/$cdl.cdl" >"$out/changed.cdl"
	check 'a file' ncgen -o "$data/changed.nc" "$out/changed.cdl"
	shift 2
	names "$message" "$data/changed.nc" "$@"
}
cdl=icon
changed 'changed.nc: edge_of_cell: cell 1, slot 0: edge 99999 of 120' 's/^edge_of_cell = [0-9]*/edge_of_cell = 99999/'
changed 'cell 1, slot 0: across edge 1 is' 's/^neighbor_cell_index = [0-9]*/neighbor_cell_index = 70/'
changed 'adjacent_cell_of_edge: edge 1, slot 0 is missing, but a later one is there' \
	's/^adjacent_cell_of_edge = [0-9]*/adjacent_cell_of_edge = 0/'
changed "there is no variable 'vertex_of_cell'" 's/vertex_of_cell/vertices_of_cell/'
changed 'edge_of_cell holds no whole numbers' 's/int edge_of_cell/double edge_of_cell/'
changed 'vlon has 42 rows, but edges_of_vertex has 43 vertices: it needs one row for each' 's/vertex = 42 ;/vertex = 42 ; other = 43 ;/; s/(ne, vertex)/(ne, other)/g'
changed 'cell_area has 2 dimensions, not 1' 's/cell_area(cell)/cell_area(nv, cell)/'
changed 'orientation_of_normal has 2 slots, but its relation 3' 's/of_normal(nv, cell)/of_normal(nc, cell)/; s/cell_area =.*normal = .*161.*; refin/refin/; s/orientation_of_normal = [^;]*;//'
changed 'there is no mesh in it: neither ICON'\''s edge_of_cell, nor MPAS' 's/edge_of_cell/edges/'
changed 'vertex 1: a coordinate is nan' 's/^vlon = [-0-9.e]*/vlon = NaN/'
check 'no part of it is a mesh' cut_file "$data/icon-classic.nc" 501
check 'nor of a netCDF-4 file' cut_file "$data/icon-netCDF-4.nc" 2501

# MPAS: by elements, from 1, with rubbish where it has no edges.
mpas() {
	cat <<END
netcdf mpas {
dimensions: nCells = 42 ; nEdges = 120 ; nVertices = 80 ; maxEdges = 6 ; maxEdges2 = 10 ; TWO = 2 ; vertexDegree = 3 ;
variables:
	int nEdgesOnCell(nCells) ; int nEdgesOnEdge(nEdges) ;
	int edgesOnCell(nCells, maxEdges) ; int verticesOnCell(nCells, maxEdges) ; int cellsOnCell(nCells, maxEdges) ;
	int cellsOnEdge(nEdges, TWO) ; int verticesOnEdge(nEdges, TWO) ; int edgesOnEdge(nEdges, maxEdges2) ;
	int edgesOnVertex(nVertices, vertexDegree) ; int cellsOnVertex(nVertices, vertexDegree) ;
	double xCell(nCells) ; double yCell(nCells) ; double zCell(nCells) ;
	double xEdge(nEdges) ; double yEdge(nEdges) ; double zEdge(nEdges) ;
	double xVertex(nVertices) ; double yVertex(nVertices) ; double zVertex(nVertices) ;
	double weightsOnEdge(nEdges, maxEdges2) ; int bdyMaskCell(nCells) ;
	:on_a_sphere = "YES             " ;
data:
END
	numbers cell_edges d4 | awk '{ n += $1 >= 0 } NR%6 == 0 { text = text (NR > 6 ? ", " : "") n; n = 0 }
		END { print "nEdgesOnCell = " text " ;" }'
	numbers edge_edges d4 | awk '{ n += $1 >= 0 } NR%10 == 0 { text = text (NR > 10 ? ", " : "") n; n = 0 }
		END { print "nEdgesOnEdge = " text " ;" }'
	table edgesOnCell cell_edges 6 elements 121
	table verticesOnCell cell_vertices 6 elements 7
	table cellsOnCell cell_cells 6 elements 43
	table cellsOnEdge edge_cells 2 elements 0
	table verticesOnEdge edge_vertices 2 elements 0
	table edgesOnEdge edge_edges 10 elements 0
	table edgesOnVertex vertex_edges 3 elements 0
	table cellsOnVertex vertex_cells 3 elements 0
	for where in Cell:cell Edge:edge Vertex:vertex; do
		xyz "x${where%:*}" "${where#*:}_xyz" 1
		xyz "y${where%:*}" "${where#*:}_xyz" 2
		xyz "z${where%:*}" "${where#*:}_xyz" 0
	done
	echo "weightsOnEdge = $(seq -s, 1200) ; bdyMaskCell = 7, 1, 0, $(seq -s, 39) ; }"
}
rm -rf "$out/mesh" "$out/read"
good 'hexagons' mesh dual:icosahedron:R1B1 --save-mesh "$out/mesh" -q
mpas >"$out/mpas.cdl"
check 'a file of MPAS' ncgen -k 64-bit-offset -o "$data/mpas.nc" "$out/mpas.cdl"
run mesh "$data/mpas.nc" --save-mesh "$out/read"
check 'is read' fails 0 ''
check 'with all relations' same
check 'their order of edges' cmp "$out/mesh/edge_edges.npy" "$out/read/edge_edges.npy"
check 'values' test "$(od -An -tf8 -j128 -N16 "$out/read/edge_edges_weightsOnEdge.npy" | tr -s ' \n' ' ')" = ' 1 2 '
check 'and rows' test "$(od -An -td4 -j128 -N16 "$out/read/cell_row.npy" | tr -s ' \n' ' ')" = ' 1 7 0 7 '
check 'TRiSK'\''s weights are those of the mesh' awk -v one="$(od -An -v -tf8 -j128 "$out/mesh/edge_edges_weights.npy" | tr '\n' ' ')" \
	-v two="$(od -An -v -tf8 -j128 "$out/read/edge_edges_weights.npy" | tr '\n' ' ')" 'BEGIN {
		n = split(one, a); if (n != 1200 || split(two, b) != n) exit 1
		for (i = 1; i <= n; i++) if (a[i] - b[i] > 1e-6 || b[i] - a[i] > 1e-6) exit 1 }'
cdl=mpas
changed 'nEdgesOnCell: cell 1 has 7 of 6 slots' 's/^nEdgesOnCell = [0-9]/nEdgesOnCell = 7/'
changed 'edgesOnCell: cell 42, slot 5: edge 121 of 120' 's/^\(nEdgesOnCell = .*\)5 ;/\16 ;/'
changed "there is no variable 'cellsOnEdge'" 's/cellsOnEdge/cellsOfEdge/'
changed 'verticesOnEdge: edge 1, slot 0: vertex 81 of 80' 's/^verticesOnEdge = [0-9]*/verticesOnEdge = 81/'
changed 'edgesOnEdge: edge 1' 's/^edgesOnEdge = [0-9]*/edgesOnEdge = 77/'
check 'no part of it is a mesh' cut_file "$data/mpas.nc" 997

# UGRID, in several ways: START, what is missing, and how tables lie.
ugrid() {
	start=$1 layout=$2
	[ "$layout" = slots ] && faces='Three, nFace' || faces='nFace, Three'
	cat <<END
netcdf ugrid {
dimensions: nFace = 80 ; nEdge = 120 ; nNode = 42 ; Three = 3 ; Two = 2 ;
variables:
	int Mesh2 ; Mesh2:cf_role = "mesh_topology" ; Mesh2:topology_dimension = 2 ;
		Mesh2:node_coordinates = "lat lon" ; Mesh2:face_node_connectivity = "fn" ; Mesh2:edge_node_connectivity = "en" ;
		Mesh2:face_edge_connectivity = "fe" ; Mesh2:edge_face_connectivity = "ef" ;
	int fn($faces) ; fn:start_index = $start ; int en(nEdge, Two) ; en:start_index = 1 ;
	int fe($faces) ; fe:start_index = 1 ; fe:_FillValue = -999 ; int ef(nEdge, Two) ; ef:start_index = 1 ;
	double lon(nNode) ; lon:units = "degrees_east" ; double lat(nNode) ; lat:standard_name = "latitude" ;
data:
END
	table fn cell_vertices 3 $layout -1 | awk -v less=$((1 - start)) '{
		n = split($0, at, /[^0-9]+/); text = ""
		for (i = 2; i < n; i++) text = text (i > 2 ? ", " : "") at[i] - less
		print "fn = " text " ;" }'
	table en edge_vertices 2 elements -1
	table fe cell_edges 3 $layout -1
	table ef edge_cells 2 elements -1
	angles lon lat 57.295779513082323
	echo '}'
}
rm -rf "$out/mesh"
mesh icosahedron:R1B1 --save-mesh "$out/mesh" -q
for way in '0 slots' '1 elements' '1 slots'; do
	# shellcheck disable=SC2086 # these are words
	ugrid $way >"$out/ugrid.cdl"
	check "UGRID, $way" ncgen -k netCDF-4 -o "$data/ugrid.nc" "$out/ugrid.cdl"
	rm -rf "$out/read"
	good 'is read' mesh "$data/ugrid.nc" --save-mesh "$out/read" -q
	check 'with all relations' same
done
cdl=ugrid
changed 'Mesh2: topology_dimension is 3, expected 2' 's/topology_dimension = 2/topology_dimension = 3/'
changed 'Mesh2 has no attribute face_node_connectivity' 's/Mesh2:face_node_connectivity = "fn" ;//'
changed 'Mesh2 has no attribute node_coordinates' 's/Mesh2:node_coordinates = "lat lon" ;//'
changed "node_coordinates should name two variables, not 'lat'" 's/"lat lon"/"lat"/'
changed "there is no variable 'fx'" 's/connectivity = "fn"/connectivity = "fx"/'
changed 'fn: an entry is 0, but its start_index is 1' 's/^fn = [0-9]*/fn = 0/'
changed 'fn: cell 1, slot 0: vertex 43 of 42' 's/^fn = [0-9]*/fn = 43/'
changed 'no edge joins vertices' 's/^en = [0-9]*/en = 33/'
changed '--rebuild ignores this' 's/^fe = [0-9]*/fe = 99/'
good 'nor is it' mesh "$data/changed.nc" --rebuild -q
sed 's/^fn = [0-9]*/fn = -1/' "$out/ugrid.cdl" >"$out/gap.cdl"
ncgen -o "$data/gap.nc" "$out/gap.cdl"
names 'fn: cell 1, slot 0 is missing, but a later one is there' "$data/gap.nc"
check 'no part of it is a mesh' cut_file "$data/ugrid.nc" 1501

finish
