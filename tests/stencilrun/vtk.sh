#!/bin/sh
# VTK's files out of stencilrun: image data and series of them.

. "$(dirname "$0")/../lib/programs.sh"

# Files as they were when ParaView's library (VTK 9.7) read them.
npy tiny '<f8' 2x1x3 1
echo 'stencil count { in u; out half; out float whole; half = level/2 + 0*u; whole = level; }' >"$out/count.stencil"
good 'two fields in a file' stencilrun "$out/count.stencil" --in u="$data/tiny.npy" --out half="$out/tiny.vti" \
	--out whole="$out/tiny.vti" --backend openmp
check 'it is the file it should be' cmp tests/data/vtk/tiny.vti "$out/tiny.vti"


# Fields of columns are repeated on all levels; scalars are data of the whole file.
npy begin '<f8' 2x1x3 2
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	in u;
	inout t;
	out column heat;
	out scalar most;
	out float scalar twice;
	t = t + level + 0*u;
	column total = 0;
	sweep down { total = total + t; }
	heat = total;
	most = max(t);
	twice = 2*most;
}
END
mixed() {
	stencilrun "$out/mixed.stencil" --in u="$data/tiny.npy" --in t="$data/begin.npy" --backend openmp "$@"
}
# into FILE OPTION... : all fields go there.
into() {
	file=$1
	shift
	mixed --out heat="$file" --out twice="$file" --out most="$file" --out t="$file" --steps 4 -q "$@"
}
good 'fields of all shapes in a file' into "$out/mixed.vti"
good 'in a series' into "$out/mixed.pvd" --save-every 2
check 'its last file is the same' cmp "$out/mixed.vti" "$out/mixed-4.vti"
for steps in 2 4; do
	for field in t heat most twice; do
		mixed --steps $steps --out $field="$out/$field-$steps.npy" -q || fail "$field as .npy"
	done
done
good 'columns alone' mixed --out heat="$out/heat.vti"
check 'have one level' grep -q 'WholeExtent="0 2 0 0 0 0"' "$out/heat.vti"
good 'scalars alone' mixed --out most="$out/most.vti"

npy src '<f8' 4x9x11 1
npy level '<f4' 9x11 2
laplap() {
	stencilrun stencils/laplap.stencil --backend openmp "$@"
}
series() {
	laplap --in src="$data/src.npy" --swap dst:src "$@"
}
good 'a series' series --steps 10 --save-every 4 --out dst="$out/run.pvd" --verify
check 'has files for each K-th step and the last' test "$(cd "$out" && echo run*)" = \
	'run-04.vti run-08.vti run-10.vti run.pvd'
for step in 8 10; do
	series -q --steps $step --out dst="$out/step$step.vti"
