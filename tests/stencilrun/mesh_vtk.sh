#!/bin/sh
# VTK's unstructured grids out of stencilrun: results on meshes, and series of them.

. "$(dirname "$0")/../lib/programs.sh"

text() {
	echo "stencil $1 on triangles { in cell u; $2 }" >"$out/$1.stencil"
}
text warm 'inout cell t; t = t + 0.5*sum(c in cells: u[c]) - u;'
text spread 'out vertex mean; mean = sum(c in cells: u[c])/count(cells);'
text step 'out edge d; d = u[cells[1]] - u[cells[0]];'
text two 'out cell p, q; p = 2*u; q = -u;'

# on STENCIL MESH OPTION...
on() {
	text=$out/$1.stencil what=$2
	shift 2
	stencilrun "$text" --backend openmp --mesh "$what" --size-levels 3 --formula 'u=x + 10*k + element' "$@"
}
# both NAME STENCIL MESH FIELD [OPTION...]: the same as .vtu and as .npy.
both() {
	name=$1 stencil=$2 mesh=$3 field=$4
	shift 4
	good "$name" on "$stencil" "$mesh" "$@" --out "$field=$out/$name.vtu"
	on "$stencil" "$mesh" "$@" -q --out "$field=$out/$name.npy" || fail "$name as .npy"
}
both sphere warm icosahedron:R1B1 t --formula t=k
both vertices spread icosahedron:R1B1 mean
both edges step icosahedron:R1B1 d
both plane step plane:7x5 d
both torus warm torus:6x4 t --formula t=k
both around spread torus:6x4 mean
both floats warm icosahedron:R1B1 t --formula t=k --precision float
good 'two fields in a file' on two plane:7x5 --out p="$out/pq.vtu" --out q="$out/pq.vtu"
check 'are both there' test "$(grep -c 'Name="[pq]"' "$out/pq.vtu")" = 2
both renumbered warm icosahedron:R1B1 t --formula t=k --order random:5
check 'an order is that of memory only' cmp "$out/sphere.vtu" "$out/renumbered.vtu"

good 'a series' on warm icosahedron:R1B1 --formula t=k --steps 10 --save-every 4 --out t="$out/run.pvd" --verify
check 'has files for each K-th step and the last' test "$(cd "$out" && echo run*)" = \
	'run-04.vtu run-08.vtu run-10.vtu run.pvd'
for step in 8 10; do
	on warm icosahedron:R1B1 --formula t=k -q --steps $step --out t="$out/step$step.vtu"
done
check 'they are those of runs of as many steps' cmp "$out/run-08.vtu" "$out/step8.vtu"
check 'and the last' cmp "$out/run-10.vtu" "$out/step10.vtu"
check 'the series names them' grep -q 'timestep="8" part="0" file="run-08.vtu"' "$out/run.pvd"

stencilrun --mesh icosahedron:R1B1 --save-mesh "$out/ico" -q
stencilrun --mesh torus:6x4 --save-mesh "$out/periodic" -q
stencilrun --mesh plane:7x5 --save-mesh "$out/flat" -q

# A reader of its own.
cat >"$out/read.py" <<'END'
import base64, math, struct, sys
import xml.etree.ElementTree as tree

