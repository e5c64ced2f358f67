#!/bin/sh
# NetCDF files in and out of stencilrun. Files are made of CDL text with ncgen and read with ncdump; where
# these are missing, or stencilrun was built without libnetcdf, nothing is tested but what it then says.

. "$(dirname "$0")/../lib/programs.sh"

copy() {
	stencilrun stencils/copy.stencil --backend openmp "$@"
}

# A stencilrun without NetCDF: its stand-in comes before what is in the library.
absent() {
	"$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -iquote . -c runtime/formats/netcdf_absent.c \
		-o "$out/absent.o" &&
	"$cc" build/runtime/stencilrun.o "$out/absent.o" build/libruntime.a build/libstencilgen.a -lm -ldl -pthread \
		-o "$out/without"
}
check 'stencilrun without NetCDF' absent
npy src '<f8' 2x5x6 1
without() {
	"$out/without" stencils/copy.stencil --backend openmp "$@"
}
without_is_refused() {
	[ "$status" = "$1" ] && [ "$(cat "$out/stderr")" = "stencilrun: $2: this stencilrun was built without NetCDF; \
install libnetcdf-dev and build again" ]
}
echo >"$data/q.nc"
run without --in src="$data/q.nc:QV" --out dst="$out/dst.npy"
check 'it does not read NetCDF files' without_is_refused 1 "$data/q.nc"
run without --in src="$data/src.npy" --out dst="$out/dst.nc"
check 'nor write them' without_is_refused 3 "$out/dst.nc"
check 'and leaves nothing' test ! -e "$out/dst.nc"
run without --in src="$data/src.npy" --out dst="$out/dst.nc" --save-every 1
check 'nor series of them' without_is_refused 3 "$out/dst.nc"
check 'and leaves nothing of these' test ! -e "$out/dst.nc"
good 'others as ever' without -q --in src="$data/src.npy" --out dst="$out/dst.npy"
rm "$data/q.nc"

if ! command -v ncgen >/dev/null || ! command -v ncdump >/dev/null; then
	echo 'skipped: NetCDF files: there is no ncgen or ncdump (package netcdf-bin)'
	finish
fi
run copy --in src="$data/none.nc:QV" --out dst="$out/dst.npy"
if grep -q 'built without NetCDF' "$out/stderr"; then
	echo 'skipped: NetCDF files: stencilrun was built without libnetcdf-dev'
	finish
fi

make_files() {
	for kind in classic 64-bit-offset 64-bit-data netCDF-4; do
		ncgen -k "$kind" -o "$data/$kind.nc" tests/data/netcdf/humidity.cdl || return 1
	done
	printf 'netcdf e { dimensions: t = UNLIMITED ; variables: double e(t) ; }' | ncgen -o "$data/empty.nc" -
}
check 'files' make_files
q=$data/netCDF-4.nc

# values FILE VARIABLE: its numbers, as "1 2.5 NaN".
values() {
	ncdump -p 9,17 -v "$2" "$1" | sed '1,/^data:/d' |
		awk -v name="$2" '$1 == name && $2 == "=" { on = 1 } on { print } /;/ { on = 0 }' |
		sed 's/^.*=//' | tr -s ' ,;\n' '\n' | sed 's/NaNf/NaN/' | grep . | tr '\n' ' ' | sed 's/ $//'
}

# equals TEXT FILE VARIABLE: those are its values.
equals() {
	[ "$(values "$2" "$3")" = "$1" ] || { values "$2" "$3"; return 1; }
}

# has FILE TEXT...: the header has these lines.
has() {
	ncdump -k "$1" >"$out/header"
	ncdump -h "$1" >>"$out/header"
	shift
	for line; do
		tr -s '\t ' ' ' <"$out/header" | grep -qF -e "$line" || { echo "no '$line'"; cat "$out/header"; return 1; }
	done
}

