#!/bin/sh
# Kernels that go through columns among others: solutions of tridiagonal systems have small residuals; halos that are not
# filled and neighbours that are not made are seen.
# Long: only in `make check-all`; random stencils have sweeps.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mistakes.sh

npy p '<f8' 9x20x24 1
npy q '<f8' 9x20x24 2
for backend in host openmp; do
	good "tridiagonal systems, $backend" stencilrun -q tests/data/programs/residual.stencil --in p="$data/p.npy" \
		--in q="$data/q.npy" --out x="$out/x.npy" --out most="$out/most-$backend.npy" --storage regular \
		--backend $backend --verify
done
check 'the same residual' cmp "$out/most-host.npy" "$out/most-openmp.npy"
tail -c 8 "$out/most-host.npy" | od -A n -t f8 >"$out/residual"
check 'of some roundings' awk '{ exit !($1 > 0 && $1 < 4*2.3e-16) }' "$out/residual"

sed 's|dp = (p - a\*dp|dp = (p + a*dp|' tests/data/programs/residual.stencil >"$data/wrong.stencil"
good 'other systems' stencilrun -q "$data/wrong.stencil" --in p="$data/p.npy" --in q="$data/q.npy" --out x="$out/x.npy" \
	--out most="$out/most.npy" --storage regular --backend openmp
tail -c 8 "$out/most.npy" | od -A n -t f8 >"$out/residual"
check 'have a large one' not awk '{ exit !($1 < 1e-3) }' "$out/residual"

for storage in 'chasing --order random' 'direct --order zcurve' 'direct_compressed --order row'; do
	for backend in host openmp; do
		# shellcheck disable=SC2086 # options are words
		bench tests/data/programs/swept_neighbours.stencil --backend $backend --size 9x6x7 --no-time --storage $storage
		check "neighbors, $storage, $backend" test "$status" = 0
	done
done

mistake_options='--size 24x20x8'
# shellcheck disable=SC2016 # for templates
{
mistake 'a halo that is never filled' cuda/halo.tmpl 's/number >= cells/number >= 0/' tests/data/programs/swept_beside.stencil host
mistake 'a halo that is never filled' openmp/halo.tmpl 's/number < cells/number < 0/' tests/data/programs/swept_beside.stencil openmp
mistake 'columns of the domain alone' program.tmpl 's/return wider;/return *grid;/' tests/data/programs/swept_beside.stencil host
mistake 'columns of the domain alone' program.tmpl 's/return wider;/return *grid;/' tests/data/programs/swept_beside.stencil openmp
}
finish
