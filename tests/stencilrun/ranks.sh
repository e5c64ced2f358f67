#!/bin/sh
# Parts: whatever a grid is cut into, the bits are those of one part, on odd sizes, with and without periods, with halos
# for several steps, in all kernels. FULL=1 tries all combinations. BACKEND=cuda: on a GPU what is on the host otherwise.

. "$(dirname "$0")/../lib/programs.sh"

# Parts of the last one have strips on all sides and an interior.
sizes='11x29x37 9x33x41 11x31x23 9x25x131'
cuts='2x1 1x2 2x2 1x3 3x2 4x1 2x4'
backend=${BACKEND:-host}
stencils='copy fastwaves hdiff laplacian laplap sponge star13 star25 upwind'

for size in $sizes; do
	for n in 1 2 3 4 5 6 7 8 9; do
		npy "p$n-$size" '<f8' "$size" $n
	done
	npy "f-$size" '<f4' "$size" 1
	npy "c-$size" '<f8' "${size#*x}" 10
	npy "z-$size" '<f8' "${size%%x*}" 11
done

# fields STENCIL SIZE FOLDER: all options for its fields.
fields() {
	n=0 names='src' swap=dst:src results=dst
	case $1 in
	hdiff) names='src coeff' ;;
	laplacian|star13|star25) names=u swap=f:u results=f ;;
	fastwaves) names='u v utens vtens rho ppuv fx wgtfac hhl' swap='uout:u --swap vout:v' results='uout vout' ;;
	sponge) names='u v' swap= results='u v' ;;
	upwind) names='u v' swap=moved:tracer results=moved ;;
	esac
	for name in $names; do
		n=$((n + 1))
		echo "--in $name=$data/p$n-$2.npy"
	done
	case $1 in
	sponge) echo "--in rate=$data/z-$2.npy --in roughness=$data/c-$2.npy" ;;
	upwind) echo "--in tracer=$data/f-$2.npy" ;;
	esac
	echo "${swap:+--swap $swap}"
	for name in $results; do
		echo "--out $name=$3/$name.npy"
	done
}

# steps STENCIL SIZE FOLDER OPTION...: five steps of it.
steps() {
	stencil=$1 size=$2 folder=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "stencils/$stencil.stencil" $(fields "$stencil" "$size" "$folder") --steps 5 "$@"
}

# one STENCIL SIZE PERIODIC: what one part gives, verified, once; its folder is $one.
one() {
	one=$out/one-$1-$2-$3
	[ -d "$one" ] || good "$1 in one part, $2, periodic $3" steps "$1" "$2" "$one" --backend openmp --verify \
		$(periodic "$3")
}

# shellcheck disable=SC2046 # options are words
periodic() {
	[ "$1" = no ] || echo "--periodic $1"
}

is_thin() {
	fails 1 'thinner than the halo'
}

# same STENCIL SIZE PERIODIC CUT OPTION...: the parts' bits are those of one; or parts are too thin.
same() {
	stencil=$1 size=$2 along=$3 cut=$4
	shift 4
	one "$stencil" "$size" "$along"
	# shellcheck disable=SC2046 # options are words
	run steps "$stencil" "$size" "$out/parts" --ranks "$cut" $(periodic "$along") --verify "$@"
	if is_thin; then
		thin=$((thin + 1))
	else
		check "$stencil $size, periodic $along, $cut, $*" same_files
	fi
}

same_files() {
	is_clean && for file in "$one"/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

thin=0 turn=0
for stencil in $stencils; do
	for cut in $cuts; do
		for along in no x y xy; do
			for every in 1 2 3; do
				turn=$((turn + 1))
				[ -n "${FULL:-}" ] || [ $((turn % 4)) = 0 ] || continue
				for size in $sizes; do
					[ -n "${FULL:-}" ] || [ "$size" = "$(echo "$sizes" | cut -d ' ' -f $((turn/4 % 4 + 1)))" ] || continue
					overlap=on
					[ $((turn/16 % 2)) = 0 ] || overlap=off
					same "$stencil" "$size" $along "$cut" --exchange-every $every --overlap $overlap --backend openmp
				done
			done
		done
	done
done
check 'few parts are too thin' test $((6*thin)) -lt "$passed"

# All kernels, in all orders of threads.
export STENCIL_HOST_ORDER
for stencil in $stencils; do
	for access in naive idxvar shared zloop zslice tile tile_ordered wide; do
		turn=$((turn + 1))
		case $stencil-$access in
		copy-shared|sponge-shared) continue ;; # which have nothing to share
		esac
		STENCIL_HOST_ORDER=$(echo 'forward reverse shuffle:1' | cut -d ' ' -f $((turn % 3 + 1)))
		same "$stencil" 9x25x131 xy 2x2 --backend "$backend" --access $access --exchange-every $((turn % 2 + 1))
		same "$stencil" 9x25x131 no 2x2 --backend "$backend" --access $access --exchange-every 2
	done