done
check 'they are those of runs of as many steps' cmp "$out/run-08.vti" "$out/step8.vti"
check 'and the last' cmp "$out/run-10.vti" "$out/step10.vti"
named_in() {
	[ "$(sed -n 's/.*timestep="\([0-9]*\)".*file="\([^"]*\)".*/\1 \2/p' "$1" | tr '\n' ' ')" = "$2 " ]
}
check 'the series names them' named_in "$out/run.pvd" '4 run-04.vti 8 run-08.vti 10 run-10.vti'
good 'a series of one' series --out dst="$out/a&b.pvd"
check 'has one file' test -e "$out/a&b-1.vti"
good 'a level' laplap --in src="$data/level.npy" --out dst="$out/level.vti"
good 'the same as .npy' laplap --in src="$data/level.npy" --out dst="$out/level.npy"
series -q --steps 10 --out dst="$out/src.npy"
good 'a sample' stencilrun --sample 3x4x5 "$out/sample.vti"

# A reader of its own.
cat >"$out/read.py" <<'END'
import base64, math, struct, sys
import xml.etree.ElementTree as tree

def read_npy(path):
    data = open(path, "rb").read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    header = eval(data[10:start])
    kind = {"<f8": "d", "<f4": "f"}[header["descr"]]
    shape = header["shape"]
    return shape, struct.unpack("<%d%s" % ((len(data) - start)//struct.calcsize(kind), kind), data[start:])

def read_vti(path):
    root = tree.parse(path).getroot()
    image = root.find("ImageData")
    extent = [int(n) for n in image.get("WholeExtent").split()]
    assert image.find("Piece").get("Extent") == image.get("WholeExtent")
    assert (root.get("byte_order"), root.get("header_type")) == ("LittleEndian", "UInt64")
    text = root.find("AppendedData").text.strip()[1:]
    fields = {}
    for array in image.iter("DataArray"):
        digits = text[int(array.get("offset")):]
        size, = struct.unpack("<Q", base64.b64decode(digits[:12])[:8])
        data = base64.b64decode(digits[:(8 + size + 2)//3*4])[8:]
        kind = {"Float64": "d", "Float32": "f"}[array.get("type")]
        assert len(data) == size
        fields[array.get("Name")] = struct.unpack("<%d%s" % (size//struct.calcsize(kind), kind), data)
    whole = [array.get("Name") for array in image.findall("FieldData/DataArray") if array.get("NumberOfTuples") == "1"]
    points = [array.get("Name") for array in image.findall("Piece/PointData/DataArray")]
    assert sorted(whole + points) == sorted(fields)
    count = math.prod(int(last) + 1 for last in extent[1::2])
    for name, values in fields.items():
        assert len(values) == (1 if name in whole else count), name
    if points:
        assert image.find("Piece/PointData").get("Scalars") in points
    return [last + 1 for last in extent[5::-2]], fields

if sys.argv[1] == "well-formed":
    for path in sys.argv[2:]:
        tree.parse(path)
elif sys.argv[1] == "same":
    shape, fields = read_vti(sys.argv[2])
    want, numbers = read_npy(sys.argv[3])
    assert shape == [1]*(3 - len(want)) + list(want), shape
    assert list(fields.values()) == [numbers]
elif sys.argv[1] == "mixed":
    shape, fields = read_vti(sys.argv[2])
    assert shape == [2, 1, 3] and set(fields) == {"t", "heat", "most", "twice"}
    for name, values in fields.items():
        want, numbers = read_npy(sys.argv[3] % name)
        assert values == (2*numbers if name == "heat" else numbers), name
elif sys.argv[1] == "alone":
    shape, fields = read_vti(sys.argv[2])
    assert list(fields.values()) == [read_npy(sys.argv[3])[1]]
else:
    shape, fields = read_vti(sys.argv[2])
    assert shape == [2, 1, 3] and fields == {"half": (0, 0, 0, .5, .5, .5), "whole": (0, 0, 0, 1, 1, 1)}
END
if python3 -c 'import xml.etree' 2>"$out/check"; then
	check 'all is XML' python3 "$out/read.py" well-formed "$out"/*.vti "$out"/*.pvd
	check 'two fields are read back' python3 "$out/read.py" tiny "$out/tiny.vti"
	check 'fields of all shapes' python3 "$out/read.py" mixed "$out/mixed.vti" "$out/%s-4.npy"
	check 'and in a series' python3 "$out/read.py" mixed "$out/mixed-2.vti" "$out/%s-2.npy"
	mixed --out heat="$out/heat.npy" --out most="$out/most.npy" -q
	check 'columns alone are read back' python3 "$out/read.py" alone "$out/heat.vti" "$out/heat.npy"
	check 'scalars alone, too' python3 "$out/read.py" alone "$out/most.vti" "$out/most.npy"
	check 'a result' python3 "$out/read.py" same "$out/run-10.vti" "$out/src.npy"
	check 'a level, of floats' python3 "$out/read.py" same "$out/level.vti" "$out/level.npy"
else
	echo 'skipped: reading back: there is no python3'
fi

echo >"$data/q.vti"
refused 1 'q.vti: VTK files are written only' laplap --in src="$data/q.vti" --out dst="$data/dst.npy"
refused 2 '--save-every is for a series: give --out FIELD=FILE.nc, FILE.npy or FILE.pvd' series --steps 4 --save-every 2 --out \
	dst="$data/dst.vti"
refused 2 "--save-every accepts a number of at least 1, not '0'" series --save-every 0 --out dst="$data/dst.pvd"
refused 2 "dst.vti: VTK's image data are for structured grids, not sparse grids" stencilrun stencils/sparse/hierarchize.stencil \
	--dim 3 --level 4 --formula u=x1 --out u="$data/dst.vti"
refused 3 'none/dst-1.vti: cannot write: No such file' series --out dst="$data/none/dst.pvd"
mkdir "$data/dst-2.vti"
refused 3 'dst-2.vti: cannot write: is a directory' series --steps 3 --save-every 1 --out dst="$data/dst.pvd"
mkdir "$data/all.pvd"
refused 3 'all.pvd: cannot write: is a directory' series --steps 3 --save-every 1 --out dst="$data/all.pvd"
is_full() (
	trap '' XFSZ
	ulimit -f 8
	series "$@"
)
refused 3 'dst.vti: cannot write: File too large' is_full --out dst="$data/dst.vti"
check 'no temporary files are left' sh -c "! ls -A $data | grep tmp"

finish
