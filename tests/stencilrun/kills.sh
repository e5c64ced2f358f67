#!/bin/sh
# Runs of 1000 steps that are killed at random moments: the series and the log have all complete records, with the bits of a run
# without interruption, and a restarted run ends with the same bytes, also with another number of ranks. Three kills, and one under
# mpirun; FULL=1: 30 and 20. SEED: of the moments; it is printed.

. "$(dirname "$0")/../lib/programs.sh"

seed=${SEED:-$$}
echo "SEED=$seed"
# draw N: a random number below N, as $drawn.
draw() {
	seed=$(((seed*1103515245 + 12345) % 2147483648))
	drawn=$((seed/65536 % $1))
}

npy u '<f8' 3x19x27 1
npy w '<f8' 3x19x27 2
npy start '<f8' 1 4
cat >"$out/walk.stencil" <<'END'
stencil walk {
    in u;
    inout w;
    out v;
    inout scalar clock;
    out scalar energy;

    v = u + 0.1*(u[west] + u[east] + u[north] + u[south] - 4*u) + 0.05*w;
    w = w - 0.05*u;
    clock = clock + 0.125;
    energy = sum(u*w);
}
END
every=10 total=1000

# walk LAUNCHER OPTION...: a run whose files are in $end. One series is NetCDF if that can be read back, the other one .npy.
walk() {
	launcher=$1
	shift
	# shellcheck disable=SC2086 # launchers are words
	$launcher "$bin/stencilrun" "$out/walk.stencil" -q --swap v:u --out v="$end/v.$series" --out energy="$end/$energy" \
		--out w="$end/w.npy" --save-every $every --time clock --log "$end/run.csv" --save-state "$end/state" --backend openmp "$@"
}
from_start() {
	launcher=$1
	shift
	walk "$launcher" --in u="$data/u.npy" --in w="$data/w.npy" --in clock="$data/start.npy" "$@"
}
mkdir "$out/whole" "$out/run"
end=$out/whole
series=nc energy=v.nc
if ! command -v ncdump >/dev/null; then
	series=npy energy=energy.npy
	echo 'skipped: NetCDF files: there is no ncdump (package netcdf-bin)'
else
	run from_start '' --steps 10
	if grep -q 'built without NetCDF' "$out/stderr"; then
		series=npy energy=energy.npy
		echo 'skipped: NetCDF files: stencilrun was built without libnetcdf-dev'
	fi
fi
good 'a run without interruption' from_start '' --steps $total

# The number of records, as others read it.
count_records() {
	case $1 in
	*.nc) ncdump -h "$1" | sed -n 's/.*time = UNLIMITED.*(\([0-9]*\) currently).*/\1/p' ;;
	*)    head -c 128 "$1" | sed -n "s/.*'shape': (\([0-9]*\),.*/\1/p" ;;
	esac
}
# steps_of FILE: those of its records.
steps_of() {
	ncdump -v step "$1" | tr -d ' \n' | sed 's/.*step=//; s/;.*//'
}
# begins NAME STEPS: a series of the killed run is the begin of that of the whole run, up to the last of these steps.
begins() {
	records=$(count_records "$end/$1") size=$((8*3*19*27))
	case $1 in *.nc) size=$((size + 8 + 4 + 8)) ;; esac
	bytes=$((records*size)) begin=$(($(wc -c <"$out/whole/$1") - size*total/every))
	tail -c +$((begin + 1)) "$end/$1" | head -c $bytes >"$out/records"
	echo "$1: $records records"
	[ "$(wc -c <"$out/records")" = $bytes ] &&
	tail -c +$((begin + 1)) "$out/whole/$1" | head -c $bytes | cmp - "$out/records" &&
	[ "$records" -le $(($2/every)) ] && [ "$records" -ge $(($2/every - 1)) ] || return 1
	case $1 in
	*.nc) [ "$records" = 0 ] || [ "$(steps_of "$end/$1")" = "$(seq -s , $every $every $((every*records)))" ] ;;
	esac
}
# are_begun: so are all files of the killed run. The line of a step is written before its records.
are_begun() {
	lines=$(wc -l <"$end/run.csv")
	head -n "$lines" "$out/whole/run.csv" >"$out/lines"
	echo "step $((lines - 1))"
	head -n "$lines" "$end/run.csv" | cmp - "$out/lines" && begins "v.$series" $((lines - 1)) && begins w.npy $((lines - 1))
}

# is_whole: they are those of the whole run, and so is the state.
is_whole() {
	is_clean && for file in "$out"/whole/*; do
		cmp "$file" "$end/${file##*/}" || return 1
	done
}

