#!/bin/sh
# Long: only in `make check-all`; sparse.sh shows that kernels are right.
# Kernels on sparse grids that are wrong must be caught: templates with a mistake, run as
# sparse.sh runs right ones. What must be found is a wrong result, a data race, or a read
# past the end.

cd "$(dirname "$0")/../.." || exit 1
out=${OUT:-build/sparse-faults}
rm -rf "$out"
mkdir -p "$out"
passed=0 failed=0

# caught NAME MODE GRID STENCIL ACCESS MESSAGE: with the templates in $out/templates.
caught() {
	mkdir -p "$out/stencils"
	rm -f "$out/stencils"/*
	cp "stencils/sparse/$4.stencil" "$out/stencils"
	if STENCILS=$out/stencils GRIDS=$3 ACCESS=$5 TEMPLATES=$out/templates OUT=$out/run ORDERS= \
			sh tests/kernels/sparse.sh "$2" >"$out/log" 2>&1; then
		failed=$((failed + 1))
		printf 'FAILED  %s is not caught (%s)\n' "$1" "$2"
	elif ! grep -q "$6" "$out/log"; then
		failed=$((failed + 1))
		printf 'FAILED  %s: no message "%s" (%s)\n' "$1" "$6" "$2"
		head -n 20 "$out/log" | sed 's/^/        /'
	else
		passed=$((passed + 1))
		printf 'ok      %s is caught (%s)\n' "$1" "$2"
	fi
}

# fault NAME FILE SED-COMMAND MODE GRID STENCIL ACCESS MESSAGE
fault() {
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$3" "templates/sparse/$2" >"$out/templates/sparse/$2"
	if cmp -s "templates/sparse/$2" "$out/templates/sparse/$2"; then
		failed=$((failed + 1))
		printf 'FAILED  %s: %s has nothing like that\n' "$1" "$2"
		return
	fi
	caught "$1" "$4" "$5" "$6" "$7" "$8"
}

wrong=' is .*, not '
race='ThreadSanitizer: data race'
past='ERROR: AddressSanitizer'
basic=basic,

# shellcheck disable=SC2016 # a dollar is a dollar
{
rm -rf "$out/templates"
cp -r templates "$out/templates"
cp tests/data/sparse/wrong_inv1.tmpl "$out/templates/sparse/cuda/inv1.tmpl"
caught 'all groups in one launch' host 3:6 hierarchize inv1 "$wrong"
caught 'all groups in one launch' host-tsan 3:4 hierarchize inv1 "$race"

descending='s/for (int k = top; k > 0; k--)/for (int k = 1; k <= top; k++)/'
ascending='s/for (int k = 1; k <= top; k++)/for (int k = top; k > 0; k--)/'
fault 'a chain done upwards' cuda/ichg1.tmpl "$descending" host 3:6 hierarchize ichg1 "$wrong"
fault 'a chain done downwards' cuda/ichg1.tmpl "$ascending" host 3:6 dehierarchize ichg1_inv3 "$wrong"
last_sync='/^        __syncwarp();$/d'
fault 'no __syncwarp between levels' cuda/ichg1.tmpl "$last_sync" host 3:6 hierarchize ichg1_ctz \
	"$wrong"
fault 'no __syncwarp between levels' cuda/ichg1.tmpl "$last_sync" host-tsan 3:5 hierarchize \
	ichg1_ctz "$race"
fault 'no __syncwarp between trees' cuda/trees.tmpl "$last_sync" host-tsan 2:7 dehierarchize trees \
	"$race"
fault 'no barrier between dimensions' cuda/fused.tmpl '/^        __syncthreads();$/d' \
	host-tsan 3:7 hierarchize fused "$race"
fault 'the levels before they are there' cuda/inv2.tmpl '/find_levels(n, b, l);/{n;d;}' host-tsan 3:4 \
	hierarchize inv2 "$race"
fault 'the wrong parent' library.tmpl 's/find_parent(level, index + 1)/find_parent(level, index)/' \
	host 2:4 hierarchize basic "$wrong"
fault 'the last part of a chain left out' cuda/tile_library.tmpl \
	's/number >= first_tile\[lane + 1\]/number > first_tile[lane + 1]/' host 3:6 hierarchize trees \
	"$wrong"
fault 'a cell beyond the last one' library.tmpl 's/place >= cells ? cells - 1 : //' host-asan 2:3 \
	evaluate "${basic}sred1" "$past"
fault 'the wrong suffix' cuda/evaluate_sred1.tmpl 's/sum_after(l, lane)/sum_after(l, lane - 1)/' \
	host 3:4 evaluate "${basic}sred1" "$wrong"

fault 'a chain done upwards' openmp/ichg1.tmpl "$descending" openmp 3:6 hierarchize ichg1 "$wrong"
fault 'groups that do not wait' openmp/file.tmpl 's/omp for schedule.*/& nowait/' openmp-tsan 3:9 \
	hierarchize inv3 "$race"
fault 'dimensions that do not wait' openmp/file.tmpl 's/omp for$/& nowait/' openmp-tsan 3:9 \
	dehierarchize edges "$race"
fault 'edges of what has been updated' openmp/edges.tmpl 's/?down/?these/; s/?up/?down/; s/?these/?up/' \
	openmp 3:6 hierarchize edges "$wrong"
fault 'edges that are not 0 on the boundary' openmp/edges.tmpl '/low] = 0;$/s/0;/1;/' openmp 3:6 \
	hierarchize edges "$wrong"
fault 'a cell beyond the last one' library.tmpl 's/place >= cells/place > cells/' openmp-asan 2:3 \
	evaluate "${basic}tree" "$past"
fault 'the wrong suffix' openmp/evaluate_sred1.tmpl 's/sum_after(l, t)/sum_after(l, t - 1)/' openmp \
	3:4 evaluate "${basic}sred1" "$wrong"
}
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
