#!/bin/sh
# smith_nvcc.sh [COUNT] [FIRST] : a random kernel of each of a few dozen random stencils,
# compiled for ARCH with all warnings as errors. Several share a translation unit, which
# takes a tenth of the time.
set -u
count=${1:-36}
first=${2:-1}
ARCH=${ARCH:-sm_90}
dir=${DIR:-build/smith-nvcc}
nvcc=${NVCC:-nvcc}
command -v "$nvcc" >/dev/null || nvcc=/usr/local/cuda/bin/nvcc
command -v "$nvcc" >/dev/null || { echo "smith_nvcc.sh: no nvcc: nothing is compiled" >&2; exit 77; }
rm -rf "$dir"
mkdir -p "$dir"

kinds='regular:wide chasing:idxvar direct:naive regular:tile chasing_compressed:warp regular:naive
direct_compressed:zloop direct:idxvar regular:zslice regular:tile_ordered chasing:cluster:innermost
direct:idxvar:innermost direct:cluster:innermost chasing:cluster'
seed=$first
while [ $seed -lt $((first + count)) ]; do
	build/tests/stencilsmith $seed | sed "s/^stencil smith/stencil s$seed/" >"$dir/s$seed.stencil"
	# shellcheck disable=SC2086 # words
	set -- $kinds
	shift $((seed % $#))
	form="-q -o $dir"
	[ $((seed % 3)) != 0 ] || form="$form --precision float"
	kind=$1
	# shellcheck disable=SC2046 # words
	set -- $(echo "$kind" | tr : ' ')
	# shellcheck disable=SC2086 # options are words
	build/stencilgen $form --storage "$1" --access "$2" ${3:+--levels "$3"} "$dir/s$seed.stencil" 2>/dev/null ||
		build/stencilgen $form --storage regular --access idxvar "$dir/s$seed.stencil" ||
		echo "seed $seed" >>"$dir/failed"
	unit=$dir/unit$((seed % 4)).cu
	[ -e "$unit" ] || echo '#include <limits.h>' >"$unit"
	for kernel in "$dir/s$seed"/*.cu; do
		sed -n "s,^#include \"\(.*\)\",#include \"s$seed/\1\",p" "$kernel" >>"$unit.h"
		printf 'namespace s%d {\n#include "s%d/%s"\n}\n' $seed $seed "${kernel##*/}" >>"$unit"
	done
	seed=$((seed + 1))
done
# Headers stand before the namespaces.
for unit in "$dir"/unit*.cu; do
	cat "$unit.h" "$unit" >"$unit.all"
	mv "$unit.all" "$unit"
done
export ARCH nvcc
find "$dir" -name 'unit*.cu' | sort | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} sh -c '
	"$nvcc" -cubin -arch=$ARCH -O1 -std=c++17 -fmad=false -Werror all-warnings -o "{}.cubin" "{}" >"{}.log" 2>&1 ||
		echo "{}" >>"$(dirname "{}")/failed"'
if [ -e "$dir/failed" ]; then
	cat "$dir/failed"
	grep -h 'error' "$dir"/unit*.log | head -20
	echo "0 passed, $(grep -c . "$dir/failed") failed"
	exit 1
fi
echo "$count passed, 0 failed"
