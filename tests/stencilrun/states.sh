#!/bin/sh
# --save-state and --load-state: the bits of a run without interruption, on all grids, with other kernels and numbers of ranks, and
# after a kill at any moment of writing. FULL=1 kills more often.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x25x70 1
npy b '<f8' 5x25x70 2
npy f '<f4' 5x25x70 3
npy start '<f8' 1 4
state=$data/state

# Each as NAME BEGINNING OPTION...: with --in of what the state has if BEGINNING is first.
mixed() {
	ins=
	[ "$1" != first ] || ins="--in u=$data/a.npy --in old=$data/b.npy --in sum=$data/b.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun tests/data/ranks/mixed.stencil -q $ins --out new="$end/new.npy" --out sum="$end/sum.npy" --swap new:u:old "$@"
}
heat_3d() {
	ins=
	[ "$1" != first ] || ins="--in a=$data/a.npy --in b=$data/b.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun stencils/programs/heat_3d.stencil -q $ins --out a="$end/a.npy" --out b="$end/b.npy" "$@"
}
cg() {
	ins=
	[ "$1" != first ] || ins="--in x=$data/a.npy --in r=$data/b.npy --in p=$data/b.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun stencils/programs/cg.stencil -q $ins --out x="$end/x.npy" --out r="$end/r.npy" --out rest="$end/rest.npy" "$@"
}
upwind() {
	ins=
	[ "$1" != first ] || ins="--in tracer=$data/f.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun stencils/upwind.stencil -q $ins --in u="$data/a.npy" --in v="$data/b.npy" --out moved="$end/moved.npy" \
		--swap moved:tracer "$@"
}
laplap() {
	ins=
	[ "$1" != first ] || ins="--in src=$data/a.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun stencils/laplap.stencil -q $ins --out dst="$end/dst.npy" --swap dst:src "$@"
}
mesh() {
	ins=
	[ "$1" != first ] || ins='--formula u=sin(17*element+5*k) --formula total=0.25*element'
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun "$out/spread.stencil" -q $ins --mesh icosahedron:R2B1 --size-levels 3 --out w="$end/w.npy" \
		--out total="$end/total.npy" --swap w:u "$@"
}
clock() {
	ins=
	[ "$1" != first ] || ins="--in u=$data/a.npy --in v=$data/b.npy --in time=$data/start.npy"
	shift
	# shellcheck disable=SC2086 # options are words
	stencilrun tests/data/programs/clock_pair.stencil -q $ins --out u="$end/u.npy" --out v="$end/v.npy" --out time="$end/time.npy" "$@"
}
sparse() {
	ins=
	[ "$1" != first ] || ins='u=4*x1*(1 - x1)*x2 + x3'
	shift
	stencilrun stencils/sparse/hierarchize.stencil -q ${ins:+--formula "$ins"} --dim 3 --level 5 --out u="$end/u.npy" "$@"
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

same_files() {
	is_clean && for file in "$out"/whole/*.npy; do
		cmp "$file" "$out/rest/${file##*/}" || return 1
	done
}
into() {
	end=$out/$1
	rm -rf "$end"
	mkdir "$end"
}
# halves TITLE COMMAND FIRST REST [OPTION...]: as one run and as two, the second one with the options in $others.
others=
halves() {
	title=$1 function=$2 first=$3 rest=$4
	shift 4
	into whole
	good "$title, one run" "$function" first --steps $((first + rest)) "$@"
	into first
	good "$title, its first half" "$function" first --steps "$first" --save-state "$state" "$@"
	into rest
	# shellcheck disable=SC2086 # options are words
	run "$function" then --steps "$rest" --load-state "$state" "$@" $others
	check "$title, its second half $others" same_files
}

for backend in host openmp; do
	halves "three levels of time, $backend" mixed 5 6 --backend $backend
	halves "one step, $backend" mixed 1 1 --backend $backend
	halves "several kernels, $backend" heat_3d 4 3 --backend $backend
	halves "a clock, $backend" clock 4 5 --backend $backend
	halves "a mesh, $backend" mesh 4 5 --backend $backend
	halves "scalars, $backend" cg 4 5 --backend $backend
	halves "floats, $backend" upwind 4 5 --backend $backend
	halves "a period, $backend" mixed 4 5 --backend $backend --periodic xy
	halves "a table, $backend" laplap 2 3 --backend $backend --order hilbert
	halves "a sparse grid, $backend" sparse 1 1 --backend $backend
done
halves 'the interpreter agrees' mixed 5 6 --backend openmp --verify
halves 'steps of a launch' laplap 4 6 --backend host --steps-per-launch 2
for others in '--ranks 2x2' '--ranks 3x1 --exchange-every 2' '--storage chasing --levels innermost' '--backend host'; do
	halves 'another kernel' mixed 4 7 --backend openmp
done
others='--ranks 1x3'
halves 'from several subdomains' mixed 4 7 --backend openmp --ranks 2x1
others='--ranks 3'
halves 'a mesh' mesh 3 4 --backend openmp --axes element,level
others='--ranks 1x3'
halves 'a period, several subdomains' mixed 4 7 --backend openmp --periodic x
others=

