#!/bin/sh
# Series of --save-every in NetCDF and .npy, and --log: each record is what a run of that many steps writes; restarted runs leave the
# same bytes as one run; what cannot be written loses no record. ncdump and libnetcdf read what the tools write by themselves.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x25x70 1
npy b '<f8' 5x25x70 2
npy f '<f4' 5x25x70 3
npy start '<f8' 1 4
state=$out/state

laplap() {
	stencilrun stencils/laplap.stencil -q --swap dst:src --backend openmp "$@"
}
first() {
	laplap --in src="$data/a.npy" "$@"
}
clock() {
	stencilrun tests/data/programs/clock_pair.stencil -q --backend openmp "$@"
}
clock_first() {
	clock --in u="$data/a.npy" --in v="$data/b.npy" --in time="$data/start.npy" "$@"
}
cat >"$out/spread.stencil" <<'END'
stencil spread on triangles {
    in cell u;
    inout cell total;
    out cell w;

    w = 0.9*u + 0.03*sum(c in cells: u[c]);
    total = 0.5*total + u;
}
END
mesh() {
	stencilrun "$out/spread.stencil" -q --mesh icosahedron:R2B1 --size-levels 3 --formula 'u=sin(17*element+5*k)' \
		--formula total=0.25*element --swap w:u --backend openmp "$@"
}

# body FILE...: the numbers of .npy files.
body() {
	for file; do
		tail -c +129 "$file"
	done
}
# has_records FILE SHAPE RECORD...: a .npy file of that shape has these files as records.
has_records() {
	head -c 128 "$1" | grep -aqF "'shape': ($2), }" || { head -c 128 "$1"; return 1; }
	file=$1
	shift 2
	body "$file" >"$out/bytes"
	body "$@" | cmp - "$out/bytes"
}

# What each record is to be.
for step in 3 6 9; do
	good "step $step" first --steps $step --out dst="$out/dst$step.npy"
	good "step $step of several fields" clock_first --steps $step --out u="$out/u$step.npy" --out time="$out/time$step.npy"
	good "step $step on a mesh" mesh --steps $step --out w="$out/w$step.npy" --out total="$out/total$step.npy"
	good "step $step, turned" mesh --axes element,level --steps $step --out w="$out/turned$step.npy"
done

good '.npy' first --steps 10 --save-every 3 --out dst="$out/run.npy"
check 'has steps 3, 6 and 9' has_records "$out/run.npy" '3, 5, 25, 70' "$out/dst3.npy" "$out/dst6.npy" "$out/dst9.npy"
good 'scalars' clock_first --steps 9 --save-every 3 --out time="$out/time.npy" --out u="$out/u.npy"
check 'have one axis' has_records "$out/time.npy" '3,' "$out/time3.npy" "$out/time6.npy" "$out/time9.npy"
check 'beside fields' has_records "$out/u.npy" '3, 5, 25, 70' "$out/u3.npy" "$out/u6.npy" "$out/u9.npy"
good 'a mesh' mesh --steps 9 --save-every 3 --out w="$out/w.npy" --out total="$out/total.npy"
elements=$(head -c 128 "$out/w3.npy" | sed 's/.*(3, \([0-9]*\)).*/\1/')
check 'its levels and elements' has_records "$out/w.npy" "3, 3, $elements" "$out/w3.npy" "$out/w6.npy" "$out/w9.npy"
check 'of two fields' has_records "$out/total.npy" "3, 3, $elements" "$out/total3.npy" "$out/total6.npy" "$out/total9.npy"
good 'turned' mesh --axes element,level --steps 9 --save-every 3 --out w="$out/w.npy"
check 'its elements and levels' has_records "$out/w.npy" "3, $elements, 3" "$out/turned3.npy" "$out/turned6.npy" "$out/turned9.npy"
good 'too few steps' first --steps 2 --save-every 3 --out dst="$out/none.npy"
check 'have no record' has_records "$out/none.npy" '0, 5, 25, 70'
good 'with several steps a launch' stencilrun stencils/laplap.stencil -q --in src="$data/a.npy" --swap dst:src --steps 9 --save-every 3 \
	--steps-per-launch 3 --backend host --out dst="$out/launches.npy"
