#!/bin/sh
# Coordinates and units of NetCDF arrays: in formulas, in files for ParaView and in pictures.

. "$(dirname "$0")/../lib/programs.sh"

if ! command -v ncgen >/dev/null; then
	echo 'skipped: there is no ncgen (package netcdf-bin)'
	finish
fi
cat >"$out/air.cdl" <<'END'
netcdf air {
dimensions:
	z = 2 ; lat = 3 ; lon = 4 ; member = 2 ;
variables:
	double z(z) ;
		z:units = "m" ;
	float lat(lat) ;
		lat:units = "degrees_north" ;
	short lon(lon) ;
		lon:units = "degrees_east" ;
		lon:scale_factor = 0.1 ;
	double q(z, lat, lon) ;
		q:units = "K < 300" ;
	double two(member, z, lat, lon) ;
data:
	z = 10, 30 ;
	lat = 47.1, 47.2, 47.3 ;
	lon = 70, 75, 80, 85 ;
	q = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 ;
	two = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 ;
}
END
# A rotated grid, whose rows go south and whose levels have different heights.
cat >"$out/rotated.cdl" <<'END'
netcdf rotated {
dimensions:
	level = 3 ; y = 2 ; x = 3 ;
variables:
	double level(level) ;
	double y(y) ;
		y:units = "m" ;
	double far(y, x) ;
		far:standard_name = "longitude" ;
	double up(y, x) ;
		up:units = "degree_N" ;
	double q(level, y, x) ;
data:
	level = 1, 2, 4 ;
	y = 600, 400 ;
	far = 0, 1, 2, 10, 11, 12 ;
	up = 50, 51, 52, 40, 41, 42 ;
	q = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 ;
}
END
for name in air rotated; do ncgen -o "$data/$name.nc" "$out/$name.cdl" || exit 1; done
cat >"$out/keep.stencil" <<'END'
stencil keep {
	in u, w;
	in column g;
	in profile p;
	out v, a, b;
	out column h;
	v = u; a = w; b = p; h = g;
}
END
run "$bin/stencilrun" -q "$out/keep.stencil" --in u="$data/air.nc:q" --in w=0 --in g=0 --in p=0 --out v="$out/v.npy"
if ! is_clean; then
	echo 'skipped: the tools are built without libnetcdf'
	finish
fi
# keep FILE.nc OPTION...
keep() {
	file=$1
	shift
	run "$bin/stencilrun" -q "$out/keep.stencil" --in u="$data/$file" --backend host "$@"
}
# numbers FILE COUNT: the last elements of a .npy file, in a line.
numbers() {
	tail -c $(($2*8)) "$out/$1" | od -An -v -w1024 -t f8 | tr -s ' ' | sed 's/^ //'
}
keep air.nc:q --formula 'w=floor(x*10 + 0.5) + 1000*z' --formula 'g=floor(10*lat + 0.5) + floor(10*lon + 0.5)*0.001' --formula 'p=z + k' \
	--out a="$out/a.npy" --out b="$out/b.npy" --out h="$out/h.npy"
check 'formulas of coordinates' is_clean
check 'x, packed, and z' test "$(numbers a.npy 24)" = '10070 10075 10080 10085 10070 10075 10080 10085 10070 10075 10080 10085'\
' 30070 30075 30080 30085 30070 30075 30080 30085 30070 30075 30080 30085'
check 'lon and lat of a column field' test "$(numbers h.npy 12)" = '471.07 471.075 471.08 471.085 472.07 472.075 472.08 472.085 473.07 473.075 473.08 473.085'
check 'z of a profile' test "$(numbers b.npy 24 | tr ' ' '\n' | sort -n | uniq -c | tr -s ' \n' ' ')" = ' 12 10 12 31 '
keep 'air.nc:two[member=1]' --formula 'w=lat > 47.15 ? 1 : 0' --in g=0 --in p=0 --out a="$out/a.npy"
check 'of a part of a variable' test "$(numbers a.npy 12)" = '0 0 0 0 1 1 1 1 1 1 1 1'
keep rotated.nc:q --formula 'w=100*lat + lon' --formula 'g=y + lon' --in p=0 --out a="$out/a.npy" --out h="$out/h.npy"
check 'of a rotated grid' is_clean
check 'longitude by its standard_name, latitude by its unit' test "$(numbers a.npy 6)" = '5000 5101 5202 4010 4111 4212'
check 'y' test "$(numbers h.npy 6)" = '600 601 602 410 411 412'
keep rotated.nc:q --formula 'w=x' --in g=0 --in p=0 --out a="$out/none.npy"
check 'a dimension without a coordinate' fails 1 "unknown name 'x': a formula is made of the indices i, j and k, the sizes nx, ny and nz," \
	'and the coordinates y, z, lon and lat'
keep rotated.nc:q --in w=0 --in g=0 --formula p=lat --out a="$out/none.npy"
check 'a profile has no latitude' fails 1 "unknown name 'lat'" 'and the coordinates z'
run "$bin/stencilrun" "$out/keep.stencil" --size 3x3x3 --formula u=z --in w=0 --in g=0 --in p=0 --out a="$out/none.npy"
check 'no NetCDF array' fails 1 'and coordinates x, y, z, lon and lat if a NetCDF array has them'

