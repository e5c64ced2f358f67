#!/bin/sh
# What has no levels: shallow water on arrays of two axes keeps its mass; columns among points; mistakes are caught.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/mistakes.sh

shallow=stencils/programs/shallow.stencil
cat >"$data/still.stencil" <<'END'
stencil still {
    in  column x;
    out column u, v, p, uold, vold, pold;

    u = 10*x;
    v = 10*x*x;
    p = 50000 + 1000*x;
    uold = u;
    vold = v;
    pold = p;
}
END
cat >"$data/mass.stencil" <<'END'
stencil mass {
    in column p;
    out scalar mass;
    halo [1,1,0];

    mass = sum(p);
}
END
npy x '<f8' 34x41 1
good 'a state to begin with' stencilrun -q "$data/still.stencil" --in x="$data/x.npy" $(for field in u v p uold vold pold; do
	echo "--out $field=$data/$field.npy"; done) --backend openmp --verify

# water STEPS BACKEND: the state after so many steps, in $out/p.npy.
water() {
	steps=$1 backend=$2
	shift 2
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "$shallow" $(for field in u v p uold vold pold; do echo "--in $field=$data/$field.npy"; done) \
		--out p="$out/p-$steps-$backend.npy" --steps "$steps" --storage regular --backend "$backend" "$@"
}

# mass FILE
mass() {
	stencilrun -q "$data/mass.stencil" --in p="$1" --out mass="$out/mass.npy" --backend openmp &&
	tail -c 8 "$out/mass.npy" | od -A n -t f8
}
for backend in openmp host; do
	good "a step, $backend" water 1 $backend --verify
done
for access in naive zloop zslice tile tile_ordered wide; do
	good "a step, $access" water 1 host --verify --access $access
done
good 'fifty steps' water 50 openmp
check 'two axes' grep -aq "'shape': (34, 41)" "$out/p-50-openmp.npy"
moved() {
	! cmp -s "$out/p-1-openmp.npy" "$out/p-50-openmp.npy"
}
check 'water moves' moved
first=$(mass "$out/p-1-openmp.npy") last=$(mass "$out/p-50-openmp.npy")
echo "mass $first, later $last" >"$out/stdout"
conserved() {
	echo "$1 $2" | awk '{ d = $1 - $2; exit !($1 > 5e7 && d*d <= ($1*1e-13)^2) }'
}
check 'no mass is lost' conserved "$first" "$last"
sed 's/periodic/copy/' $shallow >"$data/open.stencil"
shallow=$data/open.stencil
good 'fifty steps with open ends' water 50 openmp
last=$(mass "$out/p-50-openmp.npy")
check 'mass goes out there' not conserved "$first" "$last"

# What is kept for columns lies in an array of columns.
"$bin/stencilgen" -q --target openmp --storage regular --access idxvar -o "$out/planes.c" tests/data/programs/planes.stencil
check 'columns are kept as columns' grep -q 'return array_bytes(grid) + plane_bytes(grid) + columns_bytes(grid);' "$out/planes.c"

mistake_options='--size 24x20x8 --access idxvar'
mistake 'arrays in one place' program.tmpl '/^%array$/,/^%columns/s/workspace + .bytes/workspace/' tests/data/programs/planes.stencil openmp
mistake 'a plane that is no wider' program.tmpl 's/return wider;/return *grid;/' tests/data/programs/planes.stencil host
finish
