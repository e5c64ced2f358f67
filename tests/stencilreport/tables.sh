#!/bin/sh
# tables.sh : all that `make tables` does, on the CPU and on small grids: every
# table and figure of the page is there, whole where a CPU can measure it. And
# what stencilbench draws, counts and refuses.
# Long: only in `make check-all`; pages.sh and charts.sh show in less time that pages are whole.
set -u
cd "$(dirname "$0")/../.." || exit 1
bin=${BIN:-build}
out=${OUT:-build/tests}/tables
rm -rf "$out"
mkdir -p "$out" || exit 1
unset CC CXX
LC_ALL=C STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}" OMP_NUM_THREADS=2
export LC_ALL STENCILGEN_CACHE OMP_NUM_THREADS

. tests/lib/check.sh

is_svg() {
	awk -f tests/lib/chart.awk "$1"
}

# As many cells in every row as there are columns; no line without.
is_csv() {
	sed 's/"[^"]*"/x/g' "$1" | awk -F, 'NR == 1 { n = NF } NF != n { exit bad = 1 } END { exit bad || NR < 2 }'
}

# --- make tables, small -------------------------------------------------------

# What a CPU has: no blocks, fewer accesses, no counters.
small='s/512x512x64/24x20x8/g; s/256x256x64/22x20x8/g; s/128x128x64/20x18x8/g; s/64x64x64/16x12x8/g
	s/512x512x\([0-9]\)/24x20x\1/g'
sed -e "$small" -e 's/--ncu //; s/,warp//g; s/,shared//g; s/,zslice//g; s/,zloop//g; s/zloop/idxvar/; s/--block [^ ]*//; s/--unroll [^ ]*//' \
	-e 's/--size/--runs 2 --size/' runtime/results/thesis.runs >"$out/small.runs"
sed -e "$small" -e 's/,\([0-9]*x[0-9]*x[0-9]*\),\([a-z_0-9]*\),\([^,]*\)$/,-,\2,\3/' \
	runtime/results/thesis.csv >"$out/thesis.csv"
sed -e "$small" runtime/results/thesis.page >"$out/small.page"

tables() {
	TOPIC=thesis GPU=cpu BACKEND=openmp RUNS=$out/small.runs PAGE=$out/small.page RESULTS=$out WORK=$out/work \
		BIN=$bin sh runtime/tables.sh "$@"
}

page=$out/cpu/thesis
check 'every part is measured' tables 0
check 'pairs and a random order' tables 1
check 'blocks, sizes, layouts' tables 2
check 'what would be counted' tables 3
for csv in "$page"/data/*.csv "$page"/*.csv; do check "${csv#"$out/"}" is_csv "$csv"; done
for svg in "$page"/*.svg; do check "${svg#"$out/"}" is_svg "$svg"; done
awk '$1 ~ /^[0-9]+$/ { print $3 }' "$out/small.runs" | sort >"$out/wanted"
(cd "$page/data" && ls) | sed 's/\.csv$//' | grep -vx commands >"$out/there"
check 'data of every line of the list' diff "$out/wanted" "$out/there"
awk '/^@table/ { print "table-" $2 } /^@(bars|lines|heat|roofline)/ { print $2 }' "$out/small.page" |
	while read -r name; do [ -s "$page/$name.svg" ] && [ -s "$page/$name.csv" ] || echo "$name"; done >"$out/lacking"
# A CPU has neither blocks nor loops over levels.
printf '%s\n' figure-6.4 figure-6.5 heat-blocks >"$out/expected"
check 'every table and figure that a CPU has' diff "$out/expected" "$out/lacking"
check 'theirs beside ours' grep -q '^| chasing row | 814 | [0-9.,]* |$' "$page/README.md"
check 'patterns' grep -q '^| chasing_compressed row | - | - | 2054 | [0-9]* |' "$page/README.md"
check 'no hole is left' test -z "$(grep '^@' "$page/README.md")"

# Again: from the journal, and nothing changes but what the page says of commands.
cp "$page/README.md" "$out/before"
check 'again, from the journal' tables 1
check 'the same page' diff "$out/before" "$page/README.md"
check 'the page alone' sh -c '! "$@"' sh env TOPIC=thesis GPU=cpu PAGE="$out/small.page" RESULTS="$out" BIN="$bin" \
	RUNS="$out/small.runs" WORK="$out/work" sh runtime/tables.sh page
check 'is the same, too' diff "$out/before" "$page/README.md"

# --- another topic --------------------------------------------------------------

# The same bits, the same few kernels for a part of the list: what is not there is said to lack.
sed -e 's/512x512x512/26x20x6/' -e 's/--ncu //; s/--block [^ ]*/--block 32x2x1 --runs 2/' \
	-e 's/--rows-per-thread [^ ]*/--rows-per-thread 2,4/; s/--levels-per-thread [^ ]*/--levels-per-thread 1/' \
	runtime/results/regular.runs >"$out/regular.runs"
