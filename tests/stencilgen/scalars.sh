#!/bin/sh
# Scalars are loaded before the loops of C text: a load behind a condition would keep compilers from taking vectors.

. "$(dirname "$0")/../lib/programs.sh"

stencil=tests/data/programs/guarded_scalars.stencil
for variant in 'regular idxvar' 'regular naive'; do
	storage=${variant% *} access=${variant#* }
	run "$bin/stencilgen" $stencil --target openmp --storage "$storage" --access "$access" -o "$data/"
	text=$(find "$data" -name "${storage}_$access.c")
	values() {
		is_clean && grep -q 'const double warm,$' "$text" && grep -q 'warm\[0\], cool\[0\], time\[0\]' "$text"
	}
	check "$access gets values" values
	# Within loops over columns nothing is read through a pointer to a scalar.
	loads() {
		! sed -n '/for (int c = first/,/^}/p' "$text" | grep '\(warm\|cool\|time\)\[0\]'
	}
	check "$access loads no scalar in loops" loads
done

# An if statement goes on with what one value was before it.
cat >"$out/goes_on.stencil" <<'END'
stencil goes_on {
	in q;
	in scalar rr;
	out z;
	near = rr*2;
	if (west == 0) {
		near = near*q;
	}
	z = near;
}
END
npy q '<f8' 3x4x5 1
npy rr '<f8' 1 2
good 'an if goes on with one value' stencilrun -q "$out/goes_on.stencil" --in q="$data/q.npy" --in rr="$data/rr.npy" --out z="$out/z.npy" \
	--backend openmp --storage regular --verify

run "$bin/stencilgen" $stencil --storage regular --access idxvar -o -
is_loaded() {
	is_clean && grep -q 'const double \*.*warm,$' "$out/stdout"
}
check 'a GPU gets pointers, as scalars are in its memory' is_loaded

finish
