#!/bin/sh
# Levels innermost: the same arrays are read and written, in all orders, whatever the number of levels.
# And where no option says how an unstructured grid lies, it lies so.
# Long: only in `make check-all`; kernels.sh has both orders of levels.

. "$(dirname "$0")/../lib/programs.sh"

laplap() {
	stencilrun stencils/laplap.stencil --in src="$data/src.npy" --out dst="$out/dst.npy" "$@"
}
same() {
	is_clean && grep -q "^laplap_$kernel on .*equal to the interpreter" "$out/stdout" &&
	cmp "$out/dst.npy" "$out/expected.npy"
}
for size in 1x20x24 5x13x17 31x8x9 60x9x11; do
	npy src '<f8' $size 3
	good "$size" laplap -q --backend openmp --storage regular
	mv "$out/dst.npy" "$out/expected.npy"
	for backend in openmp host; do
		for storage in chasing direct_compressed; do
			kernel=${storage}_idxvar_innermost
			for order in row zcurve:4 hilbert random:3; do
				run laplap --verify --backend $backend --storage $storage --order $order --levels innermost --access idxvar
				check "$size on $backend, $storage, $order" same
			done
		done
	done
done
kernel=direct_idxvar_innermost
run laplap --verify --backend host --storage direct --levels innermost --levels-per-load 4 --columns-per-thread 3 --block 5x3x1
sed -i 's/_load4_columns3//; s/_levels4_columns3//' "$out/stdout"
check 'other vectors, columns and blocks' same
for kind in chasing:idxvar chasing:cluster direct_compressed:idxvar direct_compressed:cluster chasing_constant:idxvar; do
	for blocks in 1 3 1000; do
		storage=${kind%:*} access=${kind#*:}
		kernel=${storage}_${access}_innermost
		run laplap --verify --backend host --storage $storage --access $access --order random --levels innermost --blocks-per-launch $blocks --block 4x2x1
		sed -i "s/_blocks$blocks//; s/_points2//" "$out/stdout"
		check "$storage, $access, at most $blocks blocks" same
	done
done
kernel=direct_idxvar_innermost

# Several fields, of columns and of levels, and levels below and above.
npy p1 '<f8' 8x20x24 1
npy p2 '<f8' 8x20x24 2
npy column '<f8' 20x24 10
npy profile '<f8' 8 11
sponge() {
	to=$1
	shift
	stencilrun stencils/sponge.stencil --in u="$data/p1.npy" --in v="$data/p2.npy" --in rate="$data/profile.npy" \
		--in roughness="$data/column.npy" --out u="$to/u.vti" --out v="$to/v.npy" --verify -q "$@"
}
mkdir "$out/regular" "$out/innermost"
good 'a regular grid' sponge "$out/regular"
for backend in openmp host; do
	good "columns and profiles on $backend" sponge "$out/innermost" --storage chasing --levels innermost \
		--order random --backend $backend
	check 'give the same files' diff -r "$out/regular" "$out/innermost"
done
npy src '<f4' 5x20x24 4
good 'floats' laplap -q --storage regular --steps 3 --swap dst:src
mv "$out/dst.npy" "$out/expected.npy"
for backend in openmp host; do
	fastest=idxvar
	[ $backend = openmp ] || fastest=cluster
	run laplap --verify --backend $backend --storage direct --levels innermost --steps 3 --swap dst:src
	kernel=direct_${fastest}_innermost_float
	check "float, steps, on $backend" same
done

# takes KERNEL OPTION...
npy src '<f8' 5x20x24 4
takes() {
	wanted=$1
	shift
	run laplap --verify "$@"
	check "$*: $wanted" takes_it
}
takes_it() {
	is_clean && grep -q "^laplap_$wanted on " "$out/stdout"
}
takes regular_rows
takes regular_rows --storage regular --order zcurve
# notes OPTION... : the grid is regular, whatever the order.
notes() {
	run laplap --verify "$@"
	check "$*: a note" noted
}
noted() {
	[ "$status" = 0 ] && grep -q "^laplap_regular_$kind" "$out/stdout" && [ "$(wc -l <"$out/stderr")" = 1 ] &&
	grep -q '^stencilrun: note: the grid is regular, and --order has no effect: --storage direct has orders$' "$out/stderr"
}
kind=idxvar
notes --access idxvar --order zcurve
notes --order hilbert --block 32x2x1 --backend host
kind=rows
notes --order row --levels outermost
for backend in openmp host; do
	fastest=idxvar
	[ $backend = openmp ] || fastest=cluster
	takes direct_${fastest}_innermost --order zcurve --backend $backend
	takes chasing_${fastest}_innermost --storage chasing --backend $backend
	takes direct_compressed_${fastest}_innermost --storage direct_compressed --backend $backend
	takes direct_${fastest}_innermost --levels innermost --backend $backend
	takes chasing_${fastest}_innermost --storage chasing --levels innermost --backend $backend
	takes chasing_idxvar_innermost --storage chasing --levels innermost --backend $backend --block 2x4x1
	takes direct_$fastest --storage direct --levels outermost --backend $backend
	takes direct_compressed_$fastest --storage direct_compressed --levels outermost --order random --backend $backend
	takes direct_idxvar --storage direct --levels outermost --backend $backend --ranks 2x1
	takes chasing_constant_idxvar --storage chasing_constant --levels outermost --backend host
	takes direct_idxvar --storage direct --access idxvar --backend $backend
	takes direct_idxvar --storage direct --block 32x2x2 --backend $backend
	takes direct_idxvar_innermost --access idxvar --levels innermost --backend $backend
done
# Few levels lie outermost, but on a GPU in a random order; innermost ones have threads of a column each, and no more levels at once than there are.
for few in 1:_levels1_columns1 2:_columns1 3:_columns1; do
	npy src '<f8' "${few%%:*}x20x24" 4
	for order in row zcurve:4 hilbert; do
		takes direct_idxvar --storage direct --backend host --order $order
	done
	takes "direct_idxvar${few#*:}_innermost" --storage direct --backend host --order random:3
	takes "direct_idxvar${few#*:}_innermost" --levels innermost --backend host
	takes direct_idxvar --storage direct --backend openmp --order random:3
	takes direct_idxvar_innermost --storage direct --levels innermost --backend openmp
done
takes direct_cluster_innermost --access cluster --levels innermost --storage direct --backend host
npy src '<f4' 3x20x24 4
takes direct_idxvar_float --storage direct --backend host
takes direct_idxvar_levels2_columns1_innermost_float --levels innermost --backend host
takes chasing_idxvar_levels2_columns4_innermost_float --storage chasing --backend host --columns-per-thread 4
npy src '<f8' 4x20x24 4
takes direct_cluster_innermost --storage direct --backend host
takes direct_idxvar_innermost --storage direct --backend openmp
npy src '<f8' 5x20x24 4
one() {
	is_clean && grep -q "^$wanted on " "$out/stdout"
}
wanted=copy_chasing_idxvar_innermost
run stencilrun stencils/copy.stencil --in src="$data/src.npy" --out dst="$out/dst.npy" --order hilbert
check 'a stencil that has no direct table' one
hdiff() { # KERNEL LEVELS OPTION...
	wanted=hdiff_$1
	npy few '<f8' "$2x20x24" 1
	shift 2
	run stencilrun stencils/hdiff.stencil --in src="$data/few.npy" --in coeff="$data/few.npy" --out dst="$out/dst.npy" --verify \
		--storage direct "$@"
	check "hdiff, $*: $wanted" one
}
hdiff direct_idxvar_aos 8 --fields aos
# Of two fields few levels are some more.
hdiff direct_cluster 8 --backend host
hdiff direct_cluster_innermost 8 --backend host --order random
hdiff direct_cluster_innermost 8 --backend host --levels innermost
hdiff direct_cluster_innermost 9 --backend host
hdiff direct_idxvar_innermost 8 --backend openmp

# Tuning files, with levels and from before there was a choice.
tuned() {
	{
		echo 'program: stencilbench 0'
		echo "best: stencil=laplap size=24x20x5 precision=double order=zcurve:16 storage=direct access=idxvar fields=soa$1 block=$2 median_us=1 text=0"
	} >"$out/tuned"
}
tuned ' levels=innermost' 3x40x1
takes direct_idxvar_innermost --tuned "$out/tuned" --force --backend host
takes direct_idxvar_innermost --tuned "$out/tuned" --force --backend openmp --levels innermost
refused 1 'has no kernel of' laplap --tuned "$out/tuned" --force --levels outermost
tuned ' levels=outermost' 32x2x1
takes direct_idxvar --tuned "$out/tuned" --force --backend host
tuned '' 32x2x1
takes direct_idxvar --tuned "$out/tuned" --force --backend host
tuned ' levels=-' 32x2x1
sed -i 's/order=zcurve:16 storage=direct/order=- storage=regular/' "$out/tuned"
takes regular_idxvar --tuned "$out/tuned" --force --backend host
takes regular_idxvar --tuned "$out/tuned" --force --backend host --order row --levels outermost
tuned ' levels=inermost' 32x2x1
refused 2 "unknown order of levels and columns 'inermost'; did you mean 'innermost'? (there are: outermost innermost)" \
	laplap --tuned "$out/tuned" --force

refused 2 "unknown order of levels and columns 'inner'" laplap --levels inner
refused 2 "unknown order of levels and columns 'all'" laplap --levels all
refused 2 'levels are innermost on unstructured grids only' laplap --storage regular --levels innermost
lists_none() {
	! grep -q 'legal for' "$out/stderr"
}
refused 2 'access naive is for levels outermost: use --levels outermost' laplap --storage direct --levels innermost --access naive
check 'no kernels are listed' lists_none
for storage in direct direct_compressed; do
	takes ${storage}_cluster --storage $storage --access cluster --backend host
done
takes direct_idxvar_blocks8_innermost --backend host --storage direct --levels innermost --access idxvar --blocks-per-launch 8 \
	--columns-per-thread 1
tuned ' levels=innermost blocks-per-launch=8 columns-per-thread=1' 4x4x1
takes direct_idxvar_blocks8_innermost --tuned "$out/tuned" --force --backend host
refused 2 'persistent blocks update a column a thread at a time' laplap --backend host --storage direct --levels innermost \
	--access idxvar --blocks-per-launch 8 --columns-per-thread 2
refused 2 'idxvar has no block 32x2x2: x goes along levels and y along columns: z must be 1' laplap --backend host \
	--levels innermost --block 32x2x2
# No compiler has vectors of other numbers, and none gets to see them.
for number in 3 5 6 7; do
	refused 2 "levels-per-load is a power of two from 1 to 8, not $number: there are no vectors of $number" laplap --backend host \
		--storage direct --levels innermost --levels-per-load $number
done
tuned ' levels=innermost levels-per-load=3' 3x40x1
refused 2 'there are no vectors of 3' laplap --tuned "$out/tuned" --force --backend host
refused 2 'idxvar has no block 32x64x1: a block has 1024 threads at most' laplap --backend host --levels innermost --block 32x64x1
# A cluster's thread may have 128 of 65536 registers.
refused 2 'cluster has no block 64x9x1: its threads may have 128 registers each, so a block has 512 of them at most' laplap \
	--backend host --storage direct --access cluster --levels innermost --block 64x9x1
takes direct_cluster_innermost --storage direct --access cluster --levels innermost --backend host --block 64x8x1
takes direct_cluster_registers64_innermost --storage direct --access cluster --levels innermost --backend host --block 64x16x1 --registers-per-thread 64
refused 2 'its threads may have 96 registers each, so a block has 672 of them at most' laplap --backend host --storage direct \
	--levels innermost --registers-per-thread 96 --block 32x22x1
# A number that the only kernel does not have.
refused 2 'laplap_direct_idxvar_innermost has no --blocks-per-launch on openmp' laplap --backend openmp --storage direct --levels innermost \
	--blocks-per-launch 4
refused 2 'laplap_direct_idxvar_innermost has no --points-per-thread on cuda' laplap --backend host --storage direct --levels innermost \
	--access idxvar --points-per-thread 2
for number in levels-per-thread unroll; do
	refused 2 "laplap_direct_cluster_innermost has no --$number on cuda" laplap --backend host --storage direct --levels innermost \
		--access cluster --$number 4
done
refused 2 'levels are innermost with fields soa only' stencilrun stencils/hdiff.stencil --in src="$data/p1.npy" --in \
	coeff="$data/p2.npy" --out dst="$out/dst.npy" --levels innermost --fields aos
refused 2 'it has no levels above each other' stencilrun stencils/sparse/hierarchize.stencil --dim 2 --level 3 \
	--formula 'u=x1*x2' --out u="$out/dst.npy" --levels innermost

finish
