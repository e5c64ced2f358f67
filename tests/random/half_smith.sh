#!/bin/sh
# half_smith.sh [COUNT] [FIRST] : random stencils with half levels on meshes, whole and in subdomains, by each access as C and as CUDA
# text on this processor, against the interpreter. What kernels cannot do they say; that does not count. TIME=SECONDS: no stencil is
# begun later.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/seeds.sh
. tests/lib/mesh_smith.sh

count=${1:-8} first=${2:-1}

# verified STENCIL MESH OPTION... : its kernel gives the interpreter's bits, or it says that it cannot be.
verified() {
	stencil=$1 mesh=$2
	shift 2
	# shellcheck disable=SC2046 # options are words
	set -- "$@" $(formulas_of "$stencil") $(outputs_of "$stencil" "$out")
	stencilrun "$stencil" --mesh "$mesh" --size-levels 4 --verify -q "$@" \
		2>"$out/said" && done=$((done + 1)) || grep -q 'kernels on meshes cannot\|its storage is\|no level has all\|of the mesh has all\|but needs at least\|looks up nothing\|is for one alone\|in one subdomain\|has no sweeps\|needs levels\|stores .* for which' "$out/said"
}

try() {
	build/tests/stencilsmith --half "$1" >"$out/smith.stencil" || return 1
	names=$(storable "$out/smith.stencil")
	for where in $(meshes_of "$out/smith.stencil"); do
		for how in 'openmp --levels outermost' 'openmp --levels innermost --steps 2' 'host --levels outermost --access idxvar' 'host --access zloop --levels outermost' \
				'host --access zslice --levels-per-thread 3 --levels outermost' 'host --levels innermost' 'host --levels innermost --blocks-per-launch 3 --block 3x2x1' \
				'host --levels innermost --storage direct --block 3x5x1' 'openmp --levels innermost --precision float' 'openmp --levels outermost --ranks 3' \
				"openmp --levels outermost --store $names" "host --levels innermost --store $names" 'host --levels outermost --store auto --access idxvar' \
				'openmp --levels innermost --store auto' 'openmp --fix p=0.75 --levels outermost' "host --fix p=-2.5 --levels innermost --store $names" \
				'host --fix p=0.25 --levels outermost --access zslice' 'host --levels outermost --access zloop --ahead 2'; do
			# shellcheck disable=SC2086 # options are words
			verified "$out/smith.stencil" "$where" --backend $how || { echo "$where $how"; cat "$out/said"; return 1; }
		done
	done
}

done=0
try_seeds 'stencilsmith --half' "$first" "$count"
run [ $done -ge $((4*tried)) ]
check "kernels can do $done of $((36*tried))" is_clean
finish