check 'the same' cmp "$out/launches.npy" "$out/run.npy"
good 'verified' first --steps 10 --save-every 3 --out dst="$out/verified.npy" --verify
check 'the same, verified' cmp "$out/verified.npy" "$out/run.npy"
for ranks in 2x2 1x3; do
	good "subdomains $ranks" first --steps 10 --save-every 3 --out dst="$out/ranks.npy" --ranks $ranks
	check "the same from $ranks" cmp "$out/ranks.npy" "$out/run.npy"
done

# Restarted runs: after 7 steps, with and without a record of step 9 that is to be written again.
good '7 steps' first --steps 7 --save-every 3 --out dst="$out/part.npy" --save-state "$state"
good 'and 3' laplap --steps 3 --save-every 3 --out dst="$out/part.npy" --load-state "$state"
check 'are 10' cmp "$out/part.npy" "$out/run.npy"
good 'from the same state' laplap --steps 3 --save-every 3 --out dst="$out/part.npy" --load-state "$state" --ranks 2x1
check 'again' cmp "$out/part.npy" "$out/run.npy"
good 'no more records' laplap --steps 1 --save-every 3 --out dst="$out/part.npy" --load-state "$state"
check 'later ones are removed' has_records "$out/part.npy" '2, 5, 25, 70' "$out/dst3.npy" "$out/dst6.npy"

# Logs.
lines() {
	printf '%s\n' "$@" | cmp - "$out/log.csv"
}
good 'a log' clock_first --steps 4 --log "$out/log.csv" --dt 0.5
check 'its header' test "$(head -n 1 "$out/log.csv")" = step,time,time
check 'its steps' test "$(cut -d , -f 1,2 "$out/log.csv" | tr '\n' ' ')" = 'step,time 1,0.5 2,1 3,1.5 4,2 '
cp "$out/log.csv" "$out/whole.csv"
good 'of some steps' clock_first --steps 2 --log "$out/log.csv" --dt 0.5 --save-state "$state"
good 'and others' clock --load-state "$state" --steps 2 --log "$out/log.csv" --dt 0.5
check 'is the same' cmp "$out/whole.csv" "$out/log.csv"
printf '5,2.5,1' >>"$out/log.csv"
good 'after a line that is not complete' clock --load-state "$state" --steps 2 --log "$out/log.csv" --dt 0.5
check 'is the same again' cmp "$out/whole.csv" "$out/log.csv"
good 'subdomains' clock_first --steps 4 --log "$out/log.csv" --dt 0.5 --ranks 1x2
check 'log the same' cmp "$out/whole.csv" "$out/log.csv"
good 'no scalars' first --steps 2 --log "$out/log.csv"
check 'only steps' lines step 1 2
good 'the time of a field' clock_first --steps 4 --log "$out/log.csv" --time time
check 'is that field' awk -F , 'NR > 1 && $2 != $3 { exit 1 }' "$out/log.csv"

