#!/bin/sh
# What stencilrun says of numbers that are none, and of results that differ from the interpreter's.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh

laplap() {
	stencilrun stencils/laplap.stencil --backend openmp "$@"
}

said() {
	[ "$status" = 0 ] && [ "$(cat "$out/stderr")" = "$1" ]
}
run laplap --in src="$data/odd1.npy" --out dst="$out/dst.npy" --verify
check 'NaN and Inf are counted' said "stencilrun: 'src' ($data/odd1.npy): 13 NaN and 26 Inf among 3840 values, the first at z=0, y=0, x=5
stencilrun: 'dst' ($out/dst.npy): 124 NaN and 280 Inf among 3840 values, the first at z=0, y=2, x=5"
good 'but not with --quiet' laplap --in src="$data/odd1.npy" --out dst="$out/dst.npy" -q
good 'nor where there are none' laplap --in src="$data/p1.npy" --out dst="$out/dst.npy"
npy probes '<f8' 37x3 12 odd
run stencilrun stencils/sparse/evaluate.stencil --dim 3 --level 5 --formula u=x1 --in x="$data/probes.npy" \
	--out v="$out/v.npy" --backend host
says_where() {
	[ "$status" = 0 ] && grep -qF "'x' ($data/probes.npy): 1 NaN and 2 Inf among 111 values, the first at probe=1, dimension=2" "$out/stderr"
}
check 'on sparse grids, too' says_where

# A compiler that spoils kernels.
cat >"$out/wrong" <<END
#!/bin/sh
[ ! -e regular_idxvar.c ] || sed -i 's/const double lap_c = 4/const double lap_c = 3/' regular_idxvar.c
exec $cc "\$@"
END
chmod +x "$out/wrong"
here=$(cd "$out" && pwd)
spoiled() {
	CC=$here/wrong STENCILGEN_CACHE=$here/cache "$bin/stencilrun" stencils/laplap.stencil --access idxvar --backend openmp \
		--in src="$data/p1.npy" --verify "$@"
}
refused 1 'wrong result, nothing is written: 2560 of 2560 points differ; dst at (2,2,0): got' spoiled --out \
	dst="$data/dst.npy"
largest="; the largest difference is 4, of 'dst' at z=5, y=15, x=17"
check 'with the largest difference' grep -qF -- "$largest" "$out/stderr"

# A 3 for a 4 in lap_c is off by -src there, and dst has 4 of it.
numbers() {
	od -An -v -tf8 -w8 -j128 "$1"
}
is_difference() {
	numbers "$data/p1.npy" >"$out/src"
	numbers "$1" | paste "$out/src" - | awk '
		{
			x = (NR - 1)%24; y = int((NR - 1)/24)%20
			inside = x >= 2 && x < 22 && y >= 2 && y < 18
			off = $2 + (inside ? 4*$1 : 0)
			if (off > 1e-12 || off < -1e-12)
				wrong++
		}
		END { exit wrong > 0 || NR != 3840 }'
}
before=$(files)
run spoiled --out dst="$data/dst.npy" --difference dst="$out/difference.npy"
check 'the difference is written, the result is not' fails 1 'wrong result, only differences are written: 2560 of 2560'
check 'nothing else' test "$before" = "$(files)"
check 'it is result - expected' is_difference "$out/difference.npy"
run spoiled --out dst="$data/dst.npy" --difference dst="$out/difference.vti"
check 'in any format' test -s "$out/difference.vti"
run spoiled --out dst="$data/dst.npy" --difference dst="$out/none/difference.npy"
both() {
	[ "$status" = 1 ] && grep -q 'none/difference.npy: cannot write: No such file' "$out/stderr" &&
	grep -q 'wrong result, nothing is written: 2560' "$out/stderr"
}
check 'a difference that cannot be written' both
good 'no difference' laplap --in src="$data/p1.npy" --verify --out dst="$out/dst.npy" --difference dst="$out/no.npy"
check 'is written where there is none' test ! -e "$out/no.npy"
refused 2 '--difference is from the interpreter' laplap --in src="$data/p1.npy" --out dst="$data/dst.npy" \
	--difference dst="$data/no.npy"
refused 2 "--difference: 'src' is an in field" laplap --in src="$data/p1.npy" --out dst="$data/dst.npy" --verify \
	--difference src="$data/no.npy"

finish
