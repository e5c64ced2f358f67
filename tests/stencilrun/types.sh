#!/bin/sh
# Fields of ints and bools: from .npy files, on all backends and grids; files of other types.

. "$(dirname "$0")/../lib/programs.sh"

for name in wet land; do npy $name '|b1' 4x7x9 ${#name}; done
for name in kind code; do npy $name '<i4' 4x7x9 ${#name}; done
npy u '<f8' 4x7x9 1
npy u_float '<f4' 4x7x9 1
npy coast '|b1' 7x9 2
npy depth '<i4' 7x9 3
npy layer '<i4' 4 4
npy open '|b1' 4 5

# masks OPTION...: with all fields but u; a later --in of a field is refused.
masks() {
	set -- "$@" --out v="$out/v.npy" --out w="$out/w.npy"
	for field in wet land kind code coast depth layer open; do
		case " $* " in *" $field="*) ;; *) set -- "$@" --in $field="$data/$field.npy" ;; esac
	done
	stencilrun -q tests/data/typed/masks.stencil "$@"
}
for grid in '--storage regular' '--storage chasing --levels innermost' '--storage chasing --levels outermost --order random'; do
	for backend in openmp host; do
		# shellcheck disable=SC2086 # options are words
		good "$backend, $grid" masks --in u="$data/u.npy" --backend $backend $grid --verify
		cp "$out/v.npy" "$out/v_${first:=$backend}.npy"
		check 'the same bits' cmp "$out/v.npy" "$out/v_$first.npy"
	done
done
good 'vectors' masks --in u="$data/u_float.npy" --backend host --access wide --verify

other() {
	run masks --in u="$data/u.npy" --backend openmp "$@"
}
npy real '<f8' 4x7x9 1
npy wide '<i8' 4x7x9 1
npy bytes '|u1' 4x7x9 1
other --in kind="$data/real.npy"
check 'reals for ints' fails 1 "real.npy: its elements are of type '<f8', expected '<i4'"
other --in kind="$data/wide.npy"
check 'ints of 64 bits' fails 1 "wide.npy: its elements are of type '<i8', expected '<i4'"
other --in wet="$data/bytes.npy"
check 'bytes for bools' fails 1 "bytes.npy: its elements are of type '|u1', expected '|b1'"
other --in wet="$data/kind.npy"
check 'ints for bools' fails 1 "kind.npy: its elements are of type '<i4', expected '|b1'"
run masks --in u="$data/kind.npy" --backend openmp
check 'ints for reals' fails 1 "kind.npy: its elements are of type '<i4', expected '<f4' or '<f8'"
other --in coast="$data/wet.npy"
check 'a point field for a column field' fails 1 "needs (y,x)"

# --convert: real arrays of the other type.
cat >"$out/sum.stencil" <<'END'
stencil sum { in double a; in float b; in u; out double c; out float d; out v; c = 2*a; d = 2*b; v = 2*u; }
END
npy x8 '<f8' 3x5x6 11
npy x4 '<f4' 3x5x6 12
run "$bin/stencilrun" "$out/sum.stencil" --backend host --in a="$data/x4.npy" --in b="$data/x8.npy" --in u="$data/x8.npy" --out c="$out/c.npy" \
	--out d="$out/d.npy" --out v="$out/v.npy"
check 'other types are refused' fails 1 "x4.npy holds float, but field 'a' is double: --convert converts it"
run "$bin/stencilrun" "$out/sum.stencil" --convert --backend host --in a="$data/x4.npy" --in b="$data/x8.npy" --in u="$data/x8.npy" \
	--out c="$out/c.npy" --out d="$out/d.npy" --out v="$out/v.npy" --verify
check 'converted' test "$(cat "$out/stderr")" = "stencilrun: 'a' ($data/x4.npy): float converted to double
stencilrun: 'b' ($data/x8.npy): double converted to float"
# doubled FILE TYPE OF TYPE: the numbers are twice those of another file, to the digits of float.
reals() {
	tail -c $((90*${2#f})) "$1" | od -An -v -w"${2#f}" -t "$2"
}
doubled() {
	reals "$1" "$2" >"$out/results"
	reals "$3" "$4" >"$out/inputs"
	paste "$out/results" "$out/inputs" | awk '{ d = $1 - 2*$2; if (d*d > 1e-12*$2*$2) bad++ } END { exit bad || NR != 90 }'
}
check 'float values as double' doubled "$out/c.npy" f8 "$data/x4.npy" f4
check 'double values as float' doubled "$out/d.npy" f4 "$data/x8.npy" f8
check 'others stay' doubled "$out/v.npy" f8 "$data/x8.npy" f8

# On a mesh an array of elements is one level.
npy cells '<f8' 16 13
npy level '<f8' 1x16 13
echo 'stencil twice on triangles { in cell u; out cell v; v = 2*u; }' >"$out/twice.stencil"
for shape in cells level; do
	run "$bin/stencilrun" "$out/twice.stencil" --backend host --mesh plane:4x2 --in u="$data/$shape.npy" --out v="$out/$shape.npy" --verify
	check "one level of $shape" is_clean
done
check 'both are equal' cmp "$out/cells.npy" "$out/level.npy"
npy cells4 '<f4' 16 13
run "$bin/stencilrun" "$out/twice.stencil" --precision double --convert --backend host --mesh plane:4x2 --in u="$data/cells4.npy" \
	--out v="$out/cells.npy" -q
check 'converted on a mesh' is_clean
finish
