#!/bin/sh
# Outputs of ints and bools: on all grids, on subdomains, in files of all formats, states and series.

. "$(dirname "$0")/../lib/programs.sh"

stencil=tests/data/programs/typed_passes.stencil
sed 's/\(boundary .*\) = .*/\1 = copy;/' $stencil >"$out/copied.stencil"

# passes OPTION...: a program with boundaries, on structured grids.
passes() {
	stencilrun -q "$stencil" --size 11x9x5 --formula u='sin(7*i + 3*j + k)' --formula kind='floor(3 + 2.9*sin(i + 2*j + 5*k))' \
		--formula wet='sin(5*i + j*k) > 0 ? 1 : 0' "$@"
}
from_formulas() {
	passes --formula mark='floor(5 + 4*sin(k + 3*j + 2*i))' --formula seen='sin(i*j + k) < 0 ? 1 : 0' "$@"
}
# outs NAME: --out of all fields.
outs() {
	for field in count shore mark seen d; do printf '%s ' --out "$field=$out/$1_$field.npy"; done
}
same_files() {
	for field in count shore mark seen d; do cmp "$out/$1_$field.npy" "$out/$2_$field.npy" || return 1; done
}
# shellcheck disable=SC2046,SC2086 # options are words
{
	good 'one subdomain' from_formulas --backend openmp --steps 3 --verify $(outs first)
	for options in '--backend host' '--backend openmp --storage chasing' '--backend host --storage chasing --levels innermost'; do
		good "$options" from_formulas --steps 3 $options $(outs other)
		check 'the same bits' same_files first other
	done
	stencil=$out/copied.stencil
	good 'copies' from_formulas --backend openmp --steps 3 --verify $(outs copied)
	for options in '--backend openmp --ranks 3x2' '--backend host --ranks 2x2' '--backend openmp --storage chasing --levels innermost --ranks 3' \
			'--backend host --storage chasing --ranks 2'; do
		good "$options" from_formulas --steps 3 $options $(outs other)
		check 'the same bits' same_files copied other
	done
	stencil=tests/data/programs/typed_passes.stencil
}
header() {
	head -c 64 "$1" | tr -d '\0' | grep -q "'descr': '$2'"
}
check 'int32 in .npy' header "$out/first_count.npy" '<i4'
check 'bool in .npy' header "$out/first_shore.npy" '|b1'

good 'half of the steps' from_formulas --backend openmp --steps 2 --out mark="$out/mark.npy" --out seen="$out/seen.npy"
good 'what was written is read' passes --backend openmp --steps 1 --in mark="$out/mark.npy" --in seen="$out/seen.npy" --out mark="$out/other_mark.npy"
check 'as all steps' cmp "$out/first_mark.npy" "$out/other_mark.npy"
good 'a state' from_formulas --backend openmp --steps 2 --save-state "$out/state"
check 'with types' grep -aq '^bool seen' "$out/state"
good 'continues' passes --backend openmp --steps 1 --load-state "$out/state" --out seen="$out/other_seen.npy" --out mark="$out/other_mark.npy"
check 'with the same bools' cmp "$out/first_seen.npy" "$out/other_seen.npy"
check 'with the same ints' cmp "$out/first_mark.npy" "$out/other_mark.npy"
good 'VTK and a picture' from_formulas --backend openmp --out mark="$out/a.vti" --out seen="$out/a.vti" --out count="$out/count.svg:level=1"
check 'ints of VTK' grep -aq 'type="Int32" Name="mark"' "$out/a.vti"
check 'bools of VTK' grep -aq 'type="UInt8" Name="seen"' "$out/a.vti"
for file in a.npy a.nc; do
	variable= ; [ $file = a.npy ] || variable=:mark
	from_formulas --backend openmp --steps 1 --out mark="$out/$file$variable" >"$out/stdout" 2>"$out/stderr"
	grep -q 'libnetcdf' "$out/stderr" && continue
	good "read again from $file" passes --backend openmp --steps 2 --in mark="$out/$file$variable" --formula seen='i > 3 ? 1 : 0' --out mark="$out/$file.mark.npy"
