#!/bin/sh
# recorded.sh : what NVRTC compiles, of single kernels: plans for a GPU, executed, and stencilrun.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/nvrtc.sh
nvrtc_open

# compiled KERNEL OPTIONS OPTIONS_ON_CPU [BYTES]: of shared memory that the launch asks for
compiled() {
	kernel_of "generated/${1%%_*}/${1#*_}.cu" "$1" plane
	executed "stencils/${1%%_*}.stencil" "$2" "$3" "$1" 3 "${4:-0}" 2
}

compiled laplap_regular_shared 'access=shared block=16x4x2' '' $((13*4*16*4)) # SLOTS indices a column
compiled laplap_chasing_compressed_shared 'storage=chasing_compressed access=shared block=16x4x2' \
	storage=chasing_compressed $((13*4*16*4))
compiled hdiff_regular_tile access=tile ''
compiled fastwaves_regular_zslice 'access=zslice block=32x4x2' ''
compiled star13_regular_planes 'access=planes block=32x4x1' '' $((5*68*12*8)) # PLANES of PITCH*rows
compiled sponge_regular_idxvar '' ''
compiled laplap_direct_idxvar_innermost 'storage=direct levels=innermost access=idxvar' 'storage=direct levels=innermost'
compiled laplap_direct_cluster_innermost 'storage=direct levels=innermost access=cluster block=4x8x1' \
	'storage=direct levels=innermost'
compiled hdiff_chasing_compressed_idxvar_innermost 'storage=chasing_compressed levels=innermost access=idxvar' \
	'storage=chasing_compressed levels=innermost'
compiled laplap_direct_cluster_innermost 'storage=direct levels=innermost' 'storage=direct levels=innermost'
compiled laplap_regular_idxvar '' ''
no_warnings
run stencilrun --sample 24x20x6 "$out/u.npy"
check 'stencilrun takes NVRTC, too' as_on_gpu stencilrun stencils/laplap.stencil --backend cuda --in src="$out/u.npy" \
	--out dst="$out/v.npy" --steps 3 --swap dst:src --verify

# Planes by default where they fit the GPU's shared memory.
fits() {
	kernel_of "generated/star25/$1.cu" "star25_$1" plane
	export FAKE_SHARED="$2"
	run as_on_gpu stencilrun stencils/star25.stencil --backend cuda --size 24x17x72 --formula u=i+j*k --out f="$out/v.npy" --verify
	unset FAKE_SHARED
	check "NVRTC, $2 bytes of shared memory: $1" grep -q "star25_$1 on .* equal to the interpreter" "$out/stdout"
}
fits regular_planes $((7*72*40*8))
fits regular_idxvar $((7*72*40*8 - 1))
run as_on_gpu stencilrun stencils/sparse/hierarchize.stencil --backend cuda --dim 2 --level 3 --formula u=x1 --out u="$out/w.npy"
check 'but for sparse grids' fails 3 'on a GPU they need nvcc'
run as_on_gpu "$bin/stencilbench" stencils/laplap.stencil --backend cuda --size 20x20x4
check 'stencilbench does not' fails 3 'to measure them nvcc is needed'
refused stencils/laplap.stencil storage=chasing_constant 'constant memory'

# On meshes: tables, of any degree with where their rows begin, and levels that lie one way and the other.
on_mesh() {
	stencil=$1 stem=$2
	shift 2
	kernel_of "generated/mesh/$stencil/$stem.cu" "${stencil}_$stem" mesh
	run as_on_gpu stencilrun "stencils/mesh/$stencil.stencil" --backend cuda --exact --verify -q "$@"
	check "NVRTC, $stencil $stem" is_clean
}
on_mesh divergence chasing_idxvar_innermost --mesh plane:7x5 --size-levels 5 --formula vn=element*k --in geofac_div=@geofac_div \
	--out div="$out/w.npy"
on_mesh divergence chasing_zslice --mesh plane:7x5 --size-levels 5 --formula vn=element*k --in geofac_div=@geofac_div \
	--levels outermost --access zslice --levels-per-thread 8 --out div="$out/w.npy"
on_mesh tangential rows_idxvar_innermost --mesh dual:icosahedron:R1B1 --size-levels 4 --formula u=element*k \
	--formula weights=slot+element --out v="$out/w.npy"
finish
