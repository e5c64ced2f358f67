#!/bin/sh
# The kernels that take sums of parts: nvcc takes them, parts of any shape and more sums than a launch takes are right, and mistakes
# in them are caught.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/planted.sh

npy u '<f8' 6x61x78 1
npy v '<f8' 6x61x78 2
npy w '<f4' 6x61x78 3
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

# parts STENCIL CUT OPTION...
parts() {
	stencil=$1 cut=$2
	shift 2
	case $stencil in
	sums) set -- --in w="$data/w.npy" --out w="$out/w.npy" --out mass="$out/mass.npy" "$@" ;;
	esac
	stencilrun -q "$out/$stencil.stencil" --in u="$data/u.npy" --in v="$data/v.npy" --out u="$out/u.npy" --backend host \
		--steps 2 --verify --ranks "$cut" "$@"
}
for cut in 1x2 2x1 3x2 7x5; do
	for access in idxvar zloop; do
		good "$cut, $access" parts sums $cut --access $access
	done
	good "$cut, many sums" parts many $cut
done
STENCILGEN_CACHE=$PWD/$out/cache
export STENCILGEN_CACHE
good 'it is right' parts sums 2x2
compiled_by_nvcc totals

# mistake NAME SED-COMMAND [CUT]
mistake() {
	plant "$1" "$2" cuda/totals.tmpl
	run parts sums 3x2 --access idxvar --templates "$out/templates"
	check "$1 is caught" fails 1 'wrong result'
}
mistake 'a level too few' 's|k < levels; k++|k < levels - 1; k++|'
mistake 'another row' 's|(number/grid.width)\*grid.row|(number/grid.width)*grid.width|'
mistake 'a part too far' 's|+ 1)\*partition.count\[axis\] - 1)|+ 1)*partition.count[axis])|'
mistake 'parts as they are numbered' 's|are_columns ? offset_of(partition, array, start + t)|false ? 0|'
mistake 'the last halves first' 's|int s = 512; s > 0; s /= 2|int s = 1; s < 1024; s *= 2|'
mistake 'no floats' 's|? (float)(a + b) :|? a + b :|'
mistake 'another sum' 's|+ array\*width\*height|+ (partition.arrays - 1 - array)*width*height|'
mistake 'the greatest' 's|return b < a ? b : a|return a < b ? b : a|'
finish
