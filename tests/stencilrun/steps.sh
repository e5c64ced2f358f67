#!/bin/sh
# Several steps a launch: the bits of as many launches, on odd sizes, with tiles of all kinds, in any order of threads.

. "$(dirname "$0")/../lib/programs.sh"

npy t '<f8' 19x41x37 1
npy wide '<f8' 5x24x150 2
npy flat '<f8' 41x37 3
npy float '<f4' 19x41x37 4
end=$out/end.npy

# run_steps STENCIL FIELD OPTION...
run_steps() {
	stencil=$1 field=$2
	shift 2
	stencilrun tests/data/steps/steps.stencil --stencil "$stencil" --backend host --in t="$data/$field.npy" \
		--swap t_new:t --out t_new="$end" -q --verify "$@"
}

for stencil in jacobi five skewed down branches haloed; do
	for n in 1 2 3; do
		good "$stencil, $n steps a launch" run_steps $stencil t --steps 6 --steps-per-launch $n
		good "in small tiles" run_steps $stencil t --steps 6 --steps-per-launch $n --rows-per-thread 5 \
			--levels-per-thread 4 --block 33x5x1
	done
	good "$stencil, one launch" run_steps $stencil wide --steps 2 --steps-per-launch 2 --rows-per-thread 1 --block 32x16x1
	good "$stencil of floats" run_steps $stencil float --steps 6 --steps-per-launch 3
done
# Steps that launches leave are single ones.
for steps in 4 5 7 8; do
	good "$steps steps by threes" run_steps jacobi t --steps $steps --steps-per-launch 3
	cp "$end" "$out/threes.npy"
	good "$steps single steps" run_steps jacobi t --steps $steps
	check 'have the same bits' cmp "$end" "$out/threes.npy"
done
good 'a series of them' run_steps jacobi t --steps 8 --steps-per-launch 3 --save-every 3 --save-state "$out/state"
good 'goes on' stencilrun tests/data/steps/steps.stencil --stencil jacobi --backend host --load-state "$out/state" --steps 5 --swap t_new:t \
	--out t_new="$out/more.npy" -q --verify --steps-per-launch 2
good 'thirteen steps' run_steps jacobi t --steps 13
check 'the same bits' cmp "$end" "$out/more.npy"

good 'most steps a launch' run_steps jacobi t --steps 10 --steps-per-launch 5
good 'one level' run_steps five flat --steps 8 --steps-per-launch 4
export STENCIL_HOST_ORDER
for STENCIL_HOST_ORDER in reverse shuffle:1 shuffle:2; do
	good "threads in order $STENCIL_HOST_ORDER" run_steps jacobi t --steps 6 --steps-per-launch 3 --block 32x6x1
done

# A kernel without one of its barriers is wrong in some order.
for barrier in 1 2; do
	cp -R templates "$out/templates"
	awk -v left_out=$barrier '!/__syncthreads\(\);/ || ++n != left_out' templates/cuda/temporal.tmpl \
		>"$out/templates/cuda/temporal.tmpl"
	for STENCIL_HOST_ORDER in forward shuffle:1; do
		run run_steps jacobi t --steps 3 --steps-per-launch 3 --block 32x6x1 --templates "$out/templates"
		[ "$status" = 0 ] || break
	done
	check "without barrier $barrier it is wrong" fails 1 'differ'
	rm -r "$out/templates"
done
unset STENCIL_HOST_ORDER

# The same as launches of a step each.
good 'a step a launch' stencilrun tests/data/steps/steps.stencil --stencil jacobi -q --backend host --in t="$data/t.npy" \
	--swap t_new:t --out t_new="$out/one.npy" --steps 6
good 'three steps a launch' run_steps jacobi t --steps 6 --steps-per-launch 3
check 'the same bits' cmp "$out/one.npy" "$end"

refused 2 '--steps 1 is less than --steps-per-launch 2' run_steps jacobi t --steps-per-launch 2
refused 2 'steps-per-launch is a number from 1 to 5, not 6' run_steps jacobi t --steps 6 --steps-per-launch 6
refused 2 'access zloop computes one step a launch' run_steps jacobi t --steps 2 --steps-per-launch 2 --access zloop
refused 2 'access temporal is for storage regular' run_steps jacobi t --steps 2 --steps-per-launch 2 --storage chasing
refused 2 'say how many by --steps-per-launch' run_steps jacobi t --steps 2 --access temporal
refused 2 'target openmp has no access temporal, which several steps per launch need' run_steps jacobi t --steps 2 --steps-per-launch 2 --backend openmp
refused 2 "'diagonal' reads [-1,0,1]" run_steps diagonal t --steps 2 --steps-per-launch 2
refused 2 "'layered' reads 'level'" run_steps layered t --steps 2 --steps-per-launch 2
refused 2 "'walled' reads distances" run_steps walled t --steps 2 --steps-per-launch 2

