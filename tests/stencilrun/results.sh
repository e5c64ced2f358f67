#!/bin/sh
# What the results of stencilrun are: domain and halo, types, steps.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh

# numbers FILE: the bits of each, in hexadecimal.
numbers() {
	od -An -v -tx8 -j128 "$1" | tr -s ' ' '\n' | grep .
}

# Whether B is KIND ("zero", "kept" or "changed") relative to A at all cells of
# 24x20x8 that are inside (IN=1) or outside (IN=0) of a halo of X,Y,Z cells.
cells() {
	numbers "$1" >"$out/a"
	numbers "$2" | paste "$out/a" - | awk -v kind="$3" -v inside="$4" -v hx="$5" -v hy="$6" -v \
		hz="$7" '
	{
		x = (NR - 1)%24; y = int((NR - 1)/24)%20; z = int((NR - 1)/480)
		is_in = x >= hx && x < 24 - hx && y >= hy && y < 20 - hy && z >= hz && z < 8 - hz
		if (is_in != inside)
			next
		count++
		if (kind == "zero" ? $2 !~ /^0*$/ : kind == "kept" ? $1 != $2 : $1 == $2)
			wrong++
	}
	END { exit wrong > 0 || !count || NR != 3840 }'
}

apply "$out/zero" laplap p -q
apply "$out/moved" upwind p -q
apply "$out/kept" laplap p -q --swap dst:src
check 'an out is 0 outside the domain' cells "$data/p1.npy" "$out/zero/dst.npy" zero 0 2 2 0
check 'it is all new inside' cells "$data/p1.npy" "$out/zero/dst.npy" changed 1 2 2 0
check 'with --swap it is the in outside' cells "$data/p1.npy" "$out/kept/dst.npy" kept 0 2 2 0
check 'and all new inside' cells "$data/p1.npy" "$out/kept/dst.npy" changed 1 2 2 0

cat >"$out/halo.stencil" <<'END'
stencil inner { in src; out dst; halo [3,2,1]; dst = src; }
END
for storage in regular chasing; do
	good "a declared halo, $storage" stencilrun "$out/halo.stencil" --in src="$data/p1.npy" \
		--out dst="$out/halo.npy" --verify --storage $storage
	check 'it stays 0' cells "$data/p1.npy" "$out/halo.npy" zero 0 3 2 1
	check 'the rest is copied' cells "$data/p1.npy" "$out/halo.npy" kept 1 3 2 1
done

# header FILE: its first line.
header() {
	dd if="$1" bs=128 count=1 2>/dev/null | tr -d '\0'
}

has_header() {
	header "$1" | grep -qF "'descr': '$2', 'fortran_order': False, 'shape': ($3), }"
}
apply "$out/float" hdiff f -q
check 'float in, float out' has_header "$out/float/dst.npy" '<f4' '8, 20, 24'
check 'double in, double out' has_header "$out/zero/dst.npy" '<f8' '8, 20, 24'
check 'a float field stays one' has_header "$out/moved/moved.npy" '<f4' '8, 20, 24'
good 'precision that the data have' apply "$out/float" hdiff f -q --precision float
is_quiet() {
	is_clean && [ ! -s "$out/stdout" ]
}
check '-q prints nothing' is_quiet

