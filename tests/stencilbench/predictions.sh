#!/bin/sh
# Predicted times beside the measured ones of --tune.

. "$(dirname "$0")/../lib/programs.sh"

# Each row has a measured and a predicted time.
rows_have() {
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) number[$i] = i; next }
		!($number["predicted_us"] > 0) || !($number["hot_median_us"] > 0) { bad = 1 }
		END { exit bad || NR < 3 }' "$out/all.csv"
}
for backend in openmp host; do
	run stencilbench stencils/laplap.stencil --backend "$backend" --size 40x30x8 --storage regular --access idxvar,naive --fields soa --runs 2 \
		--precision all --tune "$out/tuned-$backend" --force --csv "$out/all.csv"
	check "$backend has a column" grep -q '^storage access .* us .*+- model ' "$out/stdout"
	check "$backend explains it" grep -q '^model predicted us, at least: the longest of memory, ' "$out/stdout"
	check "$backend predicts all rows" rows_have
	check "$backend measures all accesses that are named" sh -c 'grep -q "^regular idxvar" "$0" && grep -q "^regular naive" "$0"' "$out/stdout"
done
run stencilbench stencils/laplap.stencil --backend openmp --size 40x30x8 --storage regular --runs 2 --csv "$out/all.csv"
no_model() {
	is_clean && ! grep -q model "$out/stdout" && awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) number[$i] = i; next }
		$number["predicted_us"] != 0 { bad = 1 } END { exit bad }' "$out/all.csv"
}
check 'without --tune there is none' no_model
# On meshes and for several steps, too.
run stencilbench stencils/mesh/divergence.stencil --backend openmp --mesh torus:16x12 --size-levels 7 --runs 2 --tune "$out/tuned" --force \
	--csv "$out/all.csv"
check 'on a mesh' rows_have
run stencilbench stencils/laplap.stencil --backend host --size 40x20x6 --steps-per-launch 2 --access temporal_warp --points-per-thread 2,4 \
	--rows-per-thread 64 --storage regular --exact --runs 2 --tune "$out/tuned" --force --csv "$out/all.csv"
check 'of several steps' rows_have
# The journal has them.
resumed() {
	run stencilbench stencils/laplap.stencil --backend openmp --size 40x30x8 --storage regular --access idxvar,naive --fields soa --runs 2 \
		--tune "$out/tuned-openmp" --force --journal "$out/journal" --csv "$out/all.csv"
	rows_have
}
check 'journal' resumed
check 'journal, again' resumed
finish