sed 's/512x512x512/26x20x6/' runtime/results/regular.csv >"$out/regular.csv"
cp runtime/results/regular.page "$out/regular.page"
regular() {
	TOPIC=regular GPU=cpu BACKEND=host RUNS=$out/regular.runs PAGE=$out/regular.page RESULTS=$out \
		WORK=$out/work BIN=$bin sh runtime/tables.sh "$@"
}
page=$out/cpu/regular
check 'a topic of tiles' regular 1
check 'its table' grep -q '^| tile 4 rows | 0.655 | [0-9.]* |' "$page/README.md"
check 'its blocks' grep -q '^| tile 4 rows |.* 1 level 32x2x1 |$' "$page/README.md"
check 'its rows' grep -q '^| ordered loads | laplacian | [^|{]* | [0-9.,]* | [0-9.,]* | [0-9.]* | the comp' "$page/README.md"
check 'what was not measured' grep -q '^\*Not measured: .*planes.csv' "$page/README.md"
for file in "$page"/*.svg; do check "regular/${file##*/}" is_svg "$file"; done

# --- meshes ---------------------------------------------------------------------

# Small ones; a CPU has no blocks and counts nothing.
smaller='s/R2B6/R1B1/g; s/R2B7/R1B2/g; s/cap:35/cap:60/g; s/512x256/16x8/'
sed -e "$smaller" -e '/ bench /s/--size-levels [0-9,]*/--size-levels 5 --runs 2/; s/zslice --levels outermost/idxvar/; s/--ncu //; s/--block [^ ]*//' \
	-e 's/--levels-per-load [^ ]*//; s/--columns-per-thread [^ ]*//; s/--registers-per-thread [^ ]*//' \
	-e 's/--blocks-per-launch [^ ]*//; s/--rows-per-thread [^ ]*//; s/--unroll [^ ]*//; s/--levels-per-thread [^ ]*//' runtime/results/mesh.runs >"$out/mesh.runs"
sed -e "$smaller" -e 's/ registers_per_thread=[0-9]* block=33x7x1//g; s/ blocks_per_launch=[0-9]*//g; s/ size_z=[0-9]*//g; s/access=zslice/access=idxvar/g' \
	runtime/results/mesh.page >"$out/mesh.page"