keep air.nc:q --in w=0 --in g=0 --in p=0 --out v="$out/air.vti"
check 'coordinates in a .vti file' grep -q 'Spacing="0.5 0.1[0-9]* 20"' "$out/air.vti"
check 'its origin' grep -q 'Origin="7 47.0999[0-9]* 10"' "$out/air.vti"
keep rotated.nc:q --in w=0 --in g=0 --in p=0 --out v="$out/rotated.vti"
check 'rows that go south, levels that are not even' grep -q 'Origin="0 600 0" Spacing="1 200 1" Direction="1 0 0 0 -1 0 0 0 1"' "$out/rotated.vti"
keep air.nc:q --in w=0 --in g=0 --in p=0 --out h="$out/column.vti"
check 'another shape has indices' grep -q 'Origin="0 0 0" Spacing="1 1 1"' "$out/column.vti"

printf 'stencil warm { inout q; q = q + 1; }\n' >"$out/warm.stencil"
# Counts how often programs open a file.
cat >"$out/opened.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int note(const char *name, const char *path, int flags, va_list rest)
{
	int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
	int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
	if (strstr(path, "air.nc") && getenv("OPENED") && write(atoi(getenv("OPENED")), "x", 1) != 1)
		abort();
	return next(path, flags, mode);
}
#define OPEN(name) int name(const char *path, int flags, ...) \
	{ va_list rest; int file; va_start(rest, flags); file = note(#name, path, flags, rest); va_end(rest); return file; }
OPEN(open)
OPEN(open64)
END
"$cc" -std=gnu11 -O1 -shared -fPIC "$out/opened.c" -o "$out/opened.so" -ldl || exit 1
# opened FILE STEPS : how often a series of so many steps opens its input.
opened() {
	rm -f "$out/opened"
	run env LD_PRELOAD="$out/opened.so" OPENED=9 "$bin/stencilrun" -q "$out/warm.stencil" --in q="$data/air.nc:q" --out q="$out/$1" \
		--steps "$2" --save-every 1 --backend openmp 9>"$out/opened"
	wc -c <"$out/opened"
}
once=$(opened once.pvd 1)
check 'a series opens its input' test "$once" -gt 0
check 'once, whatever the number of steps' test "$(opened run.pvd 5)" = "$once"
check 'each step has coordinates' test "$(grep -l 'Spacing="0.5 0.1[0-9]* 20"' "$out"/run-*.vti | wc -l)" = 5
# warm FILE.nc:VARIABLE PLACE
warm() {
	run "$bin/stencilrun" -q "$out/warm.stencil" --in q="$data/$1" --out q="$out/$2" --backend host
}
warm air.nc:q air.svg
check 'a picture' is_clean
for text in 'lon, degrees_east' 'lat, degrees_north' 47.1 47.3 7.5 '13 K &lt; 300'; do
	check "it has '$text'" grep -q ">$text</text>" "$out/air.svg"
done
check 'latitude grows upwards' awk '
	/>47.1</ { match($0, /y="[0-9.]*"/); low = substr($0, RSTART + 3, RLENGTH - 4) }
	/>47.3</ { match($0, /y="[0-9.]*"/); high = substr($0, RSTART + 3, RLENGTH - 4) }
	END { exit !(high + 0 > 0 && low - high > 100) }' "$out/air.svg"
first=$(grep -o 'fill="#440154"' "$out/air.svg" | head -n 1)
check 'so do its rows' awk -v dark="$first" '
	/<path/ { is_dark = index($0, dark) }
	/^M/ && is_dark { split(substr($0, 2), numbers, /[ hvZ]+/); if (numbers[2] > lowest) lowest = numbers[2] }
	/^M/ { split(substr($0, 2), numbers, /[ hvZ]+/); if (numbers[2] > last) last = numbers[2] }
	END { exit !(lowest > 0 && lowest == last) }' "$out/air.svg"
warm rotated.nc:q rotated.svg
check 'rows that go south stay' awk '
	/>600</ { match($0, /y="[0-9.]*"/); first = substr($0, RSTART + 3, RLENGTH - 4) }
	/>400</ { match($0, /y="[0-9.]*"/); second = substr($0, RSTART + 3, RLENGTH - 4) }
	END { exit !(first + 0 > 0 && second - first > 50) }' "$out/rotated.svg"
check 'indices where there is no coordinate' grep -q '>x</text>' "$out/rotated.svg"
warm air.nc:q section.svg:y=1
check 'a section shows heights' grep -q '>z, m</text>' "$out/section.svg"
if xmllint --version >/dev/null 2>&1; then
	for name in air rotated section; do check "$name.svg" xmllint --noout "$out/$name.svg"; done
fi
run "$bin/stencilrun" -q "$out/keep.stencil" --in u="$data/air.nc:q" --in w=0 --in g=0 --in p=0 --out a="$out/other.svg" --backend host
check 'another quantity has coordinates, but no unit' sh -c 'grep -q "lon, degrees_east" "$0" && ! grep -q "K &lt;" "$0"' "$out/other.svg"
finish
