#!/bin/sh
# Files of stencilrun, read by others: series by xarray and a CF checker, .vti, .vtu and .pvd files by VTK. PYTHON=... is one that has
# the packages xarray, compliance-checker and vtk; what it lacks is skipped.

. "$(dirname "$0")/../lib/programs.sh"

python=${PYTHON:-python3}
# has MODULE PACKAGE
has() {
	"$python" -c "import $1" 2>/dev/null && return
	echo "skipped: $python has no package $2"
	return 1
}
cat >"$out/air.cdl" <<END
netcdf air {
dimensions:
	height = 3 ; lat = 5 ; lon = 7 ;
variables:
	double height(height) ;
		height:units = "m" ; height:standard_name = "height" ; height:positive = "up" ; height:axis = "Z" ;
	double lat(lat) ;
		lat:units = "degrees_north" ; lat:standard_name = "latitude" ; lat:axis = "Y" ;
	double lon(lon) ;
		lon:units = "degrees_east" ; lon:standard_name = "longitude" ; lon:axis = "X" ;
	double T(height, lat, lon) ;
		T:units = "K" ; T:standard_name = "air_temperature" ;
data:
	height = 10, 20, 30 ; lat = 50, 49, 48, 47, 46 ; lon = 5, 6, 7, 8, 9, 10, 11 ;
	T = $(seq -s ", " 251 355) ;
}
END
npy start '<f8' 3x5x7 1
cat >"$out/warm.stencil" <<'END'
stencil warm { inout T; out rate; rate = 0.5*T; T = T + rate; }
END
cat >"$out/drift.stencil" <<'END'
stencil drift on triangles { in cell a; out cell b; b = a + 0.1*sum(c in cells: a[c]); }
END
input=$data/start.npy
if command -v ncgen >/dev/null && ncgen -o "$data/air.nc" "$out/air.cdl" &&
		stencilrun -q "$out/warm.stencil" --in T="$data/air.nc" --out T="$out/T.nc" --backend host; then
	input=$data/air.nc
	good 'a series' stencilrun -q "$out/warm.stencil" --in T="$input" --out T="$out/run.nc" --out rate="$out/run.nc" --steps 6 --save-every 2 \
		--dt 1800 --since '2000-01-01 12:00' --backend host
fi
good 'image data' stencilrun -q "$out/warm.stencil" --in T="$input" --out T="$out/air.vti" --out rate="$out/air.vti" --backend host
good 'a series of them' stencilrun -q "$out/warm.stencil" --in T="$data/start.npy" --out T="$out/run.pvd" --steps 4 --save-every 2 --backend host
good 'a mesh' stencilrun -q "$out/drift.stencil" --mesh icosahedron:R2B1 --size-levels 2 --formula 'a=z + 0.1*k' --out b="$out/mesh.vtu" --backend host
good 'the same values' stencilrun -q "$out/drift.stencil" --mesh icosahedron:R2B1 --size-levels 2 --formula 'a=z + 0.1*k' --out b="$out/mesh.npy" \
	--backend host

if [ -f "$out/run.nc" ] && has xarray xarray; then
	cat >"$out/series.py" <<'END'
import sys, numpy, xarray
with xarray.open_dataset(sys.argv[1]) as d:
    assert d["T"].dims == ("time", "height", "lat", "lon"), d["T"].dims
    times = [str(t)[:16] for t in d["time"].values]
    assert times == ["2000-01-01T13:00", "2000-01-01T14:00", "2000-01-01T15:00"], times
    assert list(d["step"].values) == [2, 4, 6]
    assert list(d["lat"].values) == [50, 49, 48, 47, 46]
    assert d["T"].attrs["units"] == "K" and d["rate"].attrs["long_name"] == "rate"
    value = 251 + 2 + 7*(2 + 5*1)
    for step in range(4):
        value = value + 0.5*value
    assert float(d["T"].sel(time="2000-01-01T14:00", lat=48, lon=7, height=20)) == value
END
	check 'xarray opens the series' "$python" "$out/series.py" "$out/run.nc"
fi
if [ -f "$out/run.nc" ] && has compliance_checker compliance-checker; then
	check 'it passes the checker of CF conventions' "$python" -c 'from compliance_checker.runner import ComplianceChecker, CheckSuite
import sys
CheckSuite.load_all_available_checkers()
good, errors = ComplianceChecker.run_checker(sys.argv[1], ["cf:1.8"], 0, "normal", output_filename="-", output_format="text")
sys.exit(not good or errors)' "$out/run.nc"
fi
if has vtk vtk; then
	cat >"$out/files.py" <<'END'
import os, sys, numpy, vtk
from vtk.util.numpy_support import vtk_to_numpy
import xml.etree.ElementTree

def read(reader, path):
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0, path
    return reader.GetOutput()

out, data = sys.argv[1:]
image = read(vtk.vtkXMLImageDataReader(), out + "/air.vti")
assert image.GetDimensions() == (7, 5, 3), image.GetDimensions()
if os.path.exists(out + "/run.nc"):
    place = image.GetPoint(2 + 7*(3 + 5*1))
    assert numpy.allclose(place, (7, 47, 20)), place
assert {image.GetPointData().GetArrayName(i) for i in range(2)} == {"T", "rate"}
last = xml.etree.ElementTree.parse(out + "/run.pvd").getroot()[0][-1].attrib
assert last["timestep"] == "4"
image = read(vtk.vtkXMLImageDataReader(), os.path.join(out, last["file"]))
values = vtk_to_numpy(image.GetPointData().GetArray("T")).reshape(3, 5, 7)
expected = numpy.load(data + "/start.npy")
for step in range(4):
    expected = expected + 0.5*expected
assert (values == expected).all()
mesh = read(vtk.vtkXMLUnstructuredGridReader(), out + "/mesh.vtu")
values = vtk_to_numpy(mesh.GetCellData().GetArray("b"))
assert (values.T == numpy.load(out + "/mesh.npy")).all()
END
	check 'VTK reads .vti, .vtu and .pvd files' "$python" "$out/files.py" "$out" "$data"
fi
finish
