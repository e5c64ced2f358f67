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
run hdiff --store lap --backend host --storage chasing --levels innermost --access cluster
check 'clusters' fails 2 "'hdiff' has 2 kernels, and access cluster is for one"
finish
