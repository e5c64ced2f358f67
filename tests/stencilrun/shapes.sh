#!/bin/sh
# How arrays may lie and what shapes they may have: Fortran order, big-endian, a level or a row only.

. "$(dirname "$0")/../lib/programs.sh"

# as_text FILE: its header, and its numbers in hexadecimal, a line each.
as_text() {
	dd if="$1" bs=128 count=1 2>/dev/null | tr -d '\0'
	od -An -v -tx8 -w8 -j128 "$1"
}

# reordered FILE SHAPE: the numbers of an array in C order, but in Fortran order.
reordered() {
	as_text "$1" | awk -v shape="$2" '
		NR == 1 { next }
		{ line[n++] = $0 }
		END {
			split(shape, s, "x")
			for (k = 0; k < s[3]; k++)
				for (j = 0; j < s[2]; j++)
					for (i = 0; i < s[1]; i++)
						print line[(i*s[2] + j)*s[3] + k]
		}'
}

npy src '<f8' 5x9x11 1
npy coeff '<f8' 5x9x11 2
hdiff() {
	stencilrun stencils/hdiff.stencil --backend openmp "$@"
}
good 'C order' hdiff --in src="$data/src.npy" --in coeff="$data/coeff.npy" --out dst="$out/c.npy"

# The same arrays in Fortran order, made with the header that NumPy writes.
for name in src coeff; do
	reordered "$data/$name.npy" 5x9x11 >"$out/$name.hex"
	npy "${name}_f" '<f8' 5x9x11 1 fortran
done
compile_hex() {
	"$cc" -x c -std=c11 -O1 - -o "$out/hex" <<'C'
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
/* hex HEADER little|big < NUMBERS: the first 128 bytes of a file, then numbers. */
int main(int argc, char **argv)
{
	char header[128];
	uint64_t n;
	FILE *file = fopen(argv[1], "rb");
	if (argc != 3 || !file || fread(header, 128, 1, file) != 1)
		return 1;
	fwrite(header, 128, 1, stdout);
	while (scanf("%" SCNx64, &n) == 1) {
		n = *argv[2] == 'b' ? __builtin_bswap64(n) : n;
		fwrite(&n, sizeof n, 1, stdout);
	}
	return 0;
}
C
}
check 'a converter' compile_hex
for name in src coeff; do
	"$out/hex" "$data/${name}_f.npy" little <"$out/$name.hex" >"$out/$name.npy" && mv "$out/$name.npy" "$data/${name}_f.npy"
done
good 'Fortran order' hdiff --in src="$data/src_f.npy" --in coeff="$data/coeff_f.npy" --out dst="$out/f.npy" --verify
says_fortran() {
	as_text "$1" | head -1 | grep -qF "'fortran_order': $2, 'shape': ($3)"
}
check 'the result is in Fortran order, too' says_fortran "$out/f.npy" True '5, 9, 11'
reordered "$out/c.npy" 5x9x11 >"$out/expected"
as_text "$out/f.npy" | sed 1d >"$out/found"
check 'with the same elements' cmp "$out/expected" "$out/found"
good 'C and Fortran order' hdiff --in src="$data/src_f.npy" --in coeff="$data/coeff.npy" --out dst="$out/mixed.npy"
check 'the result is in C order' cmp "$out/c.npy" "$out/mixed.npy"

npy big '>f8' 5x9x11 1
as_text "$data/src.npy" | sed 1d >"$out/src.hex"
"$out/hex" "$data/big.npy" big <"$out/src.hex" >"$out/big.npy"
good 'big-endian' hdiff --in src="$out/big.npy" --in coeff="$data/coeff.npy" --out dst="$out/from_big.npy"
check 'the same result' cmp "$out/c.npy" "$out/from_big.npy"

# A level only, and a row.
npy level '<f8' 9x11 1
npy level3 '<f8' 1x9x11 1
for storage in regular direct; do
	good "a level, $storage" stencilrun stencils/laplap.stencil --in src="$data/level.npy" \
		--out dst="$out/level.npy" --storage $storage --backend openmp --verify
	check 'the result is one' says_fortran "$out/level.npy" False '9, 11'
done
good 'a level of three dimensions' stencilrun stencils/laplap.stencil --in src="$data/level3.npy" \
	--out dst="$out/level3.npy" --backend openmp
check 'the result has three' says_fortran "$out/level3.npy" False '1, 9, 11'
as_text "$out/level.npy" | sed 1d >"$out/expected"
as_text "$out/level3.npy" | sed 1d >"$out/found"
check 'it has the same elements' cmp "$out/expected" "$out/found"

cat >"$out/row.stencil" <<'END'
stencil smooth { in u; in column weight; in profile rate; out v; v = u + rate*weight*(u[-1,0] - 2*u + u[+1,0]); }
END
npy row '<f8' 11 1
npy weight '<f8' 11 2
npy rate '<f8' 1 3
npy rates '<f8' 2 3
smooth() {
	stencilrun "$out/row.stencil" --in u="$data/row.npy" --in rate="$data/rate.npy" --out v="$data/v.npy" \
		--backend openmp "$@"
}
good 'a row' smooth --in weight="$data/weight.npy" --verify
check 'the result is one' says_fortran "$data/v.npy" False '11,'
refused 1 "level.npy has shape (9,11), but field 'weight' needs (x)" smooth --in weight="$data/level.npy"
refused 1 "rates.npy has shape (2), but other fields have z = 1" stencilrun "$out/row.stencil" --in \
	u="$data/row.npy" --in weight="$data/weight.npy" --in rate="$data/rates.npy" --out v="$data/v.npy"

# Fields that have no level.
echo 'stencil plane { in column h; out column d; d = h[west] + h[east] - 2*h; }' >"$out/plane.stencil"
plane() {
	stencilrun "$out/plane.stencil" --backend host --access zloop --verify --out d="$data/v.npy" "$@"
}
good 'columns only' plane --in h="$data/level.npy"
check 'the result is a level' says_fortran "$data/v.npy" False '9, 11'
good 'columns in a row' plane --in h="$data/row.npy"
check 'the result is a row' says_fortran "$data/v.npy" False '11,'
refused 1 "level3.npy has shape (1,9,11), but field 'h' needs (y,x)" plane --in h="$data/level3.npy"

echo 'stencil up { in u; out v; v = u[0,0,+1] - u; }' >"$out/up.stencil"
refused 1 "level.npy has shape (9,11), but 'up' looks up or down: field 'u' needs (z,y,x)" stencilrun \
	"$out/up.stencil" --in u="$data/level.npy" --out v="$data/v.npy"
refused 1 "row.npy has shape (11), but 'laplap' looks north or south: field 'src' needs (y,x)" stencilrun \
	stencils/laplap.stencil --in src="$data/row.npy" --out dst="$data/v.npy"
refused 1 "level.npy has shape (9,11), but field 'coeff' needs (z,y,x)" hdiff --in src="$data/src.npy" --in \
	coeff="$data/level.npy" --out dst="$data/v.npy"

finish
