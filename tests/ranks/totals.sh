#!/bin/sh
# The kernels that reduce over subdomains: nvcc takes them, parts of any shape and more sums than a launch takes are right, and mistakes
# in them are caught.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/planted.sh

npy u '<f8' 6x61x78 1
npy v '<f8' 6x61x78 2
npy w '<f4' 6x61x78 3
# Segments of complete blocks: all rows of a subdomain, and rows that several subdomains have.
for shape in 3x97x70 2x6x9001; do
	npy u-$shape '<f8' $shape 4
	npy v-$shape '<f8' $shape 5
	npy w-$shape '<f4' $shape 6
done
cat >"$out/sums.stencil" <<'END'
stencil sums {
	inout u;
	in v;
	inout float w;
	out scalar mass, least;

	mass = sum(u*v);
	least = min(u - v);
	most = max(v);
	weight = sum(w);
	lightest = min(w);
	w = (w + u[west] - lightest)/weight;
	u = u/mass - least*most*v[south];
}
END
# More sums than are taken in a launch, all behind one kernel.
{
	echo 'stencil many {' && echo 'in v;' && echo 'inout u;'
	n=0 all=0
	while [ $n -lt 40 ]; do
		echo "s$n = sum(u + $n*v);"
		all="$all + s$n" n=$((n + 1))
	done
	echo "t = u[west];" && echo "u = t/(1 + $all);" && echo '}'
} >"$out/many.stencil"

# parts STENCIL CUT [SHAPE] OPTION...
parts() {
	stencil=$1 cut=$2 of=
	shift 2
	case ${1-} in
	[0-9]*) of=-$1 && shift ;;
	esac
	case $stencil in
	sums) set -- --in w="$data/w$of.npy" --out w="$out/w.npy" --out mass="$out/mass.npy" "$@" ;;
	esac
	stencilrun -q "$out/$stencil.stencil" --in u="$data/u$of.npy" --in v="$data/v$of.npy" --out u="$out/u.npy" --backend host \
		--steps 2 --verify --ranks "$cut" "$@"
}
for cut in 1x2 2x1 3x2 7x5; do
	for access in idxvar zloop; do
		good "$cut, $access" parts sums $cut --access $access
	done
	good "$cut, many sums" parts many $cut
done
for cut in 1x2 1x3 2x1 1x13; do
	good "$cut, all rows" parts sums $cut 3x97x70
done
for cut in 2x1 3x2 4x1; do
	good "$cut, long rows" parts sums $cut 2x6x9001
	good "$cut, long rows, many sums" parts many $cut 2x6x9001
done
STENCILGEN_CACHE=$PWD/$out/cache
export STENCILGEN_CACHE
good 'it is right' parts sums 2x2
compiled_by_nvcc totals

# mistake NAME SED-COMMAND [CUT SHAPE]
mistake() {
	plant "$1" "$2" cuda/totals.tmpl
	# shellcheck disable=SC2086 # a shape or nothing
	run parts sums "${3:-3x2}" ${4-} --access idxvar --templates "$out/templates"
	check "$1 is caught" fails 1 'wrong result'
}
mistake 'a level too few' 's|k < levels; k++|k < levels - 1; k++|'
mistake 'another row' 's|(number/grid.width)\*grid.row|(number/grid.width)*grid.width|'
mistake 'a part too far' 's|+ 1)\*partition.count\[axis\] - 1)|+ 1)*partition.count[axis])|'
mistake 'parts as they are numbered' 's|kept_at(segment_with(partition, start + t), start + t)\]|start + t]|'
mistake 'the last halves first' 's|int s = BLOCK/2; s > 0; s /= 2|int s = 1; s < BLOCK; s *= 2|'
mistake 'no floats' 's|? (float)(a + b) :|? a + b :|'
mistake 'another sum' 's|(ptrdiff_t)array\*partition.segments|(ptrdiff_t)(partition.arrays - 1 - array)*partition.segments|'
mistake 'the greatest' 's|return b < a ? b : a|return a < b ? b : a|'
mistake 'no block after columns' 's|segment.before + (after <|(after <|' 1x2 3x97x70
mistake 'blocks from the first column' 's|(BLOCK - segment.begin % BLOCK) % BLOCK|0|' 1x2 3x97x70
mistake 'columns of blocks' 's|has_block(.*) ? 1 : columns|columns|' 1x2 3x97x70
mistake 'no columns after blocks' 's|after - segment.blocks\*(BLOCK - 1)|after/BLOCK|' 1x2 3x97x70
mistake 'one row' 's|(y + row)\*partition.size|y*partition.size|' 2x1 2x6x9001
finish
