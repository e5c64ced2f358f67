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
finish