# What does not fit.
good 'a state of step 7' first --steps 7 --save-every 3 --out dst="$data/part.npy" --save-state "$state"
again() {
	laplap --load-state "$state" --steps 3 "$@"
}
cp "$out/log.csv" "$data/log.csv"
refused 1 'it is no series of arrays of this shape' again --save-every 3 --out dst="$data/a.npy"
refused 1 'among its 2 records none is of step 7' again --save-every 1 --out dst="$data/part.npy"
refused 1 'there is no such file to continue' again --save-every 3 --out dst="$data/none.npy"
head -c 100 "$data/part.npy" >"$data/short.npy"
refused 1 'it is no series of arrays' again --save-every 3 --out dst="$data/short.npy"
head -c 100000 "$data/part.npy" >"$data/short.npy"
refused 1 'its end is missing' again --save-every 3 --out dst="$data/short.npy"
refused 1 'its first line is not that of this run' again --log "$data/log.csv"
printf 'step\n1\n2\n' >"$data/log.csv"
refused 1 'it has no line of step 7' again --log "$data/log.csv"
refused 2 'leave out one' first --steps 4 --save-every 2 --out dst="$data/dst.npy" --dt 1 --time src
refused 2 'give --save-every or --log' first --steps 4 --out dst="$data/dst.npy" --dt 1
refused 2 'give --dt or --time' first --steps 4 --save-every 2 --out dst="$data/dst.npy" --since 2000-01-01
for date in 2000-1-01 2000-13-01 2000-01-00 2000-01-01T 2000-01-01x '2000-01-01 24:00' '2000-01-01 12' '2000-01-01 12:00:60' '2000-01-01 12:00:0x'; do
	refused 2 "--since accepts a date YYYY-MM-DD, and a time hh:mm:ss behind a blank, not '$date'" first --steps 4 --save-every 2 \
		--out dst="$data/dst.npy" --dt 1 --since "$date"
done
refused 2 "a number of seconds, not '1x'" first --steps 4 --save-every 2 --out dst="$data/dst.npy" --dt 1x
refused 2 "'laplap' has no field 'none'" first --steps 4 --save-every 2 --out dst="$data/dst.npy" --time none
refused 2 '--time dst: it needs a scalar field' first --steps 4 --save-every 2 --out dst="$data/dst.npy" --time dst
ln -s a.npy "$data/link.npy"
refused 2 '--in reads this file, which a series would replace' first --steps 4 --save-every 2 --out dst="$data/./a.npy"
refused 2 '--in reads this file, which a series would replace' first --steps 4 --save-every 2 --out dst="$data/link.npy"
refused 2 'the run reads or writes this file otherwise' first --steps 4 --log "$data/link.npy"
refused 2 'the run reads or writes this file otherwise' first --steps 4 --out dst="$data/d.npy" --log "$data/d.npy"
refused 2 'the run reads or writes this file otherwise' first --steps 4 --save-state "$data/s" --log "$data/s"
refused 2 'leave out --out, --log' stencilrun stencils/laplap.stencil --in src="$data/a.npy" --write-graph "$data/g" --log "$data/l.csv"
refused 3 'two fields would be written here' clock_first --steps 4 --save-every 2 --out u="$data/u.npy" --out v="$data/./u.npy"
refused 3 'it is no regular file' first --steps 4 --save-every 2 --out dst=/dev/full
refused 3 'No such file' first --steps 4 --save-every 2 --out dst="$data/none/dst.npy"
refused 3 'No such file' first --steps 4 --save-every 2 --out dst="$data/part.npy" --log "$data/none/log.csv"
refused 3 'cannot write: No space left on device' first --steps 4 --log /dev/full
refused 3 'No such file' first --steps 4 --log "$data/none/log.csv"
if [ "$(id -u)" != 0 ]; then
	chmod a-w "$data/part.npy" "$data/log.csv"
	refused 3 'Permission denied' first --steps 4 --save-every 2 --out dst="$data/part.npy"
	refused 3 'Permission denied' again --save-every 3 --out dst="$data/part.npy"
	refused 3 'Permission denied' again --log "$data/log.csv"
	chmod u+w "$data/part.npy" "$data/log.csv"
else
	echo 'skipped: read-only files: root may write them'
fi

