#!/bin/sh
# Templates with one mistake: stencilbench must find the kernel wrong.

. "$(dirname "$0")/../lib/programs.sh"
small="--size 24x20x8 --no-time"

# fault NAME FILE SED-COMMAND BACKEND STENCIL STORAGE ACCESS BLOCK: a template
# with this mistake is caught. Blocks overhang the domain by one thread at most,
# so that a wrong kernel stays in its fields. levels: of the kernel.
levels=outermost
is_caught() {
	[ "$status" = 1 ] &&
	grep -q "^stencilbench: ${stencil}_${storage}_$access$suffix is wrong: [1-9]" "$out/stderr" &&
	grep -Eq "^$storage +$access$suffix .* wrong\$" "$out/stdout" &&
	cells_of "$out/fault.csv" stencil storage access outcome hot_samples |
		grep -q "^$stencil $storage $access wrong 0\$" &&
	{ [ "$mode" = --no-time ] || grep -Eq "^$other .*%\$" "$out/stdout"; }
}
fault() {
	name=$1 file=$2 mistake=$3 backend=$4 stencil=${5##*/} storage=$6 access=$7 mode=${9:---no-time}
	other=${10:-} suffix=
	[ $levels = outermost ] || suffix=_$levels
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$mistake" "templates/$file" >"$out/templates/$file"
	# shellcheck disable=SC2086
	run stencilbench --templates "$out/templates" --backend "$backend" --size 24x20x8 $mode \
		--storage "$storage" --access "$access${other:+,$other}" --levels $levels --block "$8" \
		--csv "$out/fault.csv" \
		"stencils/$5.stencil"
	[ -z "$other" ] || other="$storage +$other"
	if cmp -s "templates/$file" "$out/templates/$file"; then
		fail "$name: $file has nothing like that"
		return
	fi
	check "$name is caught on $backend" is_caught
}
# shellcheck disable=SC2016
{
regular=storage/regular.tmpl
fault 'a neighbour on the wrong side' $regular 's/^c\$shift/2*c - (c$shift)/' host hdiff \
	regular idxvar 10x2x1
fault 'a missing check of the width' cuda/idxvar.tmpl '/if (/s/\$outside/(0 \&\& ($outside)) || j >= height/' host laplap regular naive 7x2x1
fault 'a missing check of the height' cuda/idxvar.tmpl '/if (/s/\$outside/(0 \&\& ($outside)) || i >= width/' host laplap regular naive \
	4x17x1
fault 'a missing check of the levels' cuda/idxvar.tmpl 's/ || k >= depth//' host fastwaves \
	regular naive 4x2x5
fault 'a skipped first column' cuda/idxvar.tmpl 's/if (\$outside/if (!i || $outside/' host \
	copy regular idxvar 8x2x1
fault 'a skipped last row' cuda/idxvar.tmpl 's/if (\$outside/& || j == height - 1/' host upwind regular naive 8x2x1
fault 'fields a level too high' cuda/idxvar.tmpl 's/= k\*stride/= (k + 1)*stride/' host \
	fastwaves chasing idxvar 8x2x1
fault 'a skipped first level' cuda/idxvar.tmpl 's/|| k >=/|| !k || k >=/' host sponge chasing \
	naive 8x2x1
fault 'a neighbour on the wrong side' storage/table.tmpl 's/^\$from + /$from - /' host \
	fastwaves chasing idxvar 8x2x1
fault 'the wrong slot' storage/table.tmpl 's/table\[\$entry\]/table[0*($entry)]/' host hdiff direct idxvar 8x2x1
fault 'a skipped last column' cuda/idxvar.tmpl 's/if (\$outside/& || c == end - 1/' host hdiff direct \
	naive 8x2x1
fault 'a wrong pattern' storage/table_compressed.tmpl 's/pattern\[\$column\]/pattern[first]/' \
	host hdiff direct_compressed idxvar 8x2x1
fault 'a skipped last level' cuda/zslice.tmpl 's/k < \$beyond/& - 1/' host laplap regular \
	zloop 8x2x1
fault 'a skipped level of a slice' cuda/zslice.tmpl 's/k = \$lowest/& + 1/' \
	host fastwaves regular zslice 4x2x1
fault 'a skipped last level' cuda/shared.tmpl 's/k >= depth/k >= depth - 1/' \
	host hdiff chasing shared 8x2x2
fault 'the wrong lane' cuda/warp.tmpl 's/lane % columns;/0;/' host hdiff direct warp 8x2x2
fault 'a skipped first row' $regular 's/int j = 0/int j = 1/' openmp hdiff regular naive 1x1x1
fault 'a skipped row of a block' $regular 's/int j = block/int j = block + 1/' openmp laplacian \
	regular idxvar 1x1x1
fault 'rows that fill no block' $regular 's/block + 16 : grid->height/block + 16 : block/' \
	openmp fastwaves regular naive 1x1x1
fault 'a skipped last level' levels/outermost.tmpl 's/k < grid->top/k < grid->top - 1/' \
	openmp laplap chasing_compressed naive 1x1x1
fault 'kept rows that do not change places' openmp/rows.tmpl 's/^ *\$turn$/if (!k) { $turn }/' \
	openmp laplap regular rows 1x1x1
fault 'kept rows without ends' openmp/rows.tmpl 's/^ *\$ends$/if (j < 2) { $ends }/' openmp laplap regular rows 1x1x1
fault 'the first rows not filled' openmp/rows.tmpl 's/^ *\$first_rows$/if (k < 2) { $first_rows }/' openmp hdiff regular rows 1x1x1
fault 'a skipped last row of a block' openmp/rows.tmpl 's/j < height/j < height - 1/' openmp hdiff regular rows 1x1x1
fault 'a skipped last column of a block' $regular 's/? columns : COLUMNS/? columns - 1 : COLUMNS/' openmp laplap \
	regular rows 1x1x1
fault 'a level too high' cuda/cluster.tmpl 's/= k\*stride/= (k + 1)*stride/' host fastwaves chasing cluster 4x3x2
fault 'a cluster left out' cuda/cluster.tmpl 's/q >= clusters)/q >= clusters - 1)/' host hdiff chasing cluster 16x2x1
fault 'a single column left out' cuda/cluster.tmpl 's/i >= singles)/i >= singles - 1)/' host laplacian chasing cluster 16x2x1
fault 'offsets from the wrong column' cuda/cluster.tmpl 's/= cluster\[2\*q\];/= cluster[0];/' host hdiff direct_compressed cluster 4x3x1
fault 'the offsets of another cluster' cuda/cluster.tmpl 's/cluster\[2\*q + 1\]/cluster[1]/' host laplap chasing_compressed cluster 4x3x1
fault 'a level left out of a slice' cuda/cluster.tmpl 's/k < slice_end; k++/k < slice_end - 1; k++/' host fastwaves chasing cluster 16x2x1
levels=innermost
fault 'the wrong slot' storage/table.tmpl 's/table\[\$entry\]/table[0*($entry)]/' host hdiff chasing idxvar 8x2x1
fault 'a skipped last column' cuda/idxvar_innermost.tmpl 's/COLUMNS, end)/COLUMNS, end - 1)/' host hdiff \
	direct_compressed idxvar 4x3x1
fault 'the first level for all of a vector' stencil_levels.cuh 's/loaded.value\[l\]/loaded.value[0]/' host \
	laplap chasing idxvar 4x3x1
fault 'a level too high' stencil_levels.cuh 's/max(l, -k)/max(l + 1, -k)/' host fastwaves chasing idxvar 4x3x1
fault 'levels of the halo written' stencil_levels.cuh 's/first <= 0 \&\& //' host laplacian chasing idxvar 4x3x1
fault 'swapped columns of a cluster' cuda/cluster_innermost.tmpl 's/= slots.y/= slots.z/' host laplap direct cluster 4x3x1
fault 'a column short around a cluster' cuda/cluster_innermost.tmpl 's/\(row.s + 3.\) = slots.w/\1 = s < 20 ? slots.w : slots.z/' \
	host laplap direct cluster 4x3x1
fault 'a single column left out' cuda/cluster_innermost.tmpl 's/chunk_size + threadIdx.y; i </chunk_size + threadIdx.y + 1; i </' \
	host laplacian chasing cluster 4x3x1
fault 'distances from the wrong column' cuda/cluster_innermost.tmpl 's/const int2 place = .*/const int2 place = { cluster[0], cluster[2*q + 1] };/' host hdiff \
	direct_compressed cluster 4x3x1
fault 'the row of another cluster' cuda/cluster_innermost.tmpl 's/cluster\[place.y\]/cluster[((const int2 *)cluster)->y]/' host \
	laplap chasing_compressed cluster 4x3x1
fault 'a cluster left out' cuda/cluster_innermost.tmpl 's/chunk_size, clusters)/chunk_size, clusters - 1)/' host fastwaves \
	chasing cluster 4x3x1
fault 'levels of one block alone' cuda/cluster_innermost.tmpl 's/blockIdx.y\*blockDim.x/0*blockDim.x/' host laplap chasing cluster 3x4x1
fault 'levels of one block alone' cuda/idxvar_innermost.tmpl 's/blockIdx.y\*blockDim.x/0*blockDim.x/' host hdiff direct \
	idxvar 3x4x1
fault 'a skipped first level' openmp/idxvar_innermost.tmpl 's/k = bottom;/k = bottom + 1;/' openmp laplap \
	direct idxvar 1x1x1
fault 'levels below a segment' cuda/sweep.tmpl 's/if (k < \$first || k >= /if (k >= /' host programs/vadv chasing zloop 8x2x1
fault 'levels of the halo written' cuda/sweep.tmpl 's/if (k < \$first || k >= \$end)/if (k < $first - 1 || k >= $end)/' host programs/vadv chasing zloop 8x2x1
fault 'a vector in the wrong order' cuda/sweep.tmpl 's/l = LEVELS - 1; l >= 0; l--/l = 0; l < LEVELS; l++/' host programs/vadv \
	chasing zloop 8x2x1
levels=outermost
fault 'only what is wrong' cuda/zslice.tmpl 's/k = \$lowest/& + 1/' \
	host laplap regular zslice 8x2x1 '--runs 1' idxvar
}

# Without the barrier, threads that run before the one that finds the columns
# read what is no column: a wrong result, or no result at all.
unordered() {
	run env STENCIL_HOST_ORDER=reverse "$bin/stencilbench" --templates "$1" --backend host \
		--size 24x20x8 --no-time --storage chasing --access shared --block 8x2x2 \
		stencils/laplap.stencil
}
rm -rf "$out/templates"
cp -r templates "$out/templates"
unordered "$out/templates"
check 'threads in reverse order' is_clean
sed '/__syncthreads/d' templates/cuda/shared.tmpl >"$out/templates/cuda/shared.tmpl"
unordered "$out/templates"
check 'a removed barrier is caught on host' test "$status" != 0

# The tools say why a launcher refused a call.
sed 's/grid->row < grid->width/grid->row > 0/' templates/stencil_grid.h >"$out/templates/stencil_grid.h"
for backend in host openmp; do
	run stencilbench --templates "$out/templates" --backend "$backend" --size 24x20x8 --no-time \
		--storage regular --access naive stencils/laplap.stencil
	check "a refusal in words on $backend" \
		grep -q 'naive .* the grid is wider than its rows: raise row to width and the halo$' "$out/stdout"
done
cp templates/stencil_grid.h "$out/templates/stencil_grid.h"

templates_fail() {
	[ "$status" = 3 ] && grep -q "$1" "$out/stderr" && grep -q \
		'^stencilbench: the templates have errors' "$out/stderr"
}
# shellcheck disable=SC2086
run stencilbench $small --templates "$out/empty" stencils/copy.stencil
check 'a folder without templates' templates_fail 'No such file or directory'
# shellcheck disable=SC2016
sed 's/^    \$statements$/    $states/' templates/cuda/idxvar.tmpl >"$out/templates/cuda/idxvar.tmpl"
# shellcheck disable=SC2086
run stencilbench $small --backend host --templates "$out/templates" stencils/copy.stencil
check 'a template with an error' templates_fail 'idxvar.tmpl:.*states'

finish
