#!/bin/sh
# Pictures of fields on structured grids: levels and vertical sections.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$out/keep.stencil" <<'END'
stencil keep { in u; in column g; out v; out column h; v = u; h = g; }
END
# draw FIELD=PLACE OPTION...: a field of 5 x 4 points and 3 levels.
draw() {
	place=$1
	shift
	stencilrun "$out/keep.stencil" -q --backend openmp --size 5x4x3 --out "${place%%=*}=$out/${place#*=}" --in g=1 "$@"
}
# at FILE X Y: the colour of the run that covers a point of the picture of so many pixels.
at() {
	awk -v x="$2" -v y="$3" -v columns="$4" -v rows="$5" '
		/fill=/ { match($0, /fill="#[0-9a-f]*"/); colour = substr($0, RSTART + 7, 6) }
		/^M/ {
			split(substr($0, 2), numbers, /[ hvZ]+/)
			tall = numbers[4]
			left = int((numbers[1] - 56)*columns/560 + 0.5)
			top = int((numbers[2] - 36)/tall + 0.5)
			wide = int(numbers[3]*columns/560 + 0.5)
			if (x >= left && x < left + wide && y == top)
				print colour
		}' "$out/$1"
}
low=440154 high=fde725

good 'a level' draw v=level.svg --formula 'u=(i == 1 && j == 2 ? 1.001 : 0.001) + 5*k'
check 'the lowest one, north above' test "$(at level.svg 1 2 5 4)" = $high
check 'other points are low' test "$(at level.svg 2 2 5 4) $(at level.svg 1 1 5 4) $(at level.svg 0 0 5 4)" = "$low $low $low"
check 'the greatest number' grep -q '>1.001</text>' "$out/level.svg"
check 'its title' grep -q '<title>v, level 0</title>' "$out/level.svg"
good 'another level' draw v=other.svg:level=2 --formula 'u=i == 4 && j == 0 && k == 2 ? 1 : 0'
check 'has its points' test "$(at other.svg 4 0 5 4) $(at other.svg 3 0 5 4)" = "$high $low"
good 'a vertical section' draw v=section.svg:y=3 --formula 'u=i == 2 && j == 3 && k == 0 ? 1 : 0'
check 'the lowest level is below' test "$(at section.svg 2 2 5 3) $(at section.svg 2 0 5 3)" = "$high $low"
check 'has 15 points' test "$(grep -c '^M' "$out/section.svg")" = 5
good 'one of floats' draw v=floats.svg:y=3 --formula 'u=i == 2 && j == 3 && k == 0 ? 1 : 0' --precision float
check 'looks the same' cmp "$out/section.svg" "$out/floats.svg"
good 'a column field' draw h=column.svg --formula u=1
check 'of one number has one colour' test "$(grep -c '<path' "$out/column.svg")" = 1
good 'no numbers' draw v=none.svg --formula 'u=0/(i - i)'
check 'are grey' test "$(at none.svg 3 3 5 4)" = d0d7de
for place in level.svg section.svg:y=20; do
	good "the manual's ${place%%:*}" stencilrun -q stencils/laplap.stencil --size 64x48x16 --backend openmp --out dst="$out/$place" \
		--formula 'src=1/(1 + 0.004*((i - 24 - k)*(i - 24 - k) + (j - 20)*(j - 20)))'
	check 'is checked in' cmp "$out/${place%%:*}" "runtime/pictures/${place%%:*}"
done
if xmllint --version >/dev/null 2>&1; then
	for name in level other section column none; do check "$name.svg" xmllint --noout "$out/$name.svg"; done
fi

for place in v=no.svg:level=3 v=no.svg:y=4; do
	run draw "$place" --formula u=1
	check "$place" fails 2 "no.svg${place#v=no.svg}: the field has "
done
for place in v=no.svg:x=1 v=no.svg: v=no.svg:level v=no.svg:level=-1 v=no.svg:y=1,level=0; do
	run draw "$place" --formula u=1
	check "$place" fails 2 'write the section of a picture as FILE.svg:level=K or FILE.svg:y=J'
done
run draw h=no.svg:y=1 --formula u=1
check 'no section of a column field' fails 2 'no.svg:y=1: a picture needs a field with x and levels'
check 'nothing is written' test ! -e "$out/no.svg"

# As PNG, where librsvg is: the signature, and the width and height in the header.
header() {
	od -An -v -tx1 -N24 "$out/$1" | tr -d ' \n'
}
run draw v=level.png:level=2 --formula u=i+j
if is_clean; then
	check 'a PNG of twice the size' test "$(header level.png)" = 89504e470d0a1a0a0000000d494844520000050000000460
	good 'another one' draw v=again.png:level=2 --formula u=i+j
	check 'has the same bytes' cmp "$out/level.png" "$out/again.png"
else
	check 'no librsvg' fails 3 'level.png:level=2: pictures as .png need librsvg'
	echo 'skipped: pictures as PNG: no librsvg'
fi
finish