# The step counts on, also in names of files.
good 'a state of step 4' mixed first --steps 4 --save-state "$state" --backend openmp
good 'a state of step 11' mixed then --steps 7 --load-state "$state" --save-state "$out/state" --backend openmp
check 'its number' grep -aqx 'step 11' "$out/state"
check 'its text' grep -aqx 'double sum 5 25 70' "$out/state"
good 'a series' laplap first --steps 4 --save-state "$data/steps" --backend openmp
good 'more of it' stencilrun stencils/laplap.stencil -q --swap dst:src --steps 7 --load-state "$data/steps" --save-every 5 \
	--out dst="$out/dst.pvd" --backend openmp
check 'steps 5, 10 and 11' test -f "$out/dst-05.vti" -a -f "$out/dst-10.vti" -a -f "$out/dst-11.vti"

# What does not fit, or is damaged.
again() {
	stencilrun tests/data/ranks/mixed.stencil --backend openmp --out sum="$out/sum.npy" --load-state "$@"
}
swap='--swap new:u:old'
refused 3 'none: cannot read: No such file' again "$data/none" $swap
refused 3 'cannot read: it is no regular file' again "$data" $swap
refused 1 'a.npy: it is no state, or it is damaged' again "$data/a.npy" $swap
refused 1 "the state has 'u', which no --swap names" again "$state"
refused 2 "'u' is in the state of --load-state: leave out this option" again "$state" $swap --in u="$data/a.npy"
refused 1 "'u' is double, but the run is of float: give --precision double" again "$state" $swap --precision float
refused 1 "the state is of stencil 'mixed', not 'laplap'" laplap then --load-state "$state"
refused 2 'after step 4 of' again "$state" $swap --steps 2147483647
refused 2 'give --save-state FILE' laplap first --save-state-every 2
refused 2 'has no inout field, and no --swap is given' stencilrun stencils/laplap.stencil --in src="$data/a.npy" --save-state "$out/none"
refused 2 'name another file' laplap first --save-state "$end/dst.npy"
refused 2 'is no multiple of --steps-per-launch 2' laplap first --steps 4 --steps-per-launch 2 --backend host \
	--save-state "$out/none" --save-state-every 3
for bytes in 0 10 70 200 5000 69000; do
	head -c $bytes "$state" >"$data/short"
	refused 1 'damaged' again "$data/short" $swap
done
{ cat "$state"; echo; } >"$data/long"
refused 1 'the file is damaged' again "$data/long" $swap
sed 's/^double u 5 25 70/double u 5 25 71/' "$state" >"$data/wide"
refused 1 'the file is damaged' again "$data/wide" $swap
sed 's/^double u 5 25 70/double u 25 5 70/' "$state" >"$data/turned"
refused 1 'but other fields have z = 25' again "$data/turned" $swap
sed 's/^double u 5 25 70/double k 5 25 70/' "$state" >"$data/renamed"
refused 1 "the state has 'k', but 'mixed' has no such field" again "$data/renamed" $swap
refused 3 'cannot write' laplap first --steps 4 --save-state "$data/none/state"
refused 3 'cannot write: No space left on device' laplap first --steps 4 --save-state /dev/full --backend openmp

# Killed at any moment of writing, there is the old state or the new one, and the run goes on to the same bits.
"$cc" -std=gnu11 -O1 -shared -fPIC tests/stencilrun/kill_at.c -o "$out/kill_at.so" -ldl || exit 1
case $out in
/*) killer=$out/kill_at.so ;;
*)  killer=$PWD/$out/kill_at.so ;;
esac
# killed N OPTION...: the run of 20 steps, killed at the N-th call on temporary files. Without a state it begins anew.
killed() {
	at=$1
	shift
	rm -rf "$out/run"
	mkdir "$out/run"
	into rest
	run launched "$at" mixed_on --save-state-every 3 "$@"
	check "killed at call $at $*" test "$status" != 0
	if [ -f "$out/run/state" ]; then
		done=$(sed -n 's/^step //p;/^end/q' "$out/run/state")
		check 'of a step that is saved' test $((done % 3)) = 0 -a "$done" -gt 0
		run mixed then --steps $((20 - done)) --load-state "$out/run/state" --backend openmp $others
	else
		run mixed first --steps 20 --backend openmp $others
	fi
	check "it goes on from step ${done:-0}" same_files
	done=
}
mixed_on() {
	"$@" "$bin/stencilrun" tests/data/ranks/mixed.stencil -q --in u="$data/a.npy" --in old="$data/b.npy" --in sum="$data/b.npy" \
		--out new="$end/new.npy" --out sum="$end/sum.npy" --swap new:u:old --steps 20 --save-state "$out/run/state" --backend openmp \
		$options
}
launched() {
	at=$1
	shift 2
	options=$*
	mixed_on $launcher env KILL_AT="$at" LD_PRELOAD="$killer"
}
launcher=
into whole
good 'a run of 20 steps' mixed first --steps 20 --backend openmp
moments='1 2 5 6 7 8 14 27 38'
[ -z "${FULL:-}" ] || moments=$(seq 1 30)
for moment in $moments; do
	killed "$moment"
	others='--ranks 2x1'
done
if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
	. tests/lib/mpi.sh
	launcher='ranks 4' others=
	moments='3 13 21'
	[ -z "${FULL:-}" ] || moments=$(seq 4 23)
	for moment in $moments; do
		killed "$moment"
		others='--ranks 1x3'
	done
fi
finish