# Parts of a variable, in any format.
second='10 20 30 40 50 60 20 40 80 16 32 64 10 30 90 27 81 24 50 40 30 20 10 0 70 70 70 70 70 70'
for kind in classic 64-bit-offset 64-bit-data netCDF-4; do
	good "$kind" copy --in "src=$data/$kind.nc:QV[time=1]" --out dst="$out/$kind.nc:D" --verify
	case $kind in
	*-data) name=cdf5 ;;
	*) name=$(echo "$kind" | sed 's/64-bit-/64-bit /') ;;
	esac
	check 'the result has that format, and its dimensions and coordinates' has "$out/$kind.nc" "$name" 'lev = 2 ;' \
		'lat = 5 ;' 'lon = 6 ;' 'float D(lev, lat, lon) ;' 'lat:units = "degrees_north"' 'short lon(lon)'
	check 'but no others' sh -c "! ncdump -h $out/$kind.nc | grep -q 'time\|bounds\|D:'"
	check 'the coordinates are those' equals '40 41 42 43 44' "$out/$kind.nc" lat
	good "$kind, two indices" copy --in "src=$data/$kind.nc:QV[lev=0,time=-2]" --out dst="$out/$kind.nc:D"
	check 'their values' equals "$second" "$out/$kind.nc" D
	size=$(wc -c <"$data/$kind.nc")
	for less in 8 100 1000; do
		head -c $((size - less)) "$data/$kind.nc" >"$data/cut.nc"
		before=$(files)
		run copy --in "src=$data/cut.nc:QV[time=2]" --out dst="$data/dst.nc"
		check "$less bytes are missing" is_refused 1 'cut.nc: '
	done
done
good 'the variable of the field' copy --in "src=$q:P[lev=0]" --out dst="$out/whole.nc"
check 'has its name' has "$out/whole.nc" 'double dst(lat, lon) ;'

# said TEXT: and no more, on standard error.
said() {
	[ "$status" = 0 ] && [ "$(sed 's/^stencilrun: //' "$out/stderr")" = "$1" ] || { cat "$out/stderr"; return 1; }
}
run copy --in "src=$q:QV[time=2]" --out dst="$out/missing.npy"
check '_FillValue is NaN' said "'src' ($q:QV[time=2]): 1 NaN (1 marked as missing) among 60 values, the first at z=0, y=4, x=5
'dst' ($out/missing.npy): 1 NaN among 60 values, the first at z=0, y=4, x=5"
run copy -q --in "src=$q:P[lev=1]" --out dst="$out/missing.nc"
check 'and so is each missing_value, quietly' equals \
	'NaN 2 3 4 5 6 7 8 9 10 11 NaN 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30' "$out/missing.nc" dst
run copy -q --in "src=$q:T" --out dst="$out/packed.nc"
check 'packed numbers' equals '273 273.5 274 274.5 275 275.5 276 276.5 277 277.5 278 278.5 279 279.5 NaN 280.5 281 281.5 '\
'282 282.5 283 283.5 284 284.5 285 285.5 286 286.5 287 16656.5' "$out/packed.nc" dst
good 'whole numbers' copy --in "src=$q:count" --out dst="$out/count.nc"
check 'are doubles' has "$out/count.nc" 'double dst(lat, lon)'
check 'of the same values' equals "$(values "$q" count)" "$out/count.nc" dst
good 'bytes' copy --in "src=$q:mask" --out dst="$out/mask.nc" --precision float
check 'have no missing value, and are floats if asked to' has "$out/mask.nc" 'float dst(lat, lon)'
good 'unsigned bytes' copy --in "src=$q:cloud" --out dst="$out/cloud.nc"
check 'are not negative' equals '63.5 100' "$out/cloud.nc" dst
run copy -q --in "src=$q:rain" --out dst="$out/rain.nc"
check 'nor is what they miss' equals '65534 NaN' "$out/rain.nc" dst
run copy -q --in "src=$q:never" --out dst="$out/never.nc"
check 'what was never written is NaN' equals "$(yes NaN | head -30 | tr '\n' ' ' | sed 's/ $//')" "$out/never.nc" dst
good 'a packed and a float field' stencilrun stencils/hdiff.stencil --in "src=$q:count" \
	--in "coeff=$q:QV[time=0,lev=0]" --out dst="$out/mixed.nc" --backend openmp --verify
check 'whole numbers become floats beside floats' has "$out/mixed.nc" 'float dst(lat, lon)'

# What continues a variable has its attributes; several variables share a file.
cat >"$out/damp.stencil" <<'END'
stencil damp { inout q; in p; out sum; out next; q = q/2; sum = q + p; next = 2*p; }
END
damp() {
	stencilrun "$out/damp.stencil" --in "q=$q:QV[time=0]" --in "p=$q:P" --backend openmp -q "$@"
}
run stencilrun "$out/damp.stencil" --in "q=$q:QV[time=0]" --in "p=$q:P" --out q="$out/x.nc"
check 'float and double' fails 1 "P holds double, but field 'p' is float"
sed 's/in p/in double p/; s/out sum/out double sum/; s/out next/out double next/' "$out/damp.stencil" >"$out/d.stencil" &&
	mv "$out/d.stencil" "$out/damp.stencil"
