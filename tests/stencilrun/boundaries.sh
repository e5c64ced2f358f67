#!/bin/sh
# Boundaries: halos are filled before what reads them, in each step; what cannot fill them says so; mistakes are caught.
# Long: only in `make check-all`; random stencils have boundaries.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mistakes.sh

npy u '<f8' 7x9x13 1
npy v '<f8' 7x9x13 2
npy f '<f4' 7x9x13 3
npy narrow '<f8' 7x9x5 1
mirrors=tests/data/programs/mirrors.stencil

mirrors() {
	stencilrun -q $mirrors --in u="$data/u.npy" --in old="$data/v.npy" --out u="$out/u.npy" "$@"
}
for options in '--backend openmp' '--backend host --access naive' '--backend host --access zloop'; do
	# shellcheck disable=SC2086 # options are words
	good "mirrors for 9 steps, $options" mirrors --storage regular $options --steps 9 --verify
done
for backend in host openmp; do
	for options in '--storage chasing --order random' '--storage direct_compressed --order hilbert --access naive' \
			'--storage chasing_compressed --levels innermost'; do
		# shellcheck disable=SC2086 # options are words
		good "mirrors for 9 steps, $backend $options" mirrors --backend $backend $options --steps 9 --verify
	done
done
good 'a fresh halo before each step' stencilrun -q stencils/programs/gray_scott.stencil --in u="$data/u.npy" \
	--in v="$data/v.npy" --out unew="$out/unew.npy" --swap unew:u --swap vnew:v --steps 9 --backend host --verify
for backend in host openmp; do
	good "halos of outs go on, too, $backend" stencilrun -q tests/data/programs/filled_outs.stencil --in u="$data/u.npy" \
		--out s="$out/s.npy" --swap h:u --steps 4 --backend $backend --verify
done
for backend in host openmp; do
	good "all rules, $backend" stencilrun -q tests/data/programs/edges.stencil --in a="$data/u.npy" --in u="$data/v.npy" \
		--in v="$data/u.npy" --in w="$data/v.npy" --in p="$data/u.npy" --in f="$data/f.npy" \
		--out q="$out/q.npy" --storage regular --backend $backend --verify
	for levels in outermost innermost; do
		good "all rules by table, $backend, levels $levels" stencilrun -q tests/data/programs/edges.stencil \
			--in a="$data/u.npy" --in u="$data/v.npy" --in v="$data/u.npy" --in w="$data/v.npy" --in p="$data/u.npy" \
			--in f="$data/f.npy" --out q="$out/table.npy" --storage chasing --access idxvar --levels $levels \
			--order hilbert --backend $backend --verify
		check "the same, $backend, levels $levels" cmp "$out/q.npy" "$out/table.npy"
	done
done

run mirrors --storage regular --backend host --fields aos
check 'structs of fields' fails 2 "'mirrors' has 4 kernels, and structs of fields are for one kernel alone"
run stencilrun -q $mirrors --in u="$data/narrow.npy" --in old="$data/narrow.npy" --out u="$out/u.npy" --backend host
check 'a domain narrower than its halo' fails 1 'the domain needs at least 2 columns; it has 1'

run "$bin/stencilgen" -q tests/data/programs/edges.stencil --storage regular --access naive -o "$out/kernels"
check 'a grid has all cells that are filled' grep -q 'extents = { 3, 3, 2, 2, 1, 1 }' "$out/kernels/edges/edges.h"

mistake_options='--size 24x20x8 --access idxvar'
# shellcheck disable=SC2016 # for templates
{
mistake 'a halo that is never filled' cuda/halo.tmpl 's/number >= cells/number >= 0/' stencils/programs/gray_scott.stencil host
mistake 'a halo that is never filled' openmp/halo.tmpl 's/number < cells/number < 0/' stencils/programs/gray_scott.stencil openmp
mistake 'a mirror a cell too far' halo.tmpl 's/? -1 - i/? -i/' tests/data/programs/mirrors.stencil host
mistake 'a period a cell too long' halo.tmpl 's/i : i - n/i : i - n + 1/' stencils/programs/gray_scott.stencil host
mistake 'the second nearest cell' halo.tmpl 's/i : n - 1;/i : n - 2;/' tests/data/programs/edges.stencil host
mistake 'a column left out' halo.tmpl 's/cell.i >= 0/cell.i > 0/' tests/data/programs/mirrors.stencil host
mistake 'levels on the wrong side' halo.tmpl 's/cell.k += depth/cell.k += depth - 1/' tests/data/programs/mirrors.stencil openmp
mistake_storage=chasing
mistake_options='--size 24x20x8 --access idxvar --order random'
mistake 'rows to the north in the first one' cuda/halo.tmpl 's/j = cell.j,/j = cell.j < 0 ? 0 : cell.j,/' tests/data/programs/mirrors.stencil host
mistake 'a row too few beside the halo' halo.tmpl 's/wider.height += north + south/wider.height += north/' tests/data/programs/edges.stencil openmp
mistake_options="$mistake_options --levels innermost"
mistake 'levels above in the highest one' cuda/halo.tmpl 's/k = cell.k;/k = cell.k < depth ? cell.k : depth - 1;/' tests/data/programs/mirrors.stencil host
mistake_storage=regular
mistake_options='--size 24x20x8 --access idxvar'
mistake 'a number in the domain' halo.tmpl 's/^\$field\[at\] = \$value;/{ const int i = cell.i - 1; & }/' tests/data/programs/edges.stencil openmp
}
finish
