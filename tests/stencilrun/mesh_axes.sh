#!/bin/sh
# --axes: files on meshes that have (element, level), as those of MPAS.

. "$(dirname "$0")/../lib/programs.sh"

echo 'stencil warm on triangles { in cell u; in edge v; in cell.edges w; in cell column a; inout cell t;
	t = t + a*u + sum(e in edges: w[e]*v[e]); }' >"$out/warm.stencil"
on() {
	stencilrun "$out/warm.stencil" --backend openmp --mesh torus:6x4 "$@"
}
for field in u:cell v:edge t:cell; do
	echo "stencil copy on triangles { in ${field#*:} column x; out ${field#*:} y; y = x*level + x; }" >"$out/copy.stencil"
	for axes in level,element element,level; do
		stencilrun "$out/copy.stencil" --backend openmp --mesh torus:6x4 --size-levels 5 --formula 'x=1/(element + 2)' -q \
			--axes $axes --out y="$out/${field%:*}-$axes.npy" || fail "$field by $axes"
	done
done
header() {
	head -c 128 "$1" | tr -d '\0' | grep -a -o "'shape'.*)"
}
check 'a file by level' test "$(header "$out/v-level,element.npy")" = "'shape': (5, 72)"
check 'and by element' test "$(header "$out/v-element,level.npy")" = "'shape': (72, 5)"

# The same numbers, turned.
turned() {
	od -An -v -tx8 -w8 -j128 "$1" | awk -v rows="$3" -v columns="$4" '
		{ at[NR - 1] = $1 } END { for (j = 0; j < columns; j++) for (i = 0; i < rows; i++) print at[i*columns + j] }' >"$out/turned"
	od -An -v -tx8 -w8 -j128 "$2" | awk '{ print $1 }' | cmp - "$out/turned"
}
check 'with the same numbers' turned "$out/v-level,element.npy" "$out/v-element,level.npy" 5 72
for axes in level,element element,level; do
	good "$axes" on --axes $axes --in u="$out/u-$axes.npy" --in v="$out/v-$axes.npy" --formula w=slot+k+element \
		--formula a=element --in t="$out/t-$axes.npy" --out t="$out/result-$axes.npy" --verify
done
check 'results are the same' turned "$out/result-level,element.npy" "$out/result-element,level.npy" 5 48
good 'a picture, too' on --axes element,level --in u="$out/u-element,level.npy" --in v="$out/v-element,level.npy" \
	--formula w=slot+k+element --formula a=element --in t="$out/t-element,level.npy" --out t="$out/turned.vtu"
good 'of either' on --in u="$out/u-level,element.npy" --in v="$out/v-level,element.npy" \
	--formula w=slot+k+element --formula a=element --in t="$out/t-level,element.npy" --out t="$out/plain.vtu"
check 'is the same' cmp "$out/turned.vtu" "$out/plain.vtu"

rest="--formula w=slot --formula a=1 --formula t=0 --out t=$data/t.npy"
# shellcheck disable=SC2086 # they are words
{
	refused 1 "u-element,level.npy has shape (48,5), but field 'u' needs (48,48) on this mesh: is it (element, level)? Then give \
--axes element,level" on --in u="$out/u-element,level.npy" --formula v=1 $rest
	refused 1 "u-level,element.npy has shape (48,5) by level and element, but field 'u' needs (48,48)" on --axes element,level \
		--in u="$out/u-level,element.npy" --formula v=1 $rest
	refused 2 "--axes accepts level,element or element,level, not 'cell'" on --axes cell --formula u=1 --formula v=1 \
		--size-levels 2 $rest
}
stencilrun --sample 9x9x3 "$out/src.npy" -q
refused 2 "'laplap' is not on a mesh: leave out --axes" stencilrun stencils/laplap.stencil --in src="$out/src.npy" \
	--axes element,level --out dst="$data/dst.npy"

finish