def read_npy(path):
    data = open(path, "rb").read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    header = eval(data[10:start])
    kind = {"<f8": "d", "<f4": "f", "<i4": "i"}[header["descr"]]
    return header["shape"], struct.unpack("<%d%s" % ((len(data) - start)//struct.calcsize(kind), kind), data[start:])

def read_vtu(path):
    root = tree.parse(path).getroot()
    assert (root.get("type"), root.get("byte_order"), root.get("header_type")) == ("UnstructuredGrid", "LittleEndian", "UInt64")
    piece = root.find("UnstructuredGrid/Piece")
    text = root.find("AppendedData").text.strip()[1:]
    groups = {}
    for group in piece:
        for array in group:
            digits = text[int(array.get("offset")):]
            size, = struct.unpack("<Q", base64.b64decode(digits[:12])[:8])
            data = base64.b64decode(digits[:(8 + size + 2)//3*4])[8:]
            kind = {"Float64": "d", "Float32": "f", "Int64": "q", "UInt8": "B"}[array.get("type")]
            values = struct.unpack("<%d%s" % (size//struct.calcsize(kind), kind), data)
            n = int(array.get("NumberOfComponents"))
            groups.setdefault(group.tag, {})[array.get("Name")] = [values[i:i + n] for i in range(0, len(values), n)]
    assert len(groups["Points"]["Points"]) == int(piece.get("NumberOfPoints"))
    assert len(groups["Cells"]["offsets"]) == len(groups["Cells"]["types"]) == int(piece.get("NumberOfCells"))
    return groups

def cells_of(groups):
    corners, start, cells = [c for c, in groups["Cells"]["connectivity"]], 0, []
    for end, in groups["Cells"]["offsets"]:
        cells.append(corners[start:end])
        start = end
    assert start == len(corners)
    return cells

path, field, folder, location = sys.argv[1:]
groups = read_vtu(path + ".vtu")
(levels, count), numbers = read_npy(path + ".npy")
(_, width), table = read_npy("%s/%s_vertices.npy" % (folder, "edge" if location == "edge" else "cell"))
(_, dimensions), places = read_npy(folder + "/vertex_xyz.npy")
cells, points = cells_of(groups), groups["Points"]["Points"]
assert {t for t, in groups["Cells"]["types"]} == {3 if location == "edge" else 7}
rows = [table[i*width:(i + 1)*width] for i in range(len(cells))]
for cell, row in zip(cells, rows):
    assert len(cell) == len(row)
    for a, b in zip(cell, cell[1:] + cell[:1]):
        assert math.dist(points[a], points[b]) < 1.4, "a side is long"
    if "torus" not in path and "around" not in path:
        assert all(points[p][:dimensions] == places[v*dimensions:(v + 1)*dimensions] for p, v in zip(cell, row))
at = {}
for cell, row in zip(cells, rows):
    for p, v in zip(cell, row):
        at.setdefault(p, v)
        assert at[p] == v
seen = groups["PointData" if location == "vertex" else "CellData"][field]
assert len(seen) == (len(points) if location == "vertex" else count)
for i, values in enumerate(seen):
    element = at[i] if location == "vertex" else i
    assert values == tuple(numbers[k*count + element] for k in range(levels)), (i, values)
END
if python3 -c 'import xml.etree' 2>"$out/check"; then
	# reads NAME FIELD FOLDER LOCATION
	reads() {
		check "$1 is read back" python3 "$out/read.py" "$out/$1" "$2" "$out/$3" "$4"
	}
	reads sphere t ico cell
	reads floats t ico cell
	reads vertices mean ico vertex
	reads edges d ico edge
	reads plane d flat edge
	reads torus t periodic cell
	reads around mean periodic vertex
else
	echo 'skipped: reading back: there is no python3'
fi

# What has no coordinates cannot be drawn.
mkdir "$data/bare"
cp "$out/ico/cell_vertices.npy" "$data/bare"
bare() {
	stencilrun "$out/spread.stencil" --backend openmp --mesh "$data/bare" --size-levels 2 --formula u=element \
		--out mean="$data/mean.vtu"
}
refused 3 'mean.vtu: the mesh has no coordinates of its vertices' bare
rm -r "$data/bare"
refused 2 "mean.vti: 'spread' is on a mesh: name a .vtu file" on spread torus:6x4 --out mean="$data/mean.vti"
stencilrun --sample 9x9x3 "$out/src.npy" -q
refused 2 "dst.vtu: 'laplap' is on a structured grid: name a .vti file" stencilrun stencils/laplap.stencil --in src="$out/src.npy" \
	--out dst="$data/dst.vtu"
refused 3 's.vtu: unstructured grids (.vtu) are for meshes, image data (.vti) for structured grids' stencilrun --sample 3x4x5 "$data/s.vtu"
refused 2 "u.vtu: VTK's image data are for structured grids, not sparse grids" stencilrun stencils/sparse/hierarchize.stencil \
	--dim 3 --level 4 --formula u=x1 --out u="$data/u.vtu"
echo >"$data/q.vtu"
refused 1 'q.vtu: VTK files are written only' stencilrun "$out/spread.stencil" --mesh torus:6x4 --in u="$data/q.vtu" \
	--out mean="$data/mean.npy"
check 'no temporary files are left' sh -c "! ls -A $data | grep tmp"

finish
