#!/bin/sh
# Reductions whose first element is the reference at which the compiler's list of references grows: 15, 31 or 63 references
# stand before it. awk follows the tables of the mesh.

. "$(dirname "$0")/../lib/programs.sh"

mesh=torus:5x4
stencilrun --mesh $mesh --save-mesh "$data/mesh" -q

# References from a cell, each one step away from the cell or from one before it; 63 of them.
references() {
	echo 'cells[0] cells[1] cells[2] cells[2].cells[2] edges[0] edges[1] edges[2] vertices[0] vertices[1] vertices[2]' | tr ' ' '\n'
	for i in 0 1 2; do
		for j in 0 1 2; do
			echo "cells[$i].vertices[$j]"
			echo "cells[$i].edges[$j]"
			[ $i$j = 22 ] || echo "cells[$i].cells[$j]"
		done
	done
	for i in 0 1 2; do
		for j in 0 1 2; do
			for k in 0 1 2; do
				[ $i$j$k = 222 ] || echo "cells[$i].cells[$j].vertices[$k]"
			done
		done
	done
	echo 'cells[0].cells[0].edges[0]'
}

# many COUNT: so many of them, then a reduction at one more.
many() {
	echo 'stencil many on triangles { in cell cells_of; in edge edges_of; in vertex vertices_of; out cell z;'
	references | head -n "$1" | sed -e 's/.*\(cells\|edges\|vertices\)\[.\]$/\1_of[&]/' | paste -s -d + | sed -e 's/^/z = /'
	echo '+ sum(c in cells[2].cells[2].vertices[2].cells: cells_of[c]); }'
}

table() {
	skip=$(($(od -An -tu2 -j8 -N2 "$data/mesh/$1.npy") + 10))
	od -An -v -td4 -j$skip -w4 "$data/mesh/$1.npy" | sed -e "s/^/$1 /"
}

# expected COUNT: the values of z, cell by cell.
expected() {
	{
		references | head -n "$1" | sed -e 's/^/reference /'
		for relation in cell_cells cell_edges cell_vertices vertex_cells; do table $relation; done
	} | awk '
		$1 == "reference" { reference[references++] = $2; next }
		{ at[$1, entries[$1]++] = $2 }
		END {
			cells = entries["cell_cells"]/3
			slots = entries["vertex_cells"]/(cells/2)
			for (c = 0; c < cells; c++) {
				z = 0
				for (r = 0; r < references; r++)
					z += value(follow(c, reference[r]))
				v = follow(c, "cells[2].cells[2].vertices[2]")
				for (s = 0; s < slots; s++)
					if (at["vertex_cells", v*slots + s] >= 0)
						z += 1 + at["vertex_cells", v*slots + s]
				print z
			}
		}
		# The element at the end of a way, and in `last` its location.
		function follow(c, way,   steps, n, i, step) {
			n = split(way, steps, ".")
			for (i = 1; i <= n; i++) {
				split(steps[i], step, /[][]/)
				last = step[1]
				c = at["cell_" last, 3*c + step[2]]
			}
			return c
		}
		function value(element) { return last == "cells" ? 1 + element : last == "edges" ? 1000*element : 7 - 30*element }'
}

values() {
	skip=$(($(od -An -tu2 -j8 -N2 "$1") + 10))
	od -An -v -tf8 -j$skip -w8 "$1" | awk '{ print $1 + 0 }'
}

is_expected() {
	expected "$1" >"$out/expected" && values "$out/z.npy" >"$out/found" && [ "$(wc -l <"$out/found")" = 40 ] &&
	cmp "$out/expected" "$out/found"
}

check 'there are 63 references, no two of them equal' test "$(references | sort -u | wc -l)" = 63
for count in 14 15 16 30 31 32 62 63; do
	many $count >"$data/many$count.stencil"
	rm -f "$out/z.npy"
	run stencilrun "$data/many$count.stencil" --mesh $mesh --backend openmp -q --verify --size-levels 1 \
		--formula 'cells_of=1+element' --formula 'edges_of=1000*element' --formula 'vertices_of=7-30*element' --out z="$out/z.npy"
	check "$count references before a reduction" is_clean
	check 'as awk finds them' is_expected $count
done

finish
