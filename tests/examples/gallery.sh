#!/bin/sh
# The gallery in stencils/README.md: it has all stencils, its code and costs are theirs, and its pictures can be drawn again.
. "$(dirname "$0")/../lib/programs.sh"

page=stencils/README.md
tr -s ' \n' '  ' <"$page" >"$out/words"

for stencil in stencils/*.stencil stencils/*/*.stencil; do
	check "$stencil is there" grep -qF "(${stencil#stencils/})" "$out/words"
done
for stencil in stencils/*.stencil stencils/sparse/*.stencil; do
	shipped=$(basename "$stencil" .stencil)
	kernel=generated/$shipped/regular_idxvar.cu
	[ -f "$kernel" ] || kernel=generated/$shipped/sparse_basic_d5_l8.cu
	cost=$(sed -n '2s/.*\(Per point: .*\)\./\1/p; 2s/.*\(Points .*\)/\1/p' "$kernel")
	check "$shipped costs what the page says" grep -qF -e "${cost:-no cost}" "$out/words"
done

awk '/^```stencil$/ { inside = 1; next } /^```/ { inside = 0 } inside { sub(/^ +/, ""); print }' "$page" >"$out/code"
cat stencils/*.stencil stencils/sparse/*.stencil | sed 's/^ *//' >"$out/stencils"
theirs() {
	[ -s "$out/code" ] && ! grep -vxF -f "$out/stencils" "$out/code"
}
check 'the code is theirs' theirs

if command -v python3 >/dev/null; then
	mkdir "$out/pictures"
	good 'the pictures are drawn' python3 stencils/pictures/draw.py "$bin/stencilrun" stencils "$out/pictures"
	for picture in stencils/pictures/*.png; do
		check "$picture" cmp "$picture" "$out/pictures/${picture##*/}"
	done
else
	echo 'skipped: the pictures, there is no python3'
fi
finish
