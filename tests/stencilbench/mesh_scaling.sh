#!/bin/sh
# Times of subdomains of meshes: rows have what they should, bits are compared first, and what meshes cannot is refused. No time is judged.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

small='--mesh icosahedron:R2B1 --size-levels 3 --runs 1 --scaling strong'
# shellcheck disable=SC2086
{
for backend in openmp host; do
	bench $small --backend $backend --levels outermost,innermost --access idxvar --ranks 1,2,5 --csv "$out/rows.csv" --svg "$out/rows.svg" \
		stencils/mesh/nabla2.stencil
	measured() {
		is_clean && cells_of "$out/rows.csv" scaling mesh grid_x grid_z ranks outcome same_bits messages points | sort -u >"$out/cells" &&
		diff - "$out/cells" <<-'END'
			strong icosahedron:R2B1 320 3 1 measured - 0 960
			strong icosahedron:R2B1 320 3 2 measured yes 1 960
			strong icosahedron:R2B1 320 3 5 measured yes 4 960
		END
	}
	check "a mesh in subdomains, $backend" measured
	timed() {
		[ "$(cells_of "$out/rows.csv" ranks kernel | grep -c .)" = 6 ] &&
		cells_of "$out/rows.csv" step_us alone_us exchange_us serial_us efficiency_pct message_bytes | awk 'NF == 6 && $6' >"$out/cells" &&
		awk '{ for (i = 1; i <= 6; i++) if (!($i > 0)) exit wrong = 1 } END { exit wrong || NR != 4 }' "$out/cells"
	}
	check 'and times of steps, of subdomains alone and of exchanges' timed
done
check 'a table of them' grep -Eq '^nabla2_chasing_idxvar +64x2x1 +320x1x3 +5 +.* yes$' "$out/stdout"
check 'a chart' awk -f tests/lib/chart.awk "$out/rows.svg"

# Several kernels, locations and reductions; halos for several steps.
for stencil in chain passes; do
	for every in 1 2; do
		bench $small --backend host --ranks 1,3 --exchange-every $every --no-time --csv "$out/program.csv" tests/data/ranks/$stencil.stencil
		program() { is_clean && [ "$(cells_of "$out/program.csv" every outcome same_bits | tail -1)" = "$every verified yes" ]; }
		check "$stencil, exchange every $every" program
	done
done
bench $small --backend openmp --ranks 1,3 tests/data/ranks/passes.stencil
check 'times of what reduces' is_clean
bench --mesh plane:9x6,torus:6x5 --size-levels 3 --scaling strong --order given,random:3 --ranks 2 --no-time --journal "$out/journal" \
	stencils/mesh/nabla2.stencil
check 'meshes and orders' is_clean
bench --mesh plane:9x6,torus:6x5 --size-levels 3 --scaling strong --order rcm,random:3 --ranks 2 --no-time --journal "$out/journal" \
	stencils/mesh/nabla2.stencil
check 'the journal has those of one order' grep -q ': 2 of 4 are from the journal' "$out/stderr"

STENCIL_HOST_STREAMS=5:interior
export STENCIL_HOST_STREAMS
bench $small --backend host --ranks 3 --csv "$out/wrong.csv" stencils/mesh/nabla2.stencil
unset STENCIL_HOST_STREAMS
wrong() { fails 1 'in 3 subdomains has other bits than in one' && [ "$(cells_of "$out/wrong.csv" outcome same_bits samples)" = 'wrong no 0' ]; }
check 'wrong subdomains are not timed' wrong

bench --mesh torus:6x5,torus:12x5,torus:12x10 --size-levels 3 --runs 1 --scaling weak --ranks 1,2,4 --backend host --levels outermost,innermost \
	--csv "$out/weak.csv" --svg "$out/weak.svg" stencils/mesh/nabla2.stencil
weak() {
	is_clean && cells_of "$out/weak.csv" scaling mesh size_x ranks same_bits | sort -u >"$out/cells" && diff - "$out/cells" <<-'END' &&
		weak torus:12x10 240 4 yes
		weak torus:12x5 120 2 yes
		weak torus:6x5 60 1 -
	END
	[ "$(cells_of "$out/weak.csv" ranks of_one_subdomain_pct | awk '$2 > 0' | wc -l)" = 6 ]
}
check 'weak scaling: a mesh for each number of subdomains' weak
check 'a chart of it' awk -f tests/lib/chart.awk "$out/weak.svg"
check 'of a line for each kernel' test "$(grep -c '<title>4, nabla2 ' "$out/weak.svg")" = 2
bench --mesh torus:6x5,torus:12x5 --size-levels 3 --scaling weak --ranks 1,2,4 stencils/mesh/nabla2.stencil
check 'too few meshes' fails 2 '--scaling weak needs a mesh for each number of subdomains: --mesh and --size-levels list 2, --ranks 3'
bench $small --ranks 2x2 stencils/mesh/nabla2.stencil
check 'rectangles' fails 2 "--ranks needs numbers of a mesh's subdomains, as 1,2, not '2x2'"
bench $small --periodic x stencils/mesh/nabla2.stencil
check 'a period' fails 2 '--periodic is for stencils on structured grids, not on meshes: leave it out'
bench $small --ranks 321 stencils/mesh/nabla2.stencil
check 'more subdomains than cells' fails 1 'gets no cell: use fewer ranks than 321'
bench --mesh icosahedron:R2B1 --model 2x2 stencils/mesh/nabla2.stencil
check 'a prediction' fails 2 '--mesh is not for several subdomains'
STENCIL_HOST_STREAMS=3
export STENCIL_HOST_STREAMS
bench $small --backend host --ranks 1,2 --graph stencils/mesh/nabla2.stencil
check 'graphs' is_clean
bench $small --backend host --ranks 1,2,3 --graph --csv "$out/sums.csv" tests/data/ranks/passes.stencil
check 'graphs of what reduces' is_clean
check 'have the bits of one subdomain' test "$(cells_of "$out/sums.csv" ranks graph same_bits | tr '\n' ';')" = '1 1 -;2 1 yes;3 1 yes;'
STENCIL_HOST_STREAMS=3:columns
bench $small --backend host --ranks 2 --graph tests/data/ranks/passes.stencil
check 'not without the wait for columns' fails 1 'has other bits than in one'
unset STENCIL_HOST_STREAMS
}
. tests/lib/mpi.sh
run ranks 2 "$bin/stencilbench" $small --backend openmp stencils/mesh/nabla2.stencil
check 'processes' is_clean
STENCIL_HOST_STREAMS=3
export STENCIL_HOST_STREAMS
run ranks 2 "$bin/stencilbench" $small --backend host --graph tests/data/ranks/passes.stencil
check 'graphs of what processes reduce' fails 2 \
	'--graph: a stencil reduces over the mesh, which processes do by messages of MPI: start one process, or leave it out'
finish
