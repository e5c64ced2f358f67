#!/bin/sh
# Programs of several kernels: hdiff as 1 to 4 kernels gives the same bits, whatever is kept; refusals.

. "$(dirname "$0")/../lib/programs.sh"

npy src '<f8' 7x9x13 1
npy coeff '<f8' 7x9x13 2
npy sample '<f4' 7x9x13 3

hdiff() {
	stencilrun -q stencils/hdiff.stencil --in src="$data/src.npy" --in coeff="$data/coeff.npy" --out dst="$out/dst.npy" "$@"
}
good 'one kernel' hdiff --backend openmp --storage regular
cp "$out/dst.npy" "$out/one.npy"
for store in none lap lap+flux_x+flux_y lap+flux_x/flux_y rise_x/flux_y; do
	for options in '--backend openmp --storage regular' '--backend host --storage regular --access zloop' \
		'--backend host --storage regular --access wide' '--backend host --storage chasing --access naive --levels outermost --order random'; do
		# shellcheck disable=SC2086 # options are words
		good "--store $store, $options" hdiff --store $store $options --verify
		check 'the same bits' cmp "$out/dst.npy" "$out/one.npy"
	done
done

cp stencils/programs/heat_3d.stencil "$out/heat.stencil"
for backend in openmp host; do
	good "heat_3d, $backend" stencilrun -q "$out/heat.stencil" --in a="$data/src.npy" --in b="$data/coeff.npy" \
		--out a="$out/a.npy" --steps 3 --verify --backend $backend
done
good 'float' stencilrun -q "$out/heat.stencil" --in a="$data/sample.npy" --in b="$data/sample.npy" \
	--out a="$out/a.npy" --verify --backend host

good 'the usual levels of a program' stencilrun -q "$out/heat.stencil" --in a="$data/src.npy" --in b="$data/coeff.npy" \
	--out a="$out/a.npy" --verify --backend openmp --storage chasing

good '--store auto, where nothing gains' hdiff --store auto --verify
bench tests/golden/store-by-costs.stencil --store auto --backend host --size 12x11x5 --storage regular,chasing --access idxvar \
	--no-time --csv "$out/auto.csv"
by_costs() {
	is_clean && grep -q s_regular_idxvar_store_kept "$out/auto.csv" && grep -q ',t_regular_idxvar,' "$out/auto.csv"
}
check '--store auto, where something does' by_costs
# decides STENCIL TARGET NAMES: what --store auto stores, as runtime/results/h200/defaults measured it.
decides() {
	run "$bin/stencilgen" --list --store auto --target "$2" "stencils/$1.stencil"
	check "$1, $2: stores ${3:-nothing}" test "$(grep -o 'store_[a-zA-Z0-9_]*' "$out/stdout" | sort -u | tr '\n' ' ')" = "${3:+store_$3 }"
}
decides programs/fvtp2d cuda qy_qx
decides models/weather_x openmp p
decides models/weather_z openmp p
decides models/weather_x cuda ''
decides mesh/weighted_twice cuda ''
decides dycore/potential_vorticity cuda q_q_c
weather() {
	run "$bin/stencilrun" stencils/models/weather_x.stencil --size 20x12x6 --backend openmp --verify --formula 'density=0.001*i' --formula 'momentum_x=j - k' \
		--formula 'momentum_z=i - j' --formula 'heat=0.1*k' --formula 'density_0=1 - 0.01*k' --formula 'heat_0=300 - k' --out heat_tendency="$out/w.npy" "$@"
}
weather
check 'a run stores it by default' grep -q '^weather_x_regular_idxvar_store_p on ' "$out/stdout"
for option in '--access idxvar' '--store none' '--ranks 2x1' '--storage chasing' '--block 32x2x1'; do
	# shellcheck disable=SC2086 # options are words
	weather $option
	check "not with $option" sh -c '[ "$0" = 0 ] && ! grep -q store_ "$1"' "$status" "$out/stdout"
done
run hdiff --store lop
check 'an unknown temporary' fails 1 "'hdiff' has no such temporary; did you mean 'lap'?"

# --store is for the stencil that runs: others of the file may have no such temporary, or no choice.
cat stencils/hdiff.stencil stencils/programs/heat_3d.stencil stencils/programs/tridiagonal.stencil >"$out/file.stencil"
of_file() {
	stencilrun -q "$out/file.stencil" --in src="$data/src.npy" --in coeff="$data/coeff.npy" --out dst="$out/dst.npy" \
		--backend openmp "$@"
}
good '--store for one stencil of a file' of_file --stencil hdiff --store lap --verify
run of_file --stencil hdiff --store lop
check 'an unknown temporary of it' fails 1 "'hdiff' has no such temporary; did you mean 'lap'?"
check 'which is the only error' test "$(grep -c 'error:' "$out/stderr")" = 1
run of_file --stencil heat_3d --store lap
check 'a temporary of another one' fails 1 "'heat_3d' has no such temporary"
run of_file --store lap
check 'which stencil' fails 2 "file.stencil has 3 stencils: choose one with --stencil"
good '--place for one stencil of a file' stencilrun -q "$out/file.stencil" --stencil tridiagonal --place shared \
	--backend host --in a="$data/src.npy" --in b="$data/coeff.npy" --in c="$data/src.npy" --in d="$data/src.npy" \
	--out x="$out/x.npy" --verify

run hdiff --store lap --backend host --access shared
check 'an access for one kernel' fails 2 "'hdiff' has 2 kernels, and access shared is for one"
run hdiff --store lap --backend host --fields aos
check 'structs of fields' fails 2 "'hdiff' has 2 kernels, and structs of fields are for one"
for backend in openmp host; do
	good "levels innermost, $backend" hdiff --store lap+flux_x/flux_y --backend $backend --storage chasing_compressed \
		--access idxvar --levels innermost --order zcurve --verify
	check 'the same bits' cmp "$out/dst.npy" "$out/one.npy"
done
for levels in innermost outermost; do
	run hdiff --store lap --backend host --storage chasing --levels $levels --access cluster
	check "clusters, levels $levels" fails 2 "'hdiff' has 2 kernels, and access cluster is for one"
done
finish
