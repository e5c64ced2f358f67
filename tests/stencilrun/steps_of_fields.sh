#!/bin/sh
# Several steps a launch of stencils with several fields: the bits of as many single steps and of the interpreter, on grids of all
# shapes, outputs marked as not written before. Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

end=$out/end

# run_fields STENCIL SIZE STEPS OPTION... : with values of the fields by formulas.
run_fields() {
	stencil=$1 size=$2 steps=$3
	shift 3
	case $stencil in
	kinds) set -- --formula 'h=sin(i+2*j)' --formula 'q=1/(k+2)' --formula 'dry=sin(i*j+k) > 0.2 ? 1 : 0' --formula 'kind=floor(5*sin(i+3*j+k))' \
		--formula 'rate=0.1+0.2*sin(i*k)' "$@" ;;
	flat) set -- --formula 'h=0.1*sin(i+2*j)' --formula 'c=0.1+0.05*cos(i*j+k)' "$@" ;;
	apart) set -- --formula 'c=0.1+0.05*cos(i*j+k)' --formula 'q=1/(k+2)' --formula 'rate=0.1+0.2*sin(i*k)' "$@" ;;
	mask) set -- --formula 'sea=sin(i*j+k) > -0.5 ? 1 : 0' --formula 'c=0.5+0.3*cos(i*j+k)' "$@" ;;
	*) set -- --formula 'c=0.1+0.05*cos(i*j+k)' "$@" ;;
	esac
	stencilrun tests/data/steps/fields.stencil --stencil "$stencil" --backend host --size "$size" \
		--formula 'u=sin(i*j)+0.1*k' --swap v:u --out v="$end.npy" -q --verify --steps "$steps" "$@"
}

# The halos that stencils read, and one point, row, column and tile that nothing divides besides.
for stencil in own around far kinds shown apart; do
	for size in 41x37x19 150x24x9 9x8x7 7x40x9 40x9x8; do
		good "$stencil on $size" run_fields $stencil $size 6 --steps-per-launch 3
	done
	for n in 1 2 5; do
		good "$stencil, $n steps a launch" run_fields $stencil 41x37x19 $((2*n + 1 - n%2)) --steps-per-launch $n
	done
	good "$stencil in small tiles" run_fields $stencil 41x37x19 4 --steps-per-launch 2 --rows-per-thread 5 --levels-per-thread 4 \
		--block 33x5x1
	good "$stencil of floats" run_fields $stencil 41x37x19 6 --steps-per-launch 3 --precision float
	export STENCIL_HOST_ORDER
	for STENCIL_HOST_ORDER in reverse shuffle:1; do
		good "threads in order $STENCIL_HOST_ORDER" run_fields $stencil 41x37x19 6 --steps-per-launch 3 --block 32x6x1
	done
	unset STENCIL_HOST_ORDER
done
# Several updated fields.
run_pairs() {
	stencil=$1 size=$2 steps=$3
	shift 3
	case $stencil in
	pair) set -- --formula 'u=sin(i*j)+0.1*k' --formula 'w=cos(i+j)' --formula 'c=0.1+0.05*cos(i*j+k)' --swap v:u --swap x:w \
		--out v="$end.npy" --out x="$end.x.npy" "$@" ;;
	three) set -- --formula 'h=1+0.2*sin(i*j)+0.1*k' --formula 'a=0.1*cos(i+j)' --formula 'b=0.1*sin(i-j+k)' --swap h_new:h --swap a_new:a \
		--swap b_new:b --out h_new="$end.npy" --out energy="$end.x.npy" "$@" ;;
	column_pair) set -- --formula 't=sin(i*j)+0.1*k' --formula 'm=cos(i+j)' --swap m_new:m --swap t_new:t --out t_new="$end.npy" \
		--out m_new="$end.x.npy" "$@" ;;
	volumes) set -- --formula 'u=sin(i*j)+0.1*k' --formula 'w=cos(i+j)' --formula 'q=0.1+0.05*cos(i*j+k)' --swap v:u --swap x:w \
		--swap r:q --out v="$end.npy" --out r="$end.x.npy" "$@" ;;
	esac
	stencilrun tests/data/steps/fields.stencil --stencil "$stencil" --backend host --size "$size" -q --verify --steps "$steps" "$@"
}
for stencil in pair three column_pair volumes; do
	for size in 41x37x12 70x9x5 9x8x7 5x40x9; do
		good "$stencil on $size" run_pairs $stencil $size 5 --steps-per-launch 3 --access temporal
	done
	good "$stencil of floats" run_pairs $stencil 41x37x12 4 --steps-per-launch 2 --access temporal --precision float
	good "$stencil in small tiles" run_pairs $stencil 41x37x12 4 --steps-per-launch 2 --rows-per-thread 3 --levels-per-thread 4 \
		--block 33x5x1
	export STENCIL_HOST_ORDER
	for STENCIL_HOST_ORDER in reverse shuffle:1; do
		good "threads in order $STENCIL_HOST_ORDER" run_pairs $stencil 41x37x12 3 --steps-per-launch 3 --access temporal
	done
	unset STENCIL_HOST_ORDER
