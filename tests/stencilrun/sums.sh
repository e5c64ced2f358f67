#!/bin/sh
# Long: only in `make check-all`.
# Sums and scalars: the same bits on all targets, step after step; scalars as arrays of one number; mistakes are caught.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mistakes.sh

npy u '<f8' 7x34x41 1
npy v '<f8' 7x34x41 2
npy c '<f8' 1 3
npy cc '<f8' 2 3

for backend in openmp host; do
	good "conjugate gradients, $backend" stencilrun -q stencils/programs/cg.stencil --in x="$data/u.npy" \
		--in r="$data/v.npy" --in p="$data/v.npy" --out x="$out/x-$backend.npy" --out rest="$out/rest-$backend.npy" \
		--storage regular --backend $backend --steps 3 --verify
	good "scalars of the caller, $backend" stencilrun -q tests/data/programs/only_scalars.stencil --in a="$data/c.npy" \
		--in b="$data/c.npy" --in u="$data/u.npy" --out c="$out/c.npy" --out v="$out/v.npy" --storage regular \
		--backend $backend --verify
done
for backend in openmp host; do
	for options in '--storage chasing --order random' '--storage chasing_compressed --order hilbert --levels innermost'; do
		# shellcheck disable=SC2086 # options are words
		good "conjugate gradients, $backend $options" stencilrun -q stencils/programs/cg.stencil --in x="$data/u.npy" \
			--in r="$data/v.npy" --in p="$data/v.npy" --out x="$out/x-table.npy" --out rest="$out/rest-table.npy" \
			--backend $backend $options --steps 3 --verify
		check "the residual of a regular grid, $backend $options" cmp "$out/rest-openmp.npy" "$out/rest-table.npy"
	done
done
check 'the same solution' cmp "$out/x-openmp.npy" "$out/x-host.npy"
check 'the same residual' cmp "$out/rest-openmp.npy" "$out/rest-host.npy"
check 'an array of one number' grep -aq "'shape': (1,)" "$out/rest-host.npy"

for options in '--backend openmp --storage regular' '--backend host --storage regular --access idxvar,zloop' '--backend host --storage chasing --order random'; do
	# shellcheck disable=SC2086 # options are words
	good "scalars in turn, $options" stencilbench tests/data/programs/scalars_in_turn.stencil --size 37x41x5 --no-time $options
done

# More sums than go into the same launches.
for options in '--storage regular --access idxvar,zloop' '--storage regular --access zloop --precision float' '--storage chasing --order random --access idxvar'; do
	# shellcheck disable=SC2086 # options are words
	good "ten sums and one, $options" stencilbench tests/data/programs/ten_sums.stencil tests/data/programs/dot.stencil --size 67x41x5 --backend host --no-time $options
done

# Blocks of 1024 threads, whatever is asked for, sum up as many columns; the last one has fewer.
for size in 67x41x5 32x32x3 1x1x1 5x1x2; do
	good "blocks of columns, $size" stencilbench tests/data/programs/norm.stencil tests/data/programs/noise.stencil --size $size \
		--backend host --no-time --storage regular --access zloop --block 1024x1x1,64x2x1,7x5x1
done

# Parts of a domain take columns together.
npy wide '<f8' 5x41x67 5
for ranks in 1x1 2x2 1x3; do
	good "blocks of columns, $ranks" stencilrun -q tests/data/programs/norm.stencil --in a="$data/wide.npy" --out squares="$out/squares-$ranks.npy" \
		--storage regular --access zloop --backend host --ranks $ranks
	check "the sum of one part, $ranks" cmp "$out/squares-1x1.npy" "$out/squares-$ranks.npy"
done

# Threads of a GPU take sums on their way where there are columns enough for them, if no option says otherwise.
npy many '<f8' 2x256x257 4
cat >"$out/norm.stencil" <<'END'
stencil norm {
	in u;
	out scalar s;

	s = sum(u*u);
}
END
ran() {
	run stencilrun "$out/norm.stencil" --in u="$data/$2.npy" --out s="$out/s.npy" --backend "$3" $4
	check "$1 for $2, $3 $4" grep -q "^$1 on $3" "$out/stdout"
}
ran norm_regular_zloop many host ''
ran norm_regular_idxvar many host '--block 64x2x1'
ran norm_regular_idxvar many host '--access idxvar'
ran norm_regular_idxvar many openmp ''
ran norm_regular_idxvar u host ''
ran norm_chasing_zloop many host '--storage chasing --levels outermost'
ran norm_chasing_idxvar_innermost many host '--storage chasing'