# A disk that becomes full: blocks of 512 bytes for all of a series but its last record.
limited() (
	trap '' XFSZ
	ulimit -f "$blocks"
	"$@"
)
is_full() {
	[ "$status" = 3 ] && is_one_message 3 'cannot write: File too large'
}
blocks=300
run limited first --steps 9 --save-every 3 --out dst="$out/full.npy"
check 'a full disk' is_full
check 'loses no record' has_records "$out/full.npy" '2, 5, 25, 70' "$out/dst3.npy" "$out/dst6.npy"
check 'and leaves no part of one' test "$(wc -c <"$out/full.npy")" = $((128 + 2*70000))
good 'a long log' first --steps 400 --log "$out/long.csv"
blocks=2
run limited first --steps 400 --log "$out/full.csv"
check 'a full disk, of a log' is_full
check 'loses no line' sh -c "head -n \$(wc -l <'$out/full.csv') '$out/long.csv' | cmp - '$out/full.csv'"
check 'and has some' test "$(wc -l <"$out/full.csv")" -gt 200

if ! command -v ncgen >/dev/null || ! command -v ncdump >/dev/null; then
	echo 'skipped: NetCDF files: there is no ncgen or ncdump (package netcdf-bin)'
	finish
fi
run first --steps 3 --save-every 3 --out dst="$out/run.nc"
if grep -q 'built without NetCDF' "$out/stderr"; then
	echo 'skipped: NetCDF files: stencilrun was built without libnetcdf-dev'
	finish
fi