done
for stencil in pair three; do
	for size in 61x57x3 157x9x3 9x90x2 7x7x3; do
		good "$stencil on $size by warps" run_pairs $stencil $size 8 --steps-per-launch 4 --access temporal_warp
		good "$stencil, few rows, a point" run_pairs $stencil $size 5 --steps-per-launch 2 --access temporal_warp --rows-per-thread 5 \
			--points-per-thread 1
	done
	good "$stencil of floats by warps" run_pairs $stencil 157x41x3 4 --steps-per-launch 3 --access temporal_warp --precision float
done
# Several levels of time. Their halos are the same: single steps read those of one array after the other.
run_levels() {
	stencil=$1 size=$2 steps=$3
	shift 3
	case $stencil in
	four) set -- --formula "a=$halo 0.1*k : sin(i*j)" --formula "b=$halo 0.1*k : 0" --formula "c=$halo 0.1*k : cos(i+j)" --swap n:a:b:c \
		--out n="$end.npy" "$@" ;;
	*) set -- --formula "u=$halo 0.1*k : sin(i*j)" --formula "u_old=$halo 0.1*k : sin(i*j+0.1)" --swap u_new:u:u_old \
		--out u_new="$end.npy" "$@" ;;
	esac
	[ "$stencil" != membrane ] || set -- --formula 'c2=0.1+0.05*cos(i*j+k)' "$@"
	stencilrun tests/data/steps/fields.stencil --stencil "$stencil" --backend host --size "$size" -q --verify --steps "$steps" "$@"
}
halo='i < 1 || i > nx-2 || j < 1 || j > ny-2 || k < 1 || k > nz-2 ?'
for stencil in wave membrane older four; do
	for size in 41x37x12 70x9x5 9x8x7 5x40x9 3x3x30 30x3x3 3x3x3; do
		good "$stencil on $size" run_levels $stencil $size 6 --steps-per-launch 3 --access temporal
		good "$stencil on $size, eight steps by threes" run_levels $stencil $size 8 --steps-per-launch 3 --access temporal
	done
	for n in 1 2 4; do
		good "$stencil, $n steps a launch" run_levels $stencil 41x37x12 9 --steps-per-launch $n --access temporal
	done
	good "$stencil of floats" run_levels $stencil 41x37x12 7 --steps-per-launch 2 --access temporal --precision float
	good "$stencil in small tiles" run_levels $stencil 41x37x12 7 --steps-per-launch 2 --rows-per-thread 3 --levels-per-thread 4 \
		--block 33x5x1
	export STENCIL_HOST_ORDER
	for STENCIL_HOST_ORDER in reverse shuffle:1; do
		good "threads in order $STENCIL_HOST_ORDER" run_levels $stencil 41x37x12 7 --steps-per-launch 3 --access temporal
	done
	unset STENCIL_HOST_ORDER
done
halo="k < 2 || ${halo%\?} ?"
for stencil in damped rising; do
	for size in 41x37x12 9x8x7 3x3x30; do
		for n in 2 3 4; do
			good "$stencil on $size, $n steps a launch" run_levels $stencil $size 9 --steps-per-launch $n --access temporal
		done
	done
	good "$stencil in small tiles" run_levels $stencil 41x37x12 7 --steps-per-launch 2 --rows-per-thread 3 --levels-per-thread 4 \
		--block 33x5x1
