#!/bin/sh
# Each line of a template is in a text that a stencil makes. A line that no stencil can reach is dead: remove it. A line that
# no stencil here reaches has no test: add a stencil to golden/, or to data/, whose texts are in the snapshot.
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.." || exit 1
# The compiler waits until its files are on a disk: a folder in memory is faster.
[ -n "${TMPDIR-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
out=$(mktemp -d "${TMPDIR:-/tmp}/lines.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
. tests/lib/check.sh
. tests/lib/marks.sh

# The tools expand these when they run. cuda/totals: reductions over subdomains; the others: measurements of stencilbench.
tools='^/\*(cuda/totals|cuda/empty|cuda/stream|cuda/peak|openmp/stream|openmp/peak)\.tmpl:'

cp -r templates "$out/templates"
find templates -name '*.tmpl' | sed 's,^templates/,,' | while read -r template; do
	marked "$template" >"$out/templates/$template"
done
# No text has this one.
printf '\n%%planted\n// Planted. /*common.tmpl:0*/\n' >>"$out/templates/common.tmpl"
find "$out/templates" -name '*.tmpl' -exec cat {} + | marks - | grep -vE "$tools" >"$out/all"

compile() { build/stencilgen -q --templates "$out/templates" "$@" 2>>"$out/refused"; }

# emit OPTION... STENCIL... : all texts, with the Fortran modules if there are any. A text that is refused is an error.
number=0
emit() {
	number=$((number + 1))
	compile -o "$out/texts/$number" --fortran "$@" || compile -o "$out/texts/$number" "$@" || echo "$*" >>"$out/failed"
}

for kernel in tests/golden/*.cu tests/golden/*.hip tests/golden/*.c; do
	stencil=${kernel%.*}.stencil
	set -f
	# shellcheck disable=SC2046 # options are words
	emit $(sed -n '1s,^// options: ,,p' "$stencil") "$stencil"
	set +f
done
programs=tests/data/programs
for target in cuda openmp; do
	for levels in outermost innermost; do
		emit --target $target --levels $levels stencils/fastwaves.stencil stencils/mesh/*.stencil \
			stencils/dycore/horizontal_momentum.stencil stencils/dycore/rbf_interpolation.stencil \
			tests/data/meshes/scalars_and_lists.stencil tests/data/random/chosen_written.stencil tests/data/evaluated/half_levels.stencil \
			tests/data/evaluated/half_differences.stencil \
			$programs/extremes.stencil $programs/filled_outs.stencil $programs/scalars_alone.stencil $programs/sum_of_differences.stencil $programs/swept_sums.stencil
	done
	for size in '--dim 1 --level 3' '--dim 10 --level 8'; do
		# shellcheck disable=SC2086 # options are words
		emit --target $target $size stencils/sparse/*.stencil
	done
done
emit --levels innermost --levels-per-load 1 stencils/mesh/divergence.stencil
emit --access planes stencils/star25.stencil tests/data/planes/*.stencil
emit --access planes --precision float --points-per-thread 4 stencils/laplacian.stencil
emit --ahead 2 stencils/dycore/vmix_momentum.stencil tests/data/meshes/sums_of_vertices.stencil
emit --target openmp tests/data/meshes/abs_of_ints.stencil
emit --exchange

marks -r "$out/texts" >"$out/emitted"
check 'every text is emitted' sh -c '! cat "$1"' - "$out/failed"
comm -23 "$out/all" "$out/emitted" >"$out/missing"
check 'a line that no text has is found' grep -qxF '/*common.tmpl:0*/' "$out/missing"
check 'thousands of lines' test "$(wc -l <"$out/emitted")" -gt 4000
unreached() {
	grep -vxF '/*common.tmpl:0*/' "$out/missing" | sed 's,^/\*\(.*\):\(.*\)\*/$,\1 \2,' | while read -r template line; do
		# The compiler reads these.
		[ "$(sed -n "$((line - 1))p" "templates/$template")" != %names ] || continue
		echo "templates/$template:$line: no text has: $(sed -n "${line}p" "templates/$template")"
	done | grep .
}
check 'texts have all other lines' sh -c '! [ "$1" ] || { echo "$1"; false; }' - "$(unreached)"
finish
