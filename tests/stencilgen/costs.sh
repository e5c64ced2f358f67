#!/bin/sh
# What the first lines of kernels on planes say: how levels lie, and what a point costs.

. "$(dirname "$0")/../lib/compiler.sh"

# says TEXT STENCIL OPTION... : the second line of a kernel on an unstructured grid.
says() {
	text=$1 operator=$2
	shift 2
	ends 0 -o - "$@" "$operator.stencil"
	expect "$operator $*: $text" grep -q "^// Storage .*$text\.\$" "$out/text"
}

# Stores of a point, whatever a cluster has of them.
says 'loads 3.25, stores 1, flops 15, bytes 16; look-ups 3' laplap --levels innermost --storage chasing --access cluster
says 'loads 5.5, stores 1, flops 25.75, bytes 24; look-ups 4' hdiff --levels innermost --storage chasing --access cluster
says 'loads 7, stores 1, flops 22.5, bytes 16; look-ups 7' laplap --storage chasing --access cluster
says 'stores 2, .*' fastwaves --levels innermost --storage chasing --access cluster
says 'loads 2.5, stores 0.5, flops 17.5, bytes 16' laplap --storage regular --access wide
says 'loads 7, stores 1, flops 22.5, bytes 16' laplap --storage regular --access tile

# Each column is looked up once, however often it is read.
for levels in outermost innermost; do
	for storage in chasing direct; do
		says 'look-ups 12' laplap --levels $levels --storage $storage --access idxvar
		says 'look-ups 12' hdiff --levels $levels --storage $storage --access idxvar
		says 'look-ups 12' laplap --levels $levels --storage $storage --access idxvar --target openmp
	done
	says 'look-ups 2' fastwaves --levels $levels --storage chasing --access idxvar
done
says 'look-ups 32' laplap --storage chasing --access naive
says 'look-ups 20' laplap --storage direct --access naive

# titled TEXT STENCIL OPTION... : how the second line begins.
titled() {
	text=$1 operator=$2
	shift 2
	ends 0 -o - "$@" "$operator.stencil"
	expect "$operator $*: $text" grep -q "^// Storage $text  Per point: " "$out/text"
}
for access in idxvar cluster; do
	titled "chasing, access $access, levels innermost\." laplap --levels innermost --storage chasing --access $access
	titled "chasing, access $access, levels innermost, in HIP\." laplap --levels innermost --storage chasing --access $access --target hip
done
titled 'chasing, access idxvar, levels innermost, on a CPU\.' laplap --levels innermost --storage chasing --access idxvar --target openmp
titled 'chasing, access cluster\.' laplap --storage chasing --access cluster
titled 'chasing, access idxvar\.' laplap --storage chasing --access idxvar
cp "$root/stencils/programs/cg.stencil" "$root/stencils/programs/vadv.stencil" .
titled 'chasing, access idxvar, levels innermost, 3 kernels\.' cg --levels innermost --storage chasing --access idxvar
titled 'chasing, access zloop, levels innermost, 1 kernel\.' vadv --levels innermost --storage chasing --access zloop
cp "$root/stencils/mesh/divergence.stencil" .
titled 'chasing, access idxvar\.' divergence --levels outermost --access idxvar
titled 'chasing, access idxvar, levels innermost\.' divergence --levels innermost
titled 'chasing, access idxvar, levels innermost, in HIP\.' divergence --levels innermost --target hip
titled 'chasing, access idxvar, levels innermost, on a CPU\.' divergence --levels innermost --target openmp

finish