done
unset STENCIL_HOST_ORDER

# Fields of ints, bools and columns, and levels of time that are handed on.
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	in u, old;
	in int kind;
	in bool wet;
	inout sum;
	out new;

	new = u + (wet ? 0.25*(old[-1,0] + u[0,+2]) : kind[+1,-1]*u[-1,0]);
	sum = sum + old;
}
END
npy kind '<i4' 6x19x27 1
npy wet '|b1' 6x19x27 1
npy u '<f8' 6x19x27 1
npy old '<f8' 6x19x27 2
mixed() {
	folder=$1
	shift
	mkdir -p "$folder"
	stencilrun -q "$out/mixed.stencil" --in u="$data/u.npy" --in old="$data/old.npy" --in kind="$data/kind.npy" \
		--in wet="$data/wet.npy" --in sum="$data/u.npy" --swap new:u:old --out new="$folder/new.npy" \
		--out sum="$folder/sum.npy" --steps 7 --verify "$@"
}
for along in no x xy; do
	one=$out/mixed-$along
	# shellcheck disable=SC2046 # options are words
	good "mixed fields, periodic $along" mixed "$one" $(periodic $along) --backend openmp
	for every in 1 2 3; do
		for where in openmp "$backend"; do
			# shellcheck disable=SC2046 # options are words
			run mixed "$out/parts" $(periodic $along) --ranks 2x2 --exchange-every $every --backend "$where"
			check "in four parts, every $every, $where" same_files
		done
	done
done

# A number of parts, files of other formats, series, several kernels.
steps laplap 9x33x41 "$out/one" --backend openmp
one=$out/one
for ranks in 1 2 3 4 6; do
	run steps laplap 9x33x41 "$out/parts" --ranks $ranks --backend openmp
	check "$ranks parts" same_files
done
run stencilrun stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/dst.vti" --ranks 2 --backend openmp
check 'the report tells the parts' grep -q ', 1x2 parts, peer, overlap): ' "$out/stdout"
good 'a series' stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/dst.pvd" --steps 6 \
	--swap dst:src --save-every 2 --ranks 2x2 --exchange-every 3 --periodic xy --backend openmp
good 'the same of one part' stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/one.pvd" \
	--steps 6 --swap dst:src --save-every 2 --periodic xy --backend openmp
for step in 2 4 6; do
	check "step $step" cmp "$out/dst-$step.vti" "$out/one-$step.vti"
done
good 'several kernels, periodic' stencilrun -q stencils/programs/fdtd_2d.stencil --in ex="$data/u.npy" --in ey="$data/u.npy" \
	--in hz="$data/old.npy" --out hz="$out/hz.npy" --periodic xy --steps 3 --backend openmp --verify

laplap() {
	stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$data/dst.npy" --backend openmp "$@"
}
refused 1 'parts 1 columns wide are thinner than the halo of 2 that a step needs: take fewer ranks in x' laplap --ranks 30x1
refused 1 'thinner than the halo of 40 that 20 steps need: take fewer ranks in y, or --exchange-every 1' laplap --ranks 1x2 \
	--exchange-every 20
refused 2 "--ranks takes parts in x and y, as 2x2, or their number" laplap --ranks 2x
refused 2 "at most 4096; not '0'" laplap --ranks 0
refused 2 "not '100x100'" laplap --ranks 100x100
refused 2 "--periodic takes x, y or xy, not 'yx'" laplap --periodic yx
refused 2 "--periodic takes x, y or xy, not 'xyx'" laplap --periodic xyx
refused 2 "--overlap takes on or off, not 'maybe'" laplap --ranks 2 --overlap maybe
refused 2 '--overlap is for halos that are exchanged: give --ranks or --periodic' laplap --overlap on
refused 2 '--exchange-every is for halos that are exchanged' laplap --exchange-every 2
refused 2 '--periodic exchanges arrays of one field: it needs --fields soa, not aos' stencilrun -q stencils/hdiff.stencil \
	--in src="$data/u.npy" --in coeff="$data/u.npy" --out dst="$data/dst.npy" --periodic x --fields aos --backend host
refused 2 '--periodic exchanges halos after each step: it goes with --steps-per-launch 1 only' laplap --periodic x \
	--steps-per-launch 2 --steps 2 --swap dst:src --backend host
refused 2 "'fdtd_2d' has several kernels: in one part their halos are exchanged after each step" stencilrun -q \
	stencils/programs/fdtd_2d.stencil --in ex="$data/u.npy" --in ey="$data/u.npy" --in hz="$data/old.npy" --out hz="$data/hz.npy" \
	--periodic x --exchange-every 2 --backend openmp
refused 2 '--ranks is for stencils on planes and meshes so far' stencilrun -q stencils/sparse/hierarchize.stencil --dim 2 \
	--level 3 --formula u=x1 --out u="$data/u2.npy" --ranks 2
finish
