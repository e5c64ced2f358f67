#!/bin/sh
# mesh_parts_smith.sh [COUNT] [FIRST] : random stencils on meshes in parts, step after step, by all partitions, with halos for one step and for
# several, against one part, whose results are the interpreter's: plain ones, and those with half levels, scalars, sums and outputs on
# several locations. What parts cannot do they say; that does not count.
# TIME=SECONDS: no stencil is begun later.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/seeds.sh
. tests/lib/mesh_smith.sh

count=${1:-4} first=${2:-1}

# steps FOLDER OPTION...
steps() {
	folder=$out/$1
	shift
	rm -rf "$folder"
	mkdir "$folder"
	# shellcheck disable=SC2046,SC2086 # options are words
	stencilrun "$out/smith.stencil" -q --mesh "$where" --size-levels 4 --steps $count_steps $swap $values "$@" \
		$(outputs_of "$out/smith.stencil" "$folder") 2>"$out/said"
}

# What goes on from step to step: the out as what lies like it, if there is any.
choose_steps() {
	values=$(formulas_of "$out/smith.stencil")
	place=$(sed -n 's/^ *out \(.*\) d0;/\1/p' "$out/smith.stencil")
	field=$(sed -n "s/^ *in $place \(a_[a-z]*\);/\1/p" "$out/smith.stencil")
	count_steps=3 swap=${field:+--swap d0:$field}
	steps one --backend openmp && return
	count_steps=1 swap=
	steps one --backend openmp
}

is_refused() {
	grep -q 'kernels on meshes cannot\|its storage is\|looks up nothing\|is for one alone\|updates . level\|no level has all\|of the mesh has all\|exchanged after each step\|in one subdomain\|has no .* of its own' "$out/said"
}

# compared OPTION... : parts have the bits of one, or say why there are none.
compared() {
	runs=$((runs + 1))
	steps parts "$@" || { is_refused && return 0; echo "$where $*"; cat "$out/said"; return 1; }
	done=$((done + 1))
	for file in "$out"/one/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || { echo "$where, $count_steps steps $swap $*"; return 1; }
	done
}

# in_parts OPTION... : in several, by each partition.
in_parts() {
	for parts in '2' '3 --partition random:5' '5 --partition curve' '2 --exchange-every 2' '4 --partition random:9 --exchange-every 3' \
		'3 --overlap off' '3 --step-halos exchanged' '4 --step-halos exchanged --overlap off --partition random:3'; do
		# shellcheck disable=SC2086
		compared --ranks $parts "$@" || return 1
	done
}

try() {
	for kind in --mesh --half; do
		try_kind $kind "$1" || { echo "stencilsmith $kind $1"; return 1; }
	done
}

try_kind() {
	build/tests/stencilsmith "$1" "$2" >"$out/smith.stencil" || return 1
	names=$(storable "$out/smith.stencil")
	for where in $(meshes_of "$out/smith.stencil"); do
		choose_steps || { is_refused; return; }
		steps one --backend openmp --verify || { cat "$out/said"; return 1; }
		in_parts --backend openmp && in_parts --backend openmp --levels innermost --storage direct \
			&& in_parts --backend openmp --store "$names" && in_parts --backend openmp --store auto --fix p=0.75 --levels innermost || return 1
	done
	STENCIL_HOST_STREAMS=$2
	export STENCIL_HOST_STREAMS
	in_parts --backend host --levels innermost --blocks-per-launch 3 && in_parts --backend host --levels outermost --store "$names"
	status_of_host=$?
	unset STENCIL_HOST_STREAMS
	return $status_of_host
}

done=0 runs=0
try_seeds 'stencilsmith --mesh' "$first" "$count"
check "parts can do $done of $runs" test $((3*done)) -ge $runs
finish
