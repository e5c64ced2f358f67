#!/bin/sh
# Params with a value for each step: --param NAME=FILE.csv.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$out/grow.stencil" <<'END'
stencil grow {
	param r, s = 2;
	inout u;
	v = u[west] + u[east];
	u = 0.25*v + r*u + s;
}
END
cat >"$out/pulse.stencil" <<'END'
stencil pulse on triangles {
	param r;
	param int n = 1;
	in cell u;
	out cell v;
	v = r*u + n*sum(c in cells: u[c]);
}
END
npy u '<f8' 3x13x21 1
printf 'r\n0.5\n-0.25\n0.125\n0.75\n-1\n0.3\n' >"$out/r.csv"
printf 'step,s,r\n1,1,9\n2,-2,9\n3,3.5,9\n4,0,9\n5,1,9\n6,2,9\n' >"$out/s.csv"

grow() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" "$out/grow.stencil" --in u="$data/u.npy" --out u="$out/$file.npy" --backend host "$@"
}
by_csv="--param r=$out/r.csv --param s=$out/s.csv"
# Step by step with numbers: the oracle.
cp "$data/u.npy" "$out/now.npy"
paste -d, "$out/r.csv" "$out/s.csv" | sed 1d | while IFS=, read -r r _ s _; do
	"$bin/stencilrun" -q "$out/grow.stencil" --in u="$out/now.npy" --out u="$out/next.npy" --backend host --param r="$r" --param s="$s" &&
		mv "$out/next.npy" "$out/now.npy"
done
# shellcheck disable=SC2086 # options are words
{
	grow all $by_csv --steps 6 --verify
	check 'it is verified' is_clean
	check 'step by step is the same' cmp "$out/all.npy" "$out/now.npy"
	for cut in 2x2 1x3; do
		grow parts $by_csv --steps 6 --ranks $cut --verify
		check "$cut" is_clean
		check "$cut: the same bits" cmp "$out/all.npy" "$out/parts.npy"
	done
	for order in 1 2 3 4; do
		STENCIL_HOST_STREAMS=$order grow parts $by_csv --steps 6 --ranks 2x1
		check "order $order of streams" cmp "$out/all.npy" "$out/parts.npy"
	done
	grow half $by_csv --steps 4 --save-state "$out/state"
	check 'a state' is_clean
	run "$bin/stencilrun" "$out/grow.stencil" --load-state "$out/state" --out u="$out/parts.npy" --backend host --steps 2 $by_csv
	check 'a run that continues takes later values' cmp "$out/all.npy" "$out/parts.npy"
	grow few $by_csv --steps 7
	check 'too few values' fails 1 "r.csv has 6 values of 'r', but the last step is 7"
	check 'nothing is written' test ! -e "$out/few.npy"
	grow few $by_csv --steps 6 --graph --ranks 2x1
	check 'no graph' fails 2 '--param s=FILE.csv changes between steps: leave out --graph'
}
printf '0.5\n0.25\n' >"$out/bare.csv"
grow few --param r="$out/bare.csv"
check 'no name' fails 1 "bare.csv begins with the value 0.5: write the name 'r' in the first line"
echo 'stencil scale { param e; in u; out v; v = e*u; }' >"$out/scale.stencil"
printf 'e\n0.5\n' >"$out/e.csv"
run "$bin/stencilrun" "$out/scale.stencil" --in u="$data/u.npy" --out v="$out/v.npy" --backend host --param e="$out/e.csv" --verify
check 'a name that is an exponent' is_clean
printf 'a,b\n1,2\n' >"$out/other.csv"
grow few --param r="$out/other.csv"
check 'another column' fails 1 "other.csv has several columns, and none is named 'r'"
printf 'r\n1\nfast\n' >"$out/word.csv"
grow few --param r="$out/word.csv" --steps 2
check 'no number' fails 2 "not 'fast', value 2 of $out/word.csv"
grow few --param r="$out/none.csv"
check 'no file' fails 3 'none.csv: No such file or directory'
grow few --param q="$out/r.csv"
check 'no param' fails 2 "'grow' has no param 'q'"

printf 'n,r\n1,0.5\n3,-0.25\n2,0.1\n' >"$out/mesh.csv"
pulse() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" "$out/pulse.stencil" --mesh icosahedron:R2B1 --size-levels 3 --formula 'u=z + 0.1*k' --out v="$out/$file.npy" \
		--backend host --param r="$out/mesh.csv" --param n="$out/mesh.csv" --steps 3 --swap v:u "$@"
}
pulse mesh --verify
check 'on a mesh' is_clean
pulse parts --ranks 3 --verify
check 'in subdomains' is_clean
check 'the same bits' cmp "$out/mesh.npy" "$out/parts.npy"
run "$bin/stencilrun" stencils/sparse/hierarchize.stencil --dim 2 --level 3 --formula u=x1 --param a="$out/r.csv" --out u="$out/none.npy"
check 'no param of sparse grids' fails 2 "has no param 'a'"
finish