# In each process: its number goes to a file.
cat >"$out/pids.sh" <<'END'
echo $$ >"$PIDS/${OMPI_COMM_WORLD_RANK:-0}"
exec "$@"
END
PIDS=$out/pids
case $PIDS in /*) ;; *) PIDS=$PWD/$PIDS ;; esac
export PIDS

# kill_once LAUNCHER PROCESSES: starts a run and kills one of its processes, PART 100000ths of the longest time after it began to write.
kill_once() {
	delay=$(echo "$part" | awk '{ printf "%.4f", $1/1e5 }')
	rm -rf "$out/run" "$PIDS"
	mkdir "$out/run" "$PIDS"
	from_start "$1 sh $out/pids.sh" --steps $total --save-state-every 35 >"$out/stdout" 2>"$out/stderr" &
	running=$!
	until [ -s "$end/run.csv" ] || ! kill -0 $running 2>/dev/null; do
		sleep 0.005
	done
	sleep "$delay"
	read -r victim <"$PIDS/$2"
	status=0
	kill -s KILL "$victim" 2>/dev/null || status=1
	ended=0
	wait $running 2>/dev/null || ended=$?
	[ $status = 0 ] && [ $ended != 0 ]
}

# goes_on TITLE: a restarted run ends as the whole one, with any number of ranks.
goes_on() {
	done=0
	[ ! -f "$end/state" ] || done=$(sed -n 's/^step //p;/^end/q' "$end/state")
	draw 4
	case $drawn in
	0) other='' others= ;;
	1) other='' others='--ranks 2x1' ;;
	2) other='' others='--ranks 2x2' ;;
	*) other=$mpi others= ;;
	esac
	if [ "$done" = $total ]; then
		run true # it was killed after its last step
	elif [ "$done" -gt 0 ]; then
		# shellcheck disable=SC2086 # options are words
		run walk "$other" --load-state "$end/state" --steps $((total - done)) $others
	else
		# shellcheck disable=SC2086 # options are words
		run from_start "$other" --steps $total $others
	fi
	check "$1, at $begun: goes on from step $done $other$others" is_whole
}

# killed N LAUNCHER PROCESSES: what remains is right, and the run goes on. A moment after the end of the run is halved.
killed() {
	end=$out/run
	draw $((longest + 1))
	part=$drawn
	draw "$3"
	victim_rank=$drawn
	until kill_once "$2" "$victim_rank"; do
		part=$((part/2))
		[ $part -gt 10 ] || { echo "skipped: kill $1: the runs end too early on this machine"; return; }
	done
	check "kill $1, of rank $victim_rank of $3: the files have all complete records" are_begun
	begun=$(head -n 1 "$out/check")
	goes_on "kill $1"
}

# At chosen moments: in each call that writes a record or a line, and between them.
"$cc" -std=gnu11 -O1 -shared -fPIC tests/stencilrun/kill_at.c -o "$out/kill_at.so" -ldl || exit 1
case $out in
/*) killer=$out/kill_at.so ;;
*)  killer=$PWD/$out/kill_at.so ;;
esac
# Programs with ASan accept what is loaded before it.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
export ASAN_OPTIONS
moments='1 2 3 4 5 6 7 8'
[ -z "${FULL:-}" ] || moments=$(seq 1 25)
mpi=
for written in "v.$series" w.npy run.csv; do
	for moment in $moments; do
		end=$out/run
		rm -rf "$end"
		mkdir "$end"
		run from_start "env KILL_AT=$moment KILL_NAME=run/$written LD_PRELOAD=$killer" --steps $total --save-state-every 7
		check "killed at call $moment on $written" test "$status" != 0
		[ -f "$end/run.csv" ] || continue
		check "killed at call $moment on $written: the files have all complete records" are_begun
		begun=$(head -n 1 "$out/check")
		goes_on "killed at call $moment on $written"
	done
done

kills=3 mpi_kills=1
[ -z "${FULL:-}" ] || kills=30 mpi_kills=20
longest=${LONGEST:-20000}
for i in $(seq $kills); do
	killed "$i" '' 1
done
if command -v mpirun >/dev/null && command -v "${MPICC:-mpicc}" >/dev/null; then
	. tests/lib/mpi.sh
	mpi='ranks 3'
	for i in $(seq $mpi_kills); do
		killed "$i under mpirun" 'ranks 2' 2
	done
	# What rank 0 alone finds ends all of them.
	fails_with() {
		[ "$status" != 0 ] && [ "$(grep -c "$1" "$out/stderr")" = 1 ]
	}
	end=$out/run
	rm -rf "$end"
	mkdir "$end"
	good 'a state' from_start '' --steps 20
	cp "$data/u.npy" "$end/w.npy"
	run walk 'ranks 2' --load-state "$end/state" --steps 20
	check 'another file under mpirun' fails_with 'w.npy: it is no series of arrays of this shape'
	check 'is as it was' cmp "$data/u.npy" "$end/w.npy"
	"$cc" -shared -fPIC tests/ranks/no_space.c -o "$out/no_space.so" || exit 1
	rm -rf "$end"
	mkdir "$end"
	run from_start "ranks 2 env LD_PRELOAD=${killer%/*}/no_space.so" --steps 20
	check 'a full disk under mpirun' fails_with 'cannot write: No space left on device'
	check 'leaves nothing' test -z "$(ls -A "$end")"
else
	echo 'skipped: kills under mpirun: there is no mpicc and mpirun (packages libopenmpi-dev, openmpi-bin)'
fi
finish
