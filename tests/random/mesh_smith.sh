#!/bin/sh
# mesh_smith.sh [COUNT] [FIRST] : random stencils on meshes, open and closed, by each access as C and as CUDA text on
# this processor, against the interpreter. What kernels cannot do they say; that does not count.
# Those of tests/data/meshes, which went wrong once, come with the first seed. TIME=SECONDS: no stencil is begun later.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/seeds.sh
. tests/lib/mesh_smith.sh

count=${1:-8} first=${2:-1}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"

# verified STENCIL MESH OPTION... : its kernel gives the interpreter's bits, or it says that it cannot be.
verified() {
	stencil=$1 mesh=$2
	shift 2
	# shellcheck disable=SC2046 # options are words
	set -- "$@" $(formulas_of "$stencil") $(outputs_of "$stencil" "$out")
	stencilrun "$stencil" --mesh "$mesh" --size-levels 4 --verify -q "$@" \
		2>"$out/said" && done=$((done + 1)) || grep -q 'kernels on meshes cannot\|its storage is\|updates . level\|no level has all\|of the mesh has all' "$out/said"
}

try() {
	case $1 in
	*.stencil) cp "$1" "$out/smith.stencil" ;;
	*)         build/tests/stencilsmith --mesh "$1" >"$out/smith.stencil" || return 1 ;;
	esac
	names=$(storable "$out/smith.stencil")
	for where in $(meshes_of "$out/smith.stencil"); do
		for how in 'openmp --access idxvar' 'openmp --access idxvar --storage direct' 'host --access idxvar' \
			'host --access zslice --levels-per-thread 3 --unroll 2' \
			'host --access zloop' 'host --access zslice' 'host --levels innermost' 'openmp --levels innermost' \
			'host --access zslice --block 8x1x3' 'host --access zloop --storage direct --block 8x2x1' \
			'host --levels innermost --blocks-per-launch 3 --block 3x2x1' \
			'host --levels innermost --storage direct --block 3x5x1' 'openmp --levels innermost --storage direct' \
			"openmp --levels outermost --store $names" "host --levels innermost --store $names" \
			"openmp --levels innermost --storage direct --store $names"; do
			# shellcheck disable=SC2086 # options are words
			verified "$out/smith.stencil" "$where" --backend $how || { echo "$where $how"; cat "$out/said"; return 1; }
		done
	done
}

done=0
if [ "$first" = 1 ]; then
	for file in tests/data/meshes/*.stencil; do
		run try "$file"
		check "$file" is_clean
	done
fi
done=0
try_seeds 'stencilsmith --mesh' "$first" "$count"
run [ $done -ge $((4*tried)) ]
check "kernels can do $done of $((32*tried))" is_clean
finish