mesh() {
	TOPIC=mesh GPU=cpu BACKEND=openmp RUNS=$out/mesh.runs PAGE=$out/mesh.page RESULTS=$out WORK=$out/work BIN=$bin \
		sh runtime/tables.sh "$@"
}
page=$out/cpu/mesh
for part in 0 1 2 3; do check "meshes, part $part" mesh $part; done
mesh page 2>"$out/lacking"
sed -n 's/.* has a number //p' "$out/lacking" | sort -u | grep -v '_pct$\|_sectors$' >"$out/measurable"
check 'the page lacks what a GPU counts, and nothing else' sh -c "[ -s $out/lacking ] && [ ! -s $out/measurable ]"
check 'a picture' test -s "$page/data/laplacian.svg"
check 'operators' grep -q '^| tangential | edges from 10 edges (hexagons) | [0-9.,]* |  | [0-9.,]* | [0-9.,]* | [0-9.,]* |  | [0-9.,]* |$' "$page/README.md"
check 'levels both ways' grep -q '^| gradient | edges from 2 cells and 2 vertices | [0-9.,]* | [0-9.,]* | [0-9.,]* | [0-9.,]* | [0-9.,]* | [0-9.,]* | [0-9.,]* |$' \
	"$page/README.md"
for file in "$page"/*.svg; do check "mesh/${file##*/}" is_svg "$file"; done

# --- sparse grids ---------------------------------------------------------------

# Small ones, fewer stages; nothing is counted or replayed.
smaller='s/10:10/3:4/g; s/10:7/2:5/g; s/15:7/2:4/g'
sparse() { # TOPIC [PART]
	sed -e "$smaller" -e 's/,\(20:6\|5:15\|5:10\|5:8\)\(:pad\)*//g' \
		-e 's/--ncu //; s/--graph //; s/--probes [0-9]*/--probes 40/; s/--precision/--runs 2 --precision/' \
		-e '/--access/!s/stencils.sparse.\(de\)*hier/--access basic,ichg1,fused &/' "runtime/results/$1.runs" >"$out/$1.runs"
	sed "$smaller" "runtime/results/$1.page" >"$out/$1.page"
	TOPIC=$1 GPU=cpu BACKEND=host RUNS=$out/$1.runs PAGE=$out/$1.page RESULTS=$out WORK=$out/work BIN=$bin \
		sh runtime/tables.sh ${2:+"$2"}
}
sed -e "$smaller" -e '/20:6\|5:15/d' runtime/results/sparse.csv >"$out/sparse.csv"
page=$out/cpu/sparse
for part in 1 2 3 4 5; do check "sparse grids, part $part" sparse sparse $part; done
check 'the page lacks what a GPU counts' sh -c '! "$@"' sh env TOPIC=sparse GPU=cpu RUNS="$out/sparse.runs" \
	PAGE="$out/sparse.page" RESULTS="$out" WORK="$out/work" BIN="$bin" BACKEND=host sh runtime/tables.sh page
sed -n 's/^\*Not measured: \(.*\)\.\*$/\1/p' "$page/README.md" | sort -u >"$out/lacking"
sed -n 's/^COUNTER([^,]*, "\([^"]*\)".*/\1/p' runtime/rows/counters.def >"$out/counted"
echo 'moved from and to memory, GB' >>"$out/counted"
check 'and nothing else' sh -c "[ -s $out/lacking ] && ! grep -qvxFf $out/counted $out/lacking"
check 'stages by grids' grep -q '^| ichg1 | [0-9.]* | [0-9.]* | [0-9.]* |$' "$page/README.md"
check 'launches of sweeps' grep -q '^| 2:5 fused padded launched | 1 | [0-9.]* | [0-9.]* | [0-9.]* |$' "$page/README.md"
check 'theirs beside ours, on a sparse grid' grep -q '^| 3:4 | 1150 | [0-9.]* | [0-9.]* | [0-9.]* | compact launched |$' "$page/README.md"
for file in "$page"/*.svg "$page"/data/*.csv; do
	case $file in
	*.svg) check "sparse/${file##*/}" is_svg "$file" ;;
	*) check "sparse/${file##*/}" is_csv "$file" ;;
	esac