good 'several variables' damp --swap next:p --out "q=$out/three.nc:QV" --out "sum=$out/three.nc" --out \
	"next=$out/three.nc:next"
check 'in one file' has "$out/three.nc" 'float QV(lev, lat, lon)' 'QV:units = "kg kg-1"' 'QV:long_name' \
	'double sum(lev, lat, lon)' 'double next(lev'
check 'without what was for packing or the old file' sh -c "! ncdump -h $out/three.nc | grep -q 'Fill\|missing\|coordinates\|sum:'"
damp --out "q=$out/again.nc:QV" --out "sum=$out/again.nc" --out "next=$out/again.nc:next" --swap next:p
check 'the same bytes again' cmp "$out/three.nc" "$out/again.nc"
good 'dimensions without a NetCDF file' copy --in src="$data/src.npy" --out dst="$out/plain.nc:D"
check 'are z, y, x' has "$out/plain.nc" 'netCDF-4' 'double D(z, y, x)' 'z = 2' 'y = 5' 'x = 6'
good 'and read' copy --in src="$out/plain.nc:D" --out dst="$out/back.npy"
check 'as they were' cmp "$data/src.npy" "$out/back.npy"
cp "$data/classic.nc" "$out/place.nc"
good 'in place' copy --in "src=$out/place.nc:QV[time=1,lev=0]" --out dst="$out/place.nc:QV"
check 'the file is replaced' equals "$second" "$out/place.nc" QV
good 'a sample' stencilrun --sample 6x5x2 "$out/sample.nc:QV"
check 'it is one' has "$out/sample.nc" 'double QV(z, y, x)'

sparse='stencils/sparse/hierarchize.stencil --dim 3 --level 5 --backend host'
# shellcheck disable=SC2086
good 'a sparse grid' stencilrun $sparse --formula 'u=x1*x2' --out u="$out/sparse.nc:alpha"
check 'has points' has "$out/sparse.nc" 'point = 351' 'double alpha(point)'
# shellcheck disable=SC2086
good 'and is read' stencilrun $sparse --in u="$out/sparse.nc:alpha" --out u="$out/sparse.nc:alpha"

