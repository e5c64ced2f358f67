#!/bin/sh
# Long: only in `make check-all`; stencilbench/sweeps.sh and columns.sh show in less time that sweeps are right.
# Sweeps: every program gives the interpreter's bits, on all storages and in several orders of threads; column fields.

. "$(dirname "$0")/../lib/programs.sh"

for size in 7x5x6 7x3x3; do
	points=$(echo $size | sed 's/\(.*\)x\(.*\)x\(.*\)/\3x\2x\1/')
	npy "p$size" '<f8' "$points" 1
	npy "c$size" '<f8' "$(echo $size | sed 's/\(.*\)x\(.*\)x\(.*\)/\2x\1/')" 3
done

# inputs SIZE FIELD...: --in FIELD=... of an array of points; a field with _ before it is a column.
inputs() {
	size=$1
	shift
	for field; do
		case $field in
		_*) printf ' --in %s=%s/c%s.npy' "${field#_}" "$data" "$size" ;;
		*)  printf ' --in %s=%s/p%s.npy' "$field" "$data" "$size" ;;
		esac
	done
}

# program STENCIL OUTPUTS FIELD...
program() {
	stencil=$1 outputs=$2
	shift 2
	for size in 7x5x6 7x3x3; do
		options=$(inputs "$size" "$@")
		for field in $outputs; do
			options="$options --out $field=$out/$stencil-$field.npy"
		done
		for storage in 'regular' 'chasing --levels outermost --order random' \
			'chasing --levels outermost --order zcurve --block 32x1x1' \
			'chasing --levels innermost --order random'; do
			# shellcheck disable=SC2086 # options are words
			good "$stencil, $size, $storage" stencilrun -q "stencils/programs/$stencil.stencil" $options --verify \
				--backend host --storage $storage
		done
		for storage in 'regular' 'chasing --levels outermost --order random' \
			'chasing --levels innermost --order zcurve'; do
			# shellcheck disable=SC2086 # options are words
			good "$stencil, $size, $storage, on a CPU" stencilrun -q "stencils/programs/$stencil.stencil" $options \
				--verify --backend openmp --storage $storage
		done
	done
}

program tridiagonal x a b c d
program vadv utens_stage u_stage wcon u_pos utens utens_stage
program pressure 'full half' dz tv _surface
program fillq q q dp
program sediment 'q rain cover' q rho dp cloud
program adi v u
program zdf ta avt e3w e3t_a e3t_b e3t_n tmask tb ta
program sim1 'w dz pe' dm gamma theta pm pem cp3 _ws w dz

# With values as the programs ask for, so that none is NaN.
for stencil in stencils/programs/[!f]*.stencil; do
	for backend in host openmp; do
		bench "$stencil" --backend $backend --size 9x6x7 --storage all --no-time
		check "$stencil, in its ranges, $backend" test "$status" = 0
	done
done

# Rows longer than a block of columns on a CPU, and not a multiple of it.
for stencil in vadv sediment sim1 adi; do
	bench "stencils/programs/$stencil.stencil" --backend openmp --size 530x2x5 --storage all --precision all --no-time
	check "$stencil, blocks of columns" test "$status" = 0
done

thomas() {
	stencilrun -q stencils/programs/tridiagonal.stencil --in a="$data/p7x5x6.npy" --in b="$data/q7x5x6.npy" --in c="$data/p7x5x6.npy" \
		--in d="$data/q7x5x6.npy" --out x="$out/x.npy" --verify --backend host "$@"
}
npy q7x5x6 '<f8' 6x5x7 4
for order in forward reverse shuffle:7; do
	STENCIL_HOST_ORDER=$order
	export STENCIL_HOST_ORDER
	good "threads $order" thomas --block 3x2x1
done
unset STENCIL_HOST_ORDER

good 'the backend that there is' stencilrun -q stencils/programs/fillq.stencil --in q="$data/p7x5x6.npy" --in dp="$data/q7x5x6.npy" \
	--out q="$out/q.npy" --verify

npy flat '<f8' 1x5x7 5
npy flat_float '<f4' 6x5x7 6
flat="$data/flat.npy"
run stencilrun stencils/programs/vadv.stencil --in u_stage="$flat" --in wcon="$flat" --in u_pos="$flat" --in utens="$flat" \
	--in utens_stage="$flat" --out utens_stage="$out/x.npy" --backend host
check 'too few levels' fails 1 'the domain needs at least 2 levels; it has 1'
run stencilrun stencils/programs/fillq.stencil --in q="$data/flat_float.npy" --in dp="$data/flat_float.npy" \
	--out q="$out/q.npy" --verify --backend host
check 'float' test "$status" = 0
run thomas --fields aos
check 'structs of fields' fails 2 "'tridiagonal' goes through columns: use --fields soa"
run thomas --storage regular --levels innermost
check 'levels innermost' fails 2 'levels are innermost on unstructured grids only'
run thomas --access idxvar
check 'a thread a point' fails 2 "'tridiagonal' goes through columns: access zloop is the one that does"
run thomas --store cp
check '--store' fails 1 "'tridiagonal' has sweeps, which store what they need: leave out --store"
finish