done
page=$out/cpu/sparse_cpu
check 'sparse grids of a CPU' sparse sparse_cpu
check 'how they were measured' grep -q '^stencilbench --backend openmp --cache hot .*evaluate.stencil$' "$page/README.md"
check 'no hole is left in either' test -z "$(cat "$out"/cpu/sparse*/README.md | grep '^@')"
check 'an unknown topic' sh -c '! TOPIC=none GPU=cpu sh runtime/tables.sh page'
for topic in thesis regular unstructured unstructured_cpu sparse sparse_cpu; do
	awk '/^@(table|bars|lines|heat|roofline)/ { print $3 } /^@(rows|matrix)/ { print $2 }' "runtime/results/$topic.page" |
		tr '+' '\n' | sort -u >"$out/named"
	awk '$1 ~ /^[0-9]+$/ { print $3 }' "runtime/results/$topic.runs" | sort >"$out/listed"
	check "$topic: what the page names is listed" test -z "$(comm -23 "$out/named" "$out/listed")"
done

# --- stencilbench: charts, and what it refuses --------------------------------

bench() {
	"$bin/stencilbench" --backend openmp --runs 2 --size 16x12x6 "$@" stencils/laplap.stencil
}

check 'bars' bench --order row,zcurve --svg "$out/bars.svg"
check 'lines' bench --size 16x12x6,24x20x8 --storage regular --access naive --csv "$out/lines.csv" --svg "$out/lines.svg"
check 'roofline' bench --chart roofline --svg "$out/roofline.svg"
check 'heat' "$bin/stencilbench" --backend host --runs 2 --size 16x12x6 --storage chasing --access naive \
	--block 32x1x1,32x2x1,64x1x1 --chart heat --csv "$out/heat.csv" --svg "$out/heat.svg" stencils/laplap.stencil
for kind in bars lines roofline heat; do check "$kind.svg" is_svg "$out/$kind.svg"; done
marks() { # COUNT FILE: so many marks, and rows
	[ "$(grep -c '<title>' "$2.svg")" = "$1" ] && [ "$(awk 'END { print NR - 1 }' "$2.csv")" = "$1" ]
}
check 'a mark for each size' marks 2 "$out/lines"
check 'a cell for each block' marks 3 "$out/heat"
check 'several accesses over sizes' bench --size 16x12x6,24x20x8 --storage regular --access naive,idxvar --csv "$out/many.csv" \
	--svg "$out/many.svg"
check 'many.svg' is_svg "$out/many.svg"
check 'a mark for each of them' marks 4 "$out/many"
check 'a line for each of them' sh -c "[ \"\$(grep -c 'class=\"line ' $out/many.svg)\" = 2 ]"
check 'storages and orders besides' bench --size 16x12x6,24x20x8 --levels outermost --access naive,idxvar --storage chasing,direct \
	--order row,zcurve:4,zcurve:8 --csv "$out/plots.csv" --svg "$out/plots.svg"
check 'plots.svg' is_svg "$out/plots.svg"
check 'a mark for each of them' marks 24 "$out/plots"
check 'a plot for each access' grep -q '>laplap idxvar</text>' "$out/plots.svg"
check 'a column of alignment' sh -c "$bin/stencilbench --backend openmp --no-time --size 9x9x3 \
	--align 8 --csv $out/align.csv stencils/laplap.stencil && cut -d, -f12 $out/align.csv | grep -qx 8"
check 'profile says nothing' sh -c "test -z \"\$($bin/stencilbench --backend openmp --size 9x9x3 \
	--profile stencils/laplap.stencil 2>&1)\""

refused() { # STATUS MESSAGE ARGUMENT...
	expected=$1 message=$2
	shift 2
	bench "$@" >"$out/said" 2>&1
	status=$?
	check "$expected: $message" sh -c "[ $status = $expected ] && grep -qF -e \"$message\" $out/said"
}

refused 3 '--ncu needs backend cuda, not openmp: leave it out' --ncu
refused 2 "unknown chart 'pie' (there are: bars lines heat roofline)" --chart pie
refused 2 '--align accepts a power of two from 1 to 4096, not '\''3' --align 3
refused 3 'cannot write' --svg "$out/log/no.svg"

finish