# values FILE VARIABLE: its numbers.
values() {
	ncdump -p 9,17 -v "$2" "$1" | sed '1,/^data:/d; s/.*=//' | tr -s ' ,;}\n' ' '
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
# is_record FILE:VARIABLE RECORD FILE.npy: libnetcdf reads these numbers.
is_record() {
	stencilrun stencils/copy.stencil -q --backend openmp --in src="$1[time=$2]" --out dst="$out/record.npy" && cmp "$out/record.npy" "$3"
}

good 'NetCDF' first --steps 10 --save-every 3 --out dst="$out/run.nc:h" --dt 2.5
check 'its header' has "$out/run.nc" '64-bit offset' 'time = UNLIMITED ; // (3 currently)' 'double h(time, z, y, x) ;' \
	'time:units = "seconds since 1970-01-01" ;' 'time:calendar = "standard" ;' 'time:standard_name = "time" ;' 'time:axis = "T" ;' ':Conventions = "CF-1.8"'
check 'its times' test "$(values "$out/run.nc" time)" = ' 7.5 15 22.5 '
check 'its steps' test "$(values "$out/run.nc" step)" = ' 3 6 9 '
for date in 2000-12-31 '2000-12-31 23:59' '0850-01-01 00:00:00'; do
	good "since $date" first --steps 3 --save-every 3 --out dst="$out/since.nc" --dt 2.5 --since "$date"
	check 'its header' has "$out/since.nc" "time:units = \"seconds since $date\" ;"
done
good 'a time field since a date' clock_first --steps 3 --save-every 3 --out u="$out/since.nc" --time time --since 2000-12-31
check 'its header' has "$out/since.nc" 'time:units = "seconds since 2000-12-31" ;'
for i in 0 1 2; do
	check "record $i" is_record "$out/run.nc:h" $i "$out/dst$((3*i + 3)).npy"
done
good 'several variables' clock_first --steps 9 --save-every 3 --out u="$out/clock.nc:u" --out v="$out/clock.nc:v" \
	--out time="$out/clock.nc:t" --time time
check 'its shapes' has "$out/clock.nc" 'double u(time, z, y, x) ;' 'double t(time) ;' 'double time(time) ;'
check 'the time is the field' test "$(values "$out/clock.nc" time)" = "$(values "$out/clock.nc" t)"
for i in 0 1 2; do
	check "record $i of several" is_record "$out/clock.nc:u" $i "$out/u$((3*i + 3)).npy"
done
good 'floats beside doubles' stencilrun stencils/upwind.stencil -q --in tracer="$data/f.npy" --in u="$data/a.npy" --in v="$data/b.npy" \
	--out moved="$out/moved.nc" --swap moved:tracer --steps 4 --save-every 2 --backend openmp
check 'are floats' has "$out/moved.nc" 'float moved(time, z, y, x) ;' 'time:units = "1" ;'
good 'a mesh' mesh --steps 9 --save-every 3 --out w="$out/mesh.nc" --out total="$out/mesh.nc"
check 'its dimensions' has "$out/mesh.nc" 'double w(time, ' 'double total(time, ' 'time = UNLIMITED ; // (3 currently)'
good 'a mesh, in subdomains' mesh --steps 9 --save-every 3 --out w="$out/ranks.nc" --out total="$out/ranks.nc" --ranks 3
check 'the same' cmp "$out/mesh.nc" "$out/ranks.nc"

# Coordinates and attributes of the input, in any format.
for kind in classic netCDF-4; do
	ncgen -k "$kind" -o "$data/$kind.nc" tests/data/netcdf/humidity.cdl || exit 1
	good "$kind" laplap --in "src=$data/$kind.nc:QV[time=1]" --steps 4 --save-every 2 --out dst="$out/like.nc:QV"
	check 'coordinates come along' has "$out/like.nc" '64-bit offset' 'float QV(time, lev, lat, lon) ;' 'float lat(lat) ;' \
		'lat:units = "degrees_north"' 'short lon(lon)'
	check 'their values' test "$(values "$out/like.nc" lat)" = ' 40 41 42 43 44 '
done

for count in 1 2; do
	good 'a state' first --steps 7 --save-every 3 --out dst="$out/part.nc:h" --dt 2.5 --save-state "$state"
	good 'more' laplap --load-state "$state" --steps $((3*count)) --save-every 3 --out dst="$out/part.nc:h" --dt 2.5
	good 'and again' laplap --load-state "$state" --steps 3 --save-every 3 --out dst="$out/part.nc:h" --dt 2.5 --ranks 1x2
	check 'are one run' cmp "$out/part.nc" "$out/run.nc"
	good 'a new file' laplap --load-state "$state" --steps 6 --save-every 3 --out dst="$out/new$count.nc" --dt 2.5
	check 'has the steps of its run' test "$(values "$out/new$count.nc" step)" = ' 9 12 '
	good 'a new file, again' laplap --load-state "$state" --steps 3 --save-every 3 --out dst="$out/new$count.nc" --dt 2.5
	check 'has them once' test "$(values "$out/new$count.nc" step)" = ' 9 '
done
cp "$out/part.nc" "$out/clock.nc" "$data"
refused 1 'among its 3 records none is of step 4' again --save-every 4 --out dst="$data/part.nc:h"
refused 1 'no such variable of this shape and type' again --save-every 3 --out dst="$data/part.nc:g"
refused 1 'it has records of other variables' again --save-every 3 --out dst="$data/clock.nc:u"
refused 1 'it is no series of --save-every' again --save-every 3 --out dst="$data/netCDF-4.nc:QV"
refused 1 'it is no series of --save-every' again --save-every 3 --out dst="$data/classic.nc:QV"
refused 2 'a series has this variable for the step of its records' first --steps 3 --save-every 3 --out dst="$data/new.nc:step"
for bytes in 0 3 10 100 200 300; do
	head -c $bytes "$out/run.nc" >"$data/cut.nc"
	refused 1 'it is no series of --save-every' again --save-every 3 --out dst="$data/cut.nc:h"
done
head -c 100000 "$out/run.nc" >"$data/cut.nc"
refused 1 'its end is missing' again --save-every 3 --out dst="$data/cut.nc:h"
blocks=300
run limited first --steps 9 --save-every 3 --out dst="$out/full.nc:h"
check 'a full disk' is_full
check 'loses no record' test "$(values "$out/full.nc" step)" = ' 3 6 '
check 'of the first' is_record "$out/full.nc:h" 1 "$out/dst6.npy"
finish