case $out in
/*) zarr=$out/q.zarr ;;
*) zarr=$PWD/$out/q.zarr ;;
esac
if nccopy "$out/plain.nc" "file://$zarr#mode=nczarr,file" 2>"$out/check"; then
	good 'a Zarr store' copy --in "src=file://$zarr#mode=nczarr,file:D" --out dst="$out/zarr.npy"
	check 'is read' cmp "$data/src.npy" "$out/zarr.npy"
	refused 2 'Zarr is for input only' copy --in src="$data/src.npy" --out "dst=file://$zarr#mode=nczarr,file:D"
else
	echo 'skipped: Zarr: this libnetcdf has none'
fi

# What is refused.
from() {
	copy --in "src=$1" --out dst="$data/dst.npy"
}
refused 1 "netCDF-4.nc: there is no variable 'QW'; did you mean 'QV'?" from "$q:QW"
refused 1 "there is no variable 'g/QV'" from "$q:g/QV"
refused 1 "QV: it has 4 dimensions (time=3,lev=2,lat=5,lon=6), expected at most 3: choose an index, as QV[time=0]" from "$q:QV"
refused 1 "index 3 is out of range: dimension 'time' has 3, counted from 0" from "$q:QV[time=3]"
refused 1 "index -4 is out of range" from "$q:QV[time=-4]"
refused 1 "the variable has no dimension 'z', it has (time=3,lev=2,lat=5,lon=6)" from "$q:QV[z=1]"
refused 1 "dimension 'time' has two indices" from "$q:QV[time=1,time=2]"
refused 1 "many[time=0,lev=0,lev=1,lev=0]: dimension 'lev' has two indices" from "$q:many[time=0,lev=0,lev=1,lev=0]"
# Ints and bools out of variables of any numeric type.
cat >"$out/typed.cdl" <<'CDL'
netcdf typed {
dimensions: x = 4 ;
variables:
	float u(x) ; byte a(x) ; double b(x) ; short i(x) ; double half(x) ;
	int hole(x) ; hole:_FillValue = -1 ; short packed(x) ; packed:scale_factor = 2. ; int64 far(x) ;
	float w(x) ;
data: u = 1, 2, 3, 4 ; a = 1, 0, -1, 0 ; b = 0, 0.5, 0, 0 ; i = 1, -2, 3, 300 ; half = 1, 2.5, 3, 4 ;
	hole = 1, -1, 2, 3 ; packed = 1, 2, 3, 4 ; far = 1, 2, 3, 3000000000 ; w = 0, 0, 0, 0 ;
}
CDL
cat >"$out/typed.stencil" <<'STENCIL'
stencil typed { in float u; in bool a, b; in int i; inout float w; if (a || b) { w = u*i; } }
STENCIL
check 'a file of many types' ncgen -k netCDF-4 -o "$data/typed.nc" "$out/typed.cdl"
typed() {
	stencilrun "$out/typed.stencil" --backend openmp --in "u=$data/typed.nc" --in "a=$data/typed.nc" --in "w=$data/typed.nc" \
		--out "w=$out/typed_out.nc" "$@"
}
good 'ints and bools' typed --in "b=$data/typed.nc" --in "i=$data/typed.nc" --verify
check 'as they are' equals '1 -4 9 0' "$out/typed_out.nc" w
good 'packed numbers as ints' typed --in "b=$data/typed.nc" --in "i=$data/typed.nc:packed"
check 'are unpacked' equals '2 8 18 0' "$out/typed_out.nc" w
refused 1 'half: an int cannot be 2.5' typed --in "b=$data/typed.nc" --in "i=$data/typed.nc:half"
refused 1 'far: an int cannot be 3e+09' typed --in "b=$data/typed.nc" --in "i=$data/typed.nc:far"
refused 1 'hole: an int cannot be missing' typed --in "b=$data/typed.nc" --in "i=$data/typed.nc:hole"
refused 1 'hole: a bool cannot be missing' typed --in "b=$data/typed.nc:hole" --in "i=$data/typed.nc"

# A single number is a scalar's, as is an array of one, and one number of an array.
echo 'stencil scaled { in u; in double scalar k; out v; v = k*u; }' >"$out/scaled.stencil"
scaled() {
	stencilrun -q "$out/scaled.stencil" --in u="$q:QV[time=0]" --in k="$1" --out v="$2" --backend openmp
}
good 'a single number' scaled "$q:height" "$out/scaled.npy"
good 'one of an array' scaled "$q:P[lev=0,lat=0,lon=0]" "$out/other.npy"
refused 1 "P[lev=0,lat=0] has shape (6), but field 'k' needs (1)" scaled "$q:P[lev=0,lat=0]" "$out/other.npy"

refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[=1]"
refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[time=]"
refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[time=1"
refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[]"
refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[time=1,]"
refused 2 'write an index as [DIMENSION=INDEX]' from "$q:QV[time=99999999999999999999]"
refused 2 "name a variable after ':'" from "$q:"
refused 1 'name: the variable holds text, not numbers' from "$q:name"
refused 1 "dimension 't' is empty" from "$data/empty.nc:e"
refused 3 'none.nc: No such file' from "$data/none.nc:QV"
cp "$data/src.npy" "$data/npy.nc"
refused 1 'npy.nc: not a NetCDF file' from "$data/npy.nc:QV"
mkdir "$data/folder.nc"
refused 1 'is a directory, expected a NetCDF file' from "$data/folder.nc:QV"
refused 1 "has shape (5,6), but field 'coeff' needs (z,y,x)" stencilrun stencils/hdiff.stencil --in "src=$q:QV[time=0]" \
	--in "coeff=$q:QV[time=0,lev=1]" --out dst="$data/dst.npy"
out_to() {
	copy --in src="$data/src.npy" --out "$@"
}
refused 2 'an index is for input only' out_to "dst=$data/dst.nc:D[time=0]"
refused 2 'variables in groups are for input only: name a variable without a group' out_to "dst=$data/dst.nc:g/D"
refused 3 'none/dst.nc: cannot write: No such file' out_to "dst=$data/none/dst.nc:D"
mkfifo "$out/fifo.nc"
cat "$out/fifo.nc" >"$out/read.nc" &
good 'a fifo' out_to "dst=$out/fifo.nc:D"
wait $!
check 'gets what a file would' cmp "$out/plain.nc" "$out/read.nc"
refused 2 'three.nc:QV: two fields would be written here' damp --out "q=$out/three.nc:QV" --out "sum=$out/three.nc:QV"
refused 3 'two fields would be written here' damp --out "q=$data/two.nc:QV" --out "sum=$data/../data/two.nc:sum"
is_full() (
	trap '' XFSZ
	ulimit -f 4
	copy "$@"
)
npy large '<f8' 8x20x24 1
refused 3 'dst.nc: ' is_full --in src="$data/large.npy" --out dst="$data/dst.nc:D"
refused 3 'dst.nc: ' is_full --in src="$data/large.npy" --out dst="$data/dst.nc:D" --precision double

finish