done
[ ! -f "$out/a.nc" ] || check 'the same from NetCDF' cmp "$out/a.npy.mark.npy" "$out/a.nc.mark.npy"
good 'a series' from_formulas --backend openmp --steps 4 --save-every 2 --out mark="$out/series.npy" --save-state "$out/state"
good 'a series goes on' passes --backend openmp --steps 2 --load-state "$out/state" --save-every 2 --out mark="$out/series.npy"
check 'of three records' grep -aq "'descr': '<i4', 'fortran_order': False, 'shape': (3, 5, 9, 11)" "$out/series.npy"

marks() {
	stencilrun -q tests/data/meshes/marks.stencil --mesh icosahedron:R1B1 --size-levels 5 --formula vn='sin(31*lon + 7*lat + k)' \
		--formula kind='floor(3 + 2.9*sin(9*lon + k))' --formula wet='sin(20*lat + k) > 0 ? 1 : 0' \
		--formula mark='floor(5 + 4*sin(9*lat + k))' --formula seen='sin(7*lon + k) > 0 ? 1 : 0' "$@"
}
mesh_outs() {
	for field in code shore mark seen top any h; do printf '%s ' --out "$field=$out/$1_$field.npy"; done
}
same_mesh_files() {
	for field in code shore mark seen top any h; do cmp "$out/mesh_$field.npy" "$out/$1_$field.npy" || return 1; done
}
# shellcheck disable=SC2046,SC2086 # options are words
{
	good 'a mesh' marks --backend openmp --verify $(mesh_outs mesh)
	for options in '--backend host' '--backend openmp --levels innermost'; do
		good "mesh, $options" marks --verify $options $(mesh_outs other)
		check 'the same bits' same_mesh_files other
	done
}
# Of one location, on subdomains, whose halos have ints and bools.
cat >"$out/spread.stencil" <<'END'
stencil spread on triangles {
    in int cell kind = 0..5;
    inout int cell mark = 0..9;
    inout int cell tally = 0..9;
    inout bool cell seen;
    if (kind > 1) { seen = seen || kind[cells[1]] == 4; }
    mark = 2*mark - kind[cells[0]] + (seen[cells[1]] ? kind : 1);
    tally = tally + mark[cells[2]];
}
END
spread() {
	stencilrun -q "$out/spread.stencil" --mesh icosahedron:R1B1 --size-levels 5 --formula kind='floor(3 + 2.9*sin(9*lon + k))' \
		--formula mark='floor(5 + 4*sin(9*lat + k))' --formula tally='floor(5 + 4*sin(8*lat + k))' \
		--formula seen='sin(7*lon + k) > 0 ? 1 : 0' --steps 3 "$@"
}
good 'one subdomain of a mesh' spread --backend openmp --out tally="$out/tally1.npy" --out seen="$out/seen1.npy"
for options in '--backend openmp --ranks 3' '--backend host --ranks 2 --levels innermost'; do
	# shellcheck disable=SC2086 # options are words
	good "mesh, $options" spread $options --out tally="$out/tally3.npy" --out seen="$out/seen3.npy"
	check 'the same ints' cmp "$out/tally1.npy" "$out/tally3.npy"
	check 'the same bools' cmp "$out/seen1.npy" "$out/seen3.npy"
done
good 'VTK of a mesh' marks --backend openmp --out any="$out/any.vtu" --out code="$out/code.vtu"
check 'bools of VTK' grep -aq 'type="UInt8" Name="any"' "$out/any.vtu"
check 'ints of VTK' grep -aq 'type="Int32" Name="code"' "$out/code.vtu"
bench tests/data/programs/typed_sweeps.stencil --size 11x9x5 --backend openmp --no-time
check 'sweeps' is_clean
finish
