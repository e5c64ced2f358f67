#!/bin/sh
# nvrtc.sh : every kernel of planes in generated/ that plans can have, compiled by NVRTC for sm_90 as libstencil does, in double,
# those of two stencils in float, and all programs in both: it has its recorder, and NVRTC says nothing.

. "$(dirname "$0")/../lib/programs.sh"

. tests/lib/nvrtc.sh
nvrtc_open
LD_LIBRARY_PATH=$out/driver:$bin NVCC=nvrtc STENCILGEN_CACHE=$PWD/$out/nvrtc
export LD_LIBRARY_PATH NVCC STENCILGEN_CACHE

# plan STENCIL STORAGE ACCESS LEVELS PRECISION
plan() {
	suffix=
	[ "$4" = outermost ] || suffix=_$4
	[ "$5" = double ] || suffix=${suffix}_$5
	echo "$1_$2_$3$suffix on cuda, Fake 0" >"$out/expected"
	echo '0 pieces are left' >>"$out/expected"
	"$out/gpu_plan" "stencils/$1.stencil" "backend=cuda storage=$2 access=$3 levels=$4 precision=$5" >"$out/planned" 2>&1
	check "$1 $2 $3 $4 $5" diff "$out/expected" "$out/planned"
}

for file in generated/*/*.cu; do
	stencil=${file#*/} stem=${file##*/}
	stencil=${stencil%%/*} stem=${stem%.cu} levels=outermost
	case $stem in *_innermost) levels=innermost stem=${stem%_innermost} ;; esac
	case $stem in
	*constant* | sparse* | *_aos* | *_ordered) continue ;;
	regular_* | chasing_compressed_* | direct_compressed_* | chasing_* | direct_*) ;;
	*) continue ;;
	esac
	access=${stem##*_}
	storage=${stem%_*}
	plan "$stencil" "$storage" "$access" $levels double
	case $stencil in
	laplap | sponge) plan "$stencil" "$storage" "$access" $levels float ;;
	esac
done
for stencil in stencils/programs/*.stencil; do
	for options in precision=double precision=float 'storage=chasing levels=innermost'; do
		case $stencil/$options in */fdtd_2d*storage*) continue ;; esac # it asks where sides are
		"$out/gpu_plan" "$stencil" "backend=cuda $options" >"$out/planned" 2>&1
		check "${stencil##*/} $options" grep -q 'on cuda, Fake 0' "$out/planned"
	done
done
check 'NVRTC says nothing' sh -c '! find "$0" -name log -size +0 | grep .' "$out/cache"
finish