done
halo=${halo#k < 2 || }
for stencil in membrane four; do
	for size in 61x57x3 157x9x3 9x90x3 7x7x4 3x3x3; do
		good "$stencil on $size by warps" run_levels $stencil $size 9 --steps-per-launch 4 --access temporal_warp
		good "$stencil, few rows, a point" run_levels $stencil $size 5 --steps-per-launch 2 --access temporal_warp --rows-per-thread 5 \
			--points-per-thread 1
	done
	good "$stencil of floats by warps" run_levels $stencil 157x41x3 7 --steps-per-launch 3 --access temporal_warp --precision float
done
good 'single steps' run_levels wave 41x37x12 11
cp "$end.npy" "$out/single.npy"
good 'eleven steps by threes, states saved' run_levels wave 41x37x12 9 --steps-per-launch 3 --save-every 3 --save-state "$out/state"
good 'go on' stencilrun tests/data/steps/fields.stencil --stencil wave --backend host --load-state "$out/state" --swap u_new:u:u_old \
	--out u_new="$end.npy" -q --verify --steps 2 --steps-per-launch 2
check 'have the same bits' cmp "$end.npy" "$out/single.npy"
# Levels of time that are not read are passed on; a name that is taken.
echo 'stencil unread { in a, b; out n; b_next = 0.5*b; n = b_next[west] + 0.1*b_next; }' >"$out/unread.stencil"
run stencilrun "$out/unread.stencil" --backend host --size 20x17x9 --formula 'a=i < 1 ? 0 : sin(j)' --formula 'b=i' --swap n:a:b \
	--out n="$end.npy" --verify --steps 5 --steps-per-launch 2
check 'a level of time that is not read' grep -q '^unread_regular_temporal_warp_steps2_n_a_b on host.*equal to the interpreter' "$out/stdout"
refused 2 "'u' and 'u_old' differ outside the domain, where single steps read one after the other: use --steps-per-launch 1" \
	stencilrun tests/data/steps/fields.stencil --stencil wave --backend host --size 9x8x7 --formula 'u=sin(i*j)' --formula 'u_old=0' \
	--swap u_new:u:u_old --out u_new="$end.npy" --steps 4 --steps-per-launch 2
# Single steps write the same.
good 'single steps' run_pairs three 61x57x3 7
cp "$end.npy" "$out/single.npy"
for access in temporal temporal_warp; do
	good "seven steps by threes, $access" run_pairs three 61x57x3 7 --steps-per-launch 3 --access $access
	check 'have the same bits' cmp "$end.npy" "$out/single.npy"
done
# Warps.
for stencil in flat shown apart mask; do
	float=
	[ $stencil != mask ] || float='--precision float'
	for size in 61x57x5 157x11x4 11x90x4 9x8x7; do
		good "$stencil on $size" run_fields $stencil $size 8 --steps-per-launch 4 --access temporal_warp $float
		good "$stencil on $size, few rows, a point" run_fields $stencil $size 4 --steps-per-launch 2 --access temporal_warp \
			--rows-per-thread 5 --points-per-thread 1 $float
	done
	good "$stencil, few rows" run_fields $stencil 157x41x4 5 --steps-per-launch 3 --access temporal_warp --rows-per-thread 7 $float
	good "$stencil of floats" run_fields $stencil 157x41x4 4 --steps-per-launch 3 --access temporal_warp --precision float
	good "$stencil by tiles" run_fields $stencil 61x57x5 6 --steps-per-launch 3 --access temporal $float
done
good 'one point' run_fields own 3x3x3 4 --steps-per-launch 4
good 'one column' run_fields around 3x3x30 6 --steps-per-launch 3
good 'one row' run_fields around 60x3x3 6 --steps-per-launch 3
# No step reads w, which p becomes.
echo 'stencil unread { in u, w; out v, p; v = 0.9*u + 0.1*u[above]; p = u - u[north]; }' >"$out/unread.stencil"
run stencilrun "$out/unread.stencil" --backend host --size 20x17x9 --formula 'u=sin(i*j)+0.1*k' --formula 'w=i' --swap v:u --swap p:w \
	--out v="$end.npy" --verify --steps 5 --steps-per-launch 2
check 'a field that is not read' grep -q '^unread_regular_temporal_steps2_v_u_p_w on host.*equal to the interpreter' "$out/stdout"
finish
