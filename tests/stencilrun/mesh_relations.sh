#!/bin/sh
# Relations of a mesh's own, from files: kernels find the neighbours that they would in tables that the language knows.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh

mesh=plane:7x5
stencilrun --mesh $mesh --save-mesh "$data/mesh" -q

# pair NAME TABLE DEGREE LOCATION REDUCTION [column]: the same stencil over edge.TABLE and over a table of its own.
pair() {
	for table in "$2" wings; do
		own="relation edge.$2[$3];"
		[ $table = wings ] && own="relation edge.wings[$3] -> $4;"
		echo "stencil $1 on triangles { in $4 p; in edge.$table $6 w; in edge.$table column a; out edge q; $own
			q = $5(n in $table: w[n]*p[n] - a[n]); }" >"$data/$1-$table.stencil"
	done
}
pair ends corners 4 vertex sum
pair sides cells 2 cell max
pair some rim '<=4' edge sum
pair any rim '' edge sum column

values='--formula p=sin(3*element)+k --formula w=cos(element+slot*k) --formula a=element*slot'
apply() {
	# shellcheck disable=SC2086 # options are words
	stencilrun "$@" -q --verify --size-levels 5 $values
}
for which in ends:corners:openmp sides:cells:openmp some:rim:openmp any:rim:openmp ends:corners:host any:rim:host; do
	stencil=${which%%:*} backend=${which##*:} table=${which#*:} table=${table%:*}
	for order in given random:3; do
		run apply "$data/$stencil-$table.stencil" --mesh $mesh --order $order --backend "$backend" --out q="$out/known.npy"
		check "$which, order $order" is_clean
		run apply "$data/$stencil-wings.stencil" --mesh $mesh --order $order --backend "$backend" --out q="$out/own.npy" \
			--relation edge.wings="$data/mesh/edge_$table.npy"
		check 'with a table of its own' is_clean
		check 'the same' cmp "$out/known.npy" "$out/own.npy"
	done
done

# In a folder such a table is called as others are.
cp "$data/mesh/edge_corners.npy" "$data/mesh/edge_wings.npy"
run apply "$data/ends-corners.stencil" --mesh $mesh --backend openmp --levels outermost --out q="$out/known.npy"
run apply "$data/ends-wings.stencil" --mesh "$data/mesh" --backend openmp --levels outermost --out q="$out/own.npy"
check 'a table of its folder' is_clean
check 'leads to the same' cmp "$out/known.npy" "$out/own.npy"
good 'is written' stencilrun --mesh "$data/mesh" --save-mesh "$out/again" -q
check 'as it was' cmp "$data/mesh/edge_wings.npy" "$out/again/edge_wings.npy"
good 'so is one from a file' stencilrun --mesh $mesh --relation edge.wings="$data/mesh/edge_rim.npy" --save-mesh "$out/more" -q
check 'too' cmp "$data/mesh/edge_rim.npy" "$out/more/edge_wings.npy"
good 'is measured' stencilbench "$data/ends-wings.stencil" --mesh $mesh --size-levels 3 --backend openmp --no-time \
	--relation edge.wings="$data/mesh/edge_corners.npy"

# What is wrong with them.
wings=$data/ends-wings.stencil
wrong() {
	expected=$1
	message=$2
	shift 2
	# shellcheck disable=SC2086 # options are words
	refused "$expected" "$message" stencilrun "$wings" --mesh $mesh --size-levels 2 --backend openmp --out q="$data/q.npy" \
		$values "$@"
}
wrong 1 "the mesh has no edge.wings: --relation edge.wings=FILE gives it one, or edge_wings.npy in its folder"
wrong 1 "$data/mesh/cell_edges.npy: the mesh has 117 edges, not 70" --relation edge.wings="$data/mesh/cell_edges.npy"
wrong 1 "$data/mesh/edge_row.npy: expected int32 or int64 of (element, slot)" --relation edge.wings="$data/mesh/edge_row.npy"
# tells STATUS MESSAGE OPTION...: this is one of several.
fails() {
	[ "$status" = "$1" ] && grep -qF -e "stencilrun: $mesh: $2" "$out/stderr" && [ ! -e "$data/q.npy" ]
}
tells() {
	expected=$1
	message=$2
	shift 2
	run apply "$wings" --mesh $mesh --backend openmp --out q="$data/q.npy" "$@"
	check "$expected: $message" fails "$expected" "$message"
}
tells 1 "$data/mesh/edge_rim.npy: edge 19, slot 2: vertex 105 of 48" --relation edge.wings="$data/mesh/edge_rim.npy"
wrong 2 "--relation edge.cells=x.npy: every mesh has edge.cells; to replace it, give the mesh as a folder with edge_cells.npy" \
	--relation edge.cells=x.npy
wrong 1 "none.npy" --relation edge.wings=none.npy
for text in edge.wings edge.wings= wings=x.npy edge.=x.npy face.wings=x.npy; do
	wrong 2 "--relation $text: write LOCATION.NAME=FILE, as edge.wings=wings.npy" --relation $text
done
sed 's/wings\[4\]/wings[3]/' "$wings" >"$data/few.stencil"
wings=$data/few.stencil
tells 1 "exact relation edge.wings[3]: edge 1 has 4" --relation edge.wings="$data/mesh/edge_corners.npy"
refused 1 'edge_wings.npy: only a stencil has the target of this relation: give a stencil, or --order given' \
	stencilrun --mesh "$data/mesh" --order rcm --save-mesh "$out/ordered"
stencilrun --sample 9x9x3 "$out/src.npy" -q
refused 2 "'laplap' is not on a mesh: leave out --relation" stencilrun stencils/laplap.stencil --in src="$out/src.npy" \
	--relation edge.wings=x.npy --out dst="$data/dst.npy"

finish