# steps STENCIL PREFIX SWAPS OPTION...: three steps are a step three times.
steps() {
	stencil=$1 prefix=$2 swaps=$3
	shift 3
	options=
	for swap in $swaps; do
		options="$options --swap $swap"
	done
	# shellcheck disable=SC2086
	run apply "$out/three" "$stencil" "$prefix" --steps 3 $options --verify "$@"
	is_clean || return 1
	for step in 1 2 3; do
		inputs "$stencil" "$prefix" | tr ' ' '\n' | grep '=' >"$out/inputs"
		arguments=
		while read -r input; do
			field=${input%%=*}
			for pair in $swaps; do
				if [ "${pair#*:}" = "$field" ] && [ $step != 1 ]; then
					input=$field=$out/step$((step - 1))/${pair%:*}.npy
				fi
			done
			if [ "$stencil" = sponge ] && [ $step != 1 ]; then
				case $field in
				u|v) input=$field=$out/step$((step - 1))/$field.npy ;;
				esac
			fi
			arguments="$arguments --in $input"
		done <"$out/inputs"
		mkdir -p "$out/step$step"
		# shellcheck disable=SC2046,SC2086
		run stencilrun "stencils/$stencil.stencil" $arguments $(outputs "$stencil" \
			"$out/step$step") \
			$options -q
		is_clean || return 1
	done
	diff -r "$out/three" "$out/step3" && rm -r "$out/three" "$out"/step?
}
# An even number of steps leaves each result in the array that was its partner's.
for steps in 2 4; do
	for backend in openmp host; do
		good "$steps steps on $backend, verified" stencilrun stencils/laplap.stencil \
			--in src="$data/p1.npy" --out dst="$out/swapped.npy" --steps $steps --swap dst:src \
			--backend $backend --verify
	done
done
check 'three steps of laplap' steps laplap p dst:src
check 'three steps of laplap, chasing' steps laplap p dst:src --storage chasing --order random:1
check 'three steps of laplap on host' steps laplap p dst:src --backend host --storage \
	direct_compressed
check 'three steps of hdiff with floats' steps hdiff f dst:src
check 'three steps of upwind' steps upwind p moved:tracer
check 'three steps of fastwaves, two swaps' steps fastwaves p 'uout:u vout:v'
check 'three steps of sponge, in place' steps sponge p ''

# Several levels of time, handed on. All begin alike, so that the halo is the same in each array.
cat >"$out/levels.stencil" <<'END'
stencil leapfrog {
    in old, now;
    out new;
    new = 2*now - old + 0.1*(now[west] + now[east] - 2*now);
}
stencil filtered {
    in old;
    inout now;
    out new;
    new = old + 0.5*(now*now - old);
    now = now + 0.1*(new - 2*now + old);
}
stencil adams {
    in double now, f1, f2;
    out double f;
    inout u;
    f = now*now - u;
    u = u + 0.1*(f - f1/2 + f2/3);
}
END
leapfrog() {
	stencilrun "$out/levels.stencil" --stencil leapfrog -q "$@"
}
for storage in regular 'chasing --levels outermost --order random:2'; do
	for backend in openmp host; do
		for n in 1 2 3 4 5; do
			# shellcheck disable=SC2086 # a storage with its options
			good "$n steps of leapfrog, $storage, $backend" leapfrog --in now="$data/p1.npy" --in old="$data/p2.npy" \
				--steps $n --swap new:now:old --out new="$out/levels.npy" --backend $backend --storage $storage --verify
		done
	done
done
step_by_step() {
	cp "$data/p1.npy" "$out/t0.npy" && cp "$data/p1.npy" "$out/t1.npy"
	for n in 2 3 4 5; do
		leapfrog --in now="$out/t$((n - 1)).npy" --in old="$out/t$((n - 2)).npy" --swap new:now:old \
			--out new="$out/t$n.npy" || return 1
	done
	leapfrog --in now="$data/p1.npy" --in old="$data/p1.npy" --steps 4 --swap new:now:old --out new="$out/t.npy" &&
		cmp "$out/t.npy" "$out/t5.npy"
}
check 'four steps of leapfrog are a step four times' step_by_step
good 'a level that is updated, too' stencilrun "$out/levels.stencil" --stencil filtered -q --in now="$data/p1.npy" \
	--in old="$data/p2.npy" --steps 4 --swap new:now:old --out new="$out/levels.npy" --out now="$out/now.npy" --verify
good 'four levels of time' stencilrun "$out/levels.stencil" --stencil adams -q --in now="$data/p1.npy" --in u="$data/p2.npy" \
	--in f1="$data/p1.npy" --in f2="$data/p2.npy" --steps 7 --swap f:f1:f2:now --out u="$out/levels.npy" --verify

finish
