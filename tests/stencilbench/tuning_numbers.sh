#!/bin/sh
# The numbers that --tune tries: of access planes and of several steps per launch, and what is stored of these.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

# tries COLUMN ACCESS NUMBERS : those of the kernels that were verified
tries() {
	numbers=$(awk -F, -v column="$1" -v access="$2" 'NR == 1 { for (i = 1; i <= NF; i++) number[$i] = i; next }
		$number["access"] == access { print $number[column] }' "$out/all.csv" | sort -V -u | xargs)
	check "$2 tries $1 $3" test "$numbers" = "$3"
}
# candidates FILE OPTION... : all that --tune would measure
candidates() {
	run stencilbench "$@" --backend host --storage regular --fields soa --no-time --tune "$out/none" --all-blocks --csv "$out/all.csv"
}
# 71 levels are one slice, or equal slices of at most 64 or 32.
candidates stencils/star25.stencil --size 75x41x79 --access planes --rows-per-thread 2
tries levels_per_thread planes '24 36 71'
tries points_per_thread planes '2'
tries ahead planes '1 2 3 4'
tries block planes "32x4x1 32x8x1 32x16x1"
candidates stencils/star25.stencil --size 75x41x79 --access planes --levels-per-thread 40 --ahead 2
tries rows_per_thread planes '1 2 4'
candidates stencils/laplap.stencil --size 70x20x6 --exact --steps-per-launch 2
tries levels_per_thread temporal 6
tries rows_per_thread temporal '1 2 4'
tries rows_per_thread temporal_warp '64 128 256 512'
tries points_per_thread temporal_warp '2 4'
none_fails() {
	! grep -q 'failed\|wrong' "$out/all.csv"
}
check 'all kernels can run' none_fails

# Entries for one and for two steps per launch are apart.
tuned=$out/tuned
best() {
	run stencilbench stencils/laplap.stencil --backend host --size 40x20x6 --storage regular --fields soa --runs 1 --exact --block 64x8x1 \
		--tune "$tuned" --force "$@"
}
best --access idxvar
best --access temporal --rows-per-thread 2 --steps-per-launch 2
both() {
	is_clean && [ "$(grep -c '^best: ' "$tuned")" = 2 ] && [ "$(grep -c ' steps-per-launch=2 ' "$tuned")" = 1 ]
}
check 'both are stored' both
sed -i 's/ steps-per-launch=2 median_us=[0-9.]*/ steps-per-launch=2 median_us=0.003/; / idxvar /s/median_us=[0-9.]*/median_us=0.002/
	/access=idxvar/s/median_us=[0-9.]*/median_us=0.002/' "$tuned"
apply() {
	run stencilrun stencils/laplap.stencil --backend host --size 40x20x6 --formula src=i+j*k --out dst="$out/dst.npy" --swap dst:src --exact \
		--verify --tuned "$tuned" "$@"
}
takes() {
	is_clean && grep -q "^$1 on .* equal to the interpreter" "$out/stdout"
}
apply --steps 5
check 'stencilrun uses the one that computes a step faster' takes laplap_regular_temporal_levels6_steps2
apply --steps 1
check 'that has no more steps than the run' takes laplap_regular_idxvar
apply --steps 6 --save-every 3
check 'nor launches that pass a step to be saved' takes laplap_regular_idxvar
apply --steps 6 --steps-per-launch 2 --save-every 2
check 'or the one with the steps of the option' takes laplap_regular_temporal_levels6_steps2
finish