run stencilrun -q tests/data/programs/only_scalars.stencil --in a="$data/cc.npy" --in b="$data/c.npy" --in u="$data/u.npy" \
	--out v="$out/v.npy" --backend host
check 'an array of two' fails 1 "has shape (2), but field 'a' needs (1)"

mistake_options='--size 67x41x5 --access idxvar'
# shellcheck disable=SC2016 # for templates
{
mistake 'halves of halves first' cuda/sum.tmpl 's/s = 64; s > 0; s \/= 2/s = 1; s < 128; s *= 2/' tests/data/programs/noise.stencil host
mistake "neighbors of a thread's own first" cuda/sum.tmpl 's/s = 4; s > 0; s \/= 2/s = 1; s < 8; s *= 2/; s/m < s; m++/m + s < 8; m += 2*s/' tests/data/programs/noise.stencil host
mistake 'neighbors first' openmp/sum.tmpl 's/s = 512; s > 0; s \/= 2/s = 1; s < 1024; s *= 2/' tests/data/programs/noise.stencil openmp
mistake 'blocks of 512' openmp/sum.tmpl 's/1024/512/g' tests/data/programs/noise.stencil openmp
mistake 'a missing barrier' cuda/sum.tmpl 's/__syncthreads();//' tests/data/programs/noise.stencil host
mistake 'from the highest level down' cuda/sum.tmpl 's/result = values\[0\]/result = values[(ptrdiff_t)(depth - 1)*stride]/; s/values\[(ptrdiff_t)k\*stride\]/values[(ptrdiff_t)(depth - 1 - k)*stride]/' tests/data/programs/noise.stencil host
mistake 'the last column left out' cuda/sum.tmpl 's/(m + s)\*128 < n)/(m + s)*128 < n - 1)/' tests/data/programs/extremes.stencil host
mistake 'the least for the greatest' openmp/sum.tmpl '/?max/s/ < / > /' tests/data/programs/extremes.stencil openmp
mistake_options='--size 67x41x5 --access zloop --block 64x2x1'
mistake 'neighbors of a block first' cuda/zslice.tmpl 's/apart = 512; apart > 0; apart \/= 2/apart = 1; apart < 1024; apart *= 2/' tests/data/programs/noise.stencil host
mistake 'a missing barrier in a block' cuda/zslice.tmpl 's/__syncthreads();//' tests/data/programs/noise.stencil host
mistake "a block's last column left out" cuda/zslice.tmpl 's/thread + apart < count/thread + apart < count - 1/' tests/data/programs/noise.stencil host
mistake 'columns that two blocks sum up' cuda/zslice.tmpl 's/blockIdx.x\*1024/blockIdx.x*1023/' tests/data/programs/noise.stencil host
mistake 'columns for what blocks have' cuda/program.tmpl 's/const bool by_column, void \*stream)/const bool, void *stream, const bool by_column = true)/' tests/data/programs/noise.stencil host
mistake_options='--size 67x41x5 --access idxvar'
mistake_storage=chasing
mistake_options="$mistake_options --order random"
mistake 'columns as they are numbered' cuda/sum.tmpl 's/\$start_of_/first + /' tests/data/programs/noise.stencil host
mistake 'columns as they are numbered' openmp/sum.tmpl 's/\$start_of_/first + /' tests/data/programs/noise.stencil openmp
mistake_options="$mistake_options --levels innermost"
mistake 'the levels of a plane' program.tmpl 's/grid.pitch = 1//' tests/data/programs/planes.stencil host
mistake_storage=regular
mistake_options='--size 67x41x5 --access idxvar'
mistake 'scalars in one place' program.tmpl '/^%array$/,/^%columns/s/workspace + .bytes/workspace + (($bytes) \& ~(size_t)1023)/' stencils/programs/cg.stencil host
}
finish
