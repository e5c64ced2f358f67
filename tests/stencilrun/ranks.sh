#!/bin/sh
# Parts: whatever a grid is cut into, the bits are those of one part, on odd sizes, with and without periods, with halos
# for several steps, in all kernels. FULL=1 tries all combinations. BACKEND=cuda: on a GPU what is on the host otherwise.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/planes.sh

# Parts of the last one have strips on all sides and an interior.
sizes='11x29x37 9x33x41 11x31x23 9x25x131'
cuts='2x1 1x2 2x2 1x3 3x2 4x1 2x4'
backend=${BACKEND:-host}
stencils='copy fastwaves hdiff laplacian laplap sponge star13 star25 upwind'
plane_data $sizes

is_thin() {
	fails 1 'narrower than the halo'
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

thin=0 turn=0
for stencil in $stencils; do
	for cut in $cuts; do
		for along in no x y xy; do
			for every in 1 2 3; do
				turn=$((turn + 1))
				# Every eleventh meets all periods, numbers of steps and cuts.
				[ -n "${FULL:-}" ] || [ $((turn % 11)) = 0 ] || continue
				for size in $sizes; do
					[ -n "${FULL:-}" ] || [ "$size" = "$(echo "$sizes" | cut -d ' ' -f $((turn/11 % 4 + 1)))" ] || continue
					overlap=on
					[ $((turn/44 % 2)) = 0 ] || overlap=off
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
check 'the report tells the parts' grep -q ', 1x2 subdomains, peer, overlap): ' "$out/stdout"
# Exchanges are timed where there are some, and where times mean something.
reported() { # BACKEND OPTION...
	run stencilrun stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/dst.vti" --swap dst:src --backend "$@"
}
spends() {
	is_clean && grep -Eq " steps? in [0-9.]+ ms \\(exchange [0-9.]+ % of it\\)$1\$" "$out/stdout"
}
spends_nothing() {
	is_clean && grep -Eq " steps? in [0-9.]+ ms$1\$" "$out/stdout"
}
# On GPUs those that go on beside interiors are not.
times=openmp in_turn=
[ "$backend" = host ] || times=$backend in_turn='--overlap off'
# shellcheck disable=SC2086 # options are words
{
reported $times --steps 2 --ranks 2 $in_turn
check 'the share of one exchange' spends ''
reported $times --steps 100 --ranks 2x2 --verify $in_turn
check 'of many' spends ', equal to the interpreter'
reported $times --steps 7 --ranks 2x2 --exchange-every 3 --overlap off
check 'in turn, every third step' spends ''
reported $times --steps 5 --periodic xy $in_turn
check 'of one part with itself' spends ''
}
for none in '--steps 1 --ranks 2' '--steps 3 --ranks 2 --exchange-every 3' '--steps 9'; do
	# shellcheck disable=SC2086
	reported $times $none
	check "no exchange: $none" spends_nothing ''
done
for order in '' 1; do
	STENCIL_HOST_STREAMS=$order reported host --steps 5 --ranks 2x2
	check "the host's times mean nothing, order $order" spends_nothing ''
done
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
refused 1 'subdomains 1 columns wide are narrower than the halo of 2 that a step needs: use fewer ranks in x' laplap --ranks 30x1
refused 1 'narrower than the halo of 40 that 20 steps need: use fewer ranks in y, or --exchange-every 1' laplap --ranks 1x2 \
	--exchange-every 20
refused 2 "--ranks needs subdomains in x and y, as 2x2, or their number" laplap --ranks 2x
refused 2 "at most 4096; not '0'" laplap --ranks 0
refused 2 "not '100x100'" laplap --ranks 100x100
refused 2 "--periodic accepts x, y or xy, not 'yx'" laplap --periodic yx
refused 2 "--periodic accepts x, y or xy, not 'xyx'" laplap --periodic xyx
refused 2 "--overlap accepts on or off, not 'maybe'" laplap --ranks 2 --overlap maybe
refused 2 '--overlap is for halos that are exchanged: give --ranks or --periodic' laplap --overlap on
refused 2 '--exchange-every is for halos that are exchanged' laplap --exchange-every 2
refused 2 '--periodic exchanges arrays of one field: it needs --fields soa, not aos' stencilrun -q stencils/hdiff.stencil \
	--in src="$data/u.npy" --in coeff="$data/u.npy" --out dst="$data/dst.npy" --periodic x --fields aos --backend host
refused 2 'halos are exchanged after each step, and a launch computes 2: give --exchange-every 2' laplap --periodic x \
	--steps-per-launch 2 --steps 2 --swap dst:src --backend host
refused 2 "'fdtd_2d' has several kernels: in one subdomain their halos are exchanged after each step" stencilrun -q \
	stencils/programs/fdtd_2d.stencil --in ex="$data/u.npy" --in ey="$data/u.npy" --in hz="$data/old.npy" --out hz="$data/hz.npy" \
	--periodic x --exchange-every 2 --backend openmp
refused 2 '--ranks is for stencils on structured grids and meshes: leave it out' stencilrun -q stencils/sparse/hierarchize.stencil --dim 2 \
	--level 3 --formula u=x1 --out u="$data/u2.npy" --ranks 2
finish
