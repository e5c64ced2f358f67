# shellcheck shell=sh
# Sourced: a file of ICON, as text for ncgen, of the folder $from: the icosahedron R1B1 as stencilrun --save-mesh writes it.

# numbers FILE TYPE: of FILE.npy, one a line.
numbers() {
	od -An -v -"t$2" -j128 "$from/$1.npy" | tr -s ' ' '\n' | grep .
}
# table NAME FILE WIDTH LAYOUT MISSING: "NAME = 1, 2, ... ;", from 1, by slots or by elements.
table() {
	numbers "$2" d4 | awk -v name="$1" -v width="$3" -v layout="$4" -v missing="$5" '
		{ at[NR - 1] = $1 < 0 ? missing : $1 + 1 }
		END {
			count = NR/width
			for (i = 0; i < NR; i++)
				text = text (i ? ", " : "") (layout == "slots" ? at[i%count*width + int(i/count)] : at[i])
			print name " = " text " ;"
		}'
}
# angles LON LAT FACTOR: of the vertices.
angles() {
	numbers vertex_xyz f8 | awk -v lon="$1" -v lat="$2" -v factor="$3" '
		{ at[NR - 1] = $1 }
		END {
			for (i = 0; i < NR; i += 3) {
				x = x (i ? ", " : "") sprintf("%.17g", factor*atan2(at[i + 1], at[i]))
				y = y (i ? ", " : "") sprintf("%.17g", factor*atan2(at[i + 2], sqrt(at[i]^2 + at[i + 1]^2)))
			}
			print lon " = " x " ;\n" lat " = " y " ;"
		}'
}
# icon MISSING: by slots, from 1; what a pentagon lacks is -1 or 0.
icon() {
	cat <<END
netcdf icon {
dimensions: cell = 80 ; edge = 120 ; vertex = 42 ; nv = 3 ; nc = 2 ; ne = 6 ;
variables:
	int edge_of_cell(nv, cell) ; int vertex_of_cell(nv, cell) ; int neighbor_cell_index(nv, cell) ;
	int adjacent_cell_of_edge(nc, edge) ; int edge_vertices(nc, edge) ; int edges_of_vertex(ne, vertex) ;
	int cells_of_vertex(ne, vertex) ; int vertices_of_vertex(ne, vertex) ;
	double vlon(vertex) ; double vlat(vertex) ; vlon:units = "radian" ; double cell_area(cell) ;
	double orientation_of_normal(nv, cell) ; int refin_c_ctrl(cell) ;
	:sphere_radius = 2. ;
data:
END
	table edge_of_cell cell_edges 3 slots -1
	table vertex_of_cell cell_vertices 3 slots -1
	table neighbor_cell_index cell_cells 3 slots -1
	table adjacent_cell_of_edge edge_cells 2 slots -1
	table edge_vertices edge_vertices 2 slots -1
	table edges_of_vertex vertex_edges 6 slots "$1"
	table cells_of_vertex vertex_cells 6 slots "$1"
	table vertices_of_vertex vertex_vertices 6 slots "$1"
	angles vlon vlat 1
	echo "cell_area = $(seq -s, 80) ; orientation_of_normal = $(seq -s, 240) ; refin_c_ctrl = -4, 0, 3, $(seq -s, 77) ;"
	echo '}'
}