# fields TEXT MESSAGE: why such fields are not for several steps a launch.
fields() {
	echo "stencil odd { $1 }" >"$out/odd.stencil"
	run "$bin/stencilgen" --list --access temporal --steps-per-launch 2 "$out/odd.stencil"
	check "$2" fails 2 "$2"
}
fields 'in column h; out column o; o = h[west] + h;' "'o' of 'odd' is a column field: use one step a launch"
fields 'in h; out o; out column p; column a = 0; sweep up { a = a + h; } o = h; p = a;' "'p' of 'odd' is a column field"
fields 'in profile q; out o; o = q;' "'odd' has no in field of the type of 'o' with a value at every point"
fields 'in t; out float o; o = t[west];' "'odd' has no in field of the type of 'o'"
fields 'in t; out scalar o; o = sum(t);' "'o' of 'odd' is a scalar field"
fields 'in scalar c; in t; out o; o = c*t[west];' "'c' of 'odd' is a scalar field"
fields 'inout t; boundary t = periodic; a = t[west]; t = a;' "'t' of 'odd' is an inout field, which a block would overwrite"
fields 'in t, u; out o; o = t[west] + u;' "'odd' has several fields like 'o': give --swap o:t if the next step reads 'o' as 't'"
fields 'in t; out o, p; o = t[west]; p = t;' "'odd' has several fields like 'o'"
fields 'in t; out o; param p = 1; a = t; o = p;' "'odd' computes nothing from its in field"
fields 'in t; out o; boundary o = periodic; o = t[west];' "'odd' has a boundary, and access temporal is for stencils without"
fields 'in t; out o; boundary o = periodic; o = t; x = o[west]; o = x;' "'odd' has 3 kernels, and access temporal is for one kernel"
fields 'in t; out o; s = sum(t); o = s*t[west];' "'odd' has 2 kernels, and access temporal is for one kernel"
fields 'in t; out o; sweep up { if (below == 0) { o = t; } else { o = t + o[below]; } }' \
	"'odd' goes through columns: access zloop is the one that does"
echo 'stencil flat { in column h; out column o; o = h[west] + h; }' >"$out/flat.stencil"
run "$bin/stencilgen" --list --access shared "$out/flat.stencil"
check 'columns alone' fails 2 "'flat' assigns a column field, 'o', and access shared is for stencils without"
echo 'stencil scaled { in scalar c; in t; out o; o = c*t[west]; }' >"$out/scaled.stencil"
run "$bin/stencilgen" --list --access shared "$out/scaled.stencil"
check 'scalars' fails 2 "'scaled' has a scalar field, 'c', and access shared is for stencils without"
# swap TEXT MESSAGE: why an option is wrong.
swap() {
	echo 'stencil odd { in t; in float r; out o, p; out float q; o = t[west]; p = t; q = r; }' >"$out/odd.stencil"
	run "$bin/stencilgen" --list --access temporal --steps-per-launch 2 --swap "$1" "$out/odd.stencil"
	check "--swap $1" fails 2 "$2"
}
for text in o t:o o:p o:x x:t o: :t o:t: ,o:t o,t; do
	swap $text "--swap $text: write OUT:IN, an out and an in field, or NEW:NOW:OLD, an out and in fields"
done
for text in o:t,p:t o:t,o:t o:t:t o:t:r o:r q:t; do
	swap $text "--swap $text: the fields differ in type or shape, or a field is exchanged twice"
done
swap o:t,q:r "'o' and 'q' of 'odd' differ in type: use one step a launch"
run "$bin/stencilgen" --list --swap o:t "$out/odd.stencil"
check '--swap for single steps' fails 2 '--swap is for launches of several steps: give --steps-per-launch, too'
refused 2 'temporal has no block 64x17x1: a block has 1024 threads at most' run_steps jacobi t --steps 4 --steps-per-launch 4 --block 64x17x1
refused 2 'temporal has no block 8x8x1: with 4 steps and 2 rows per thread it has more than 8 threads in x and 4 in y' run_steps jacobi t \
	--steps 4 --steps-per-launch 4 --block 8x8x1
refused 2 'temporal has no block 64x8x1: its tile does not fit into the 227 KB of shared memory: use smaller blocks' run_steps jacobi t \
	--steps 4 --steps-per-launch 4 --rows-per-thread 16 --block 64x8x1
sed -n '/^stencil jacobi/,/^}/p' tests/data/steps/steps.stencil >"$out/jacobi.stencil"
run bench "$out/jacobi.stencil" --backend host --size 40x30x9 --steps-per-launch 3 --runs 1 --all-blocks
check 'stencilbench verifies three steps' test "$status" = 0
run bench tests/data/steps/steps.stencil --backend host --size 40x30x9 --steps-per-launch 2,3
check 'one number for stencilbench' fails 2 '--steps-per-launch accepts one number'
finish
