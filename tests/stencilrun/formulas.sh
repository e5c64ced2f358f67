#!/bin/sh
# Values by formulas and numbers on structured grids: of fields of every shape and type, also in several processes.

. "$(dirname "$0")/../lib/programs.sh"

# numbers FILE COUNT TYPE: the last elements of a .npy file, in a line.
numbers() {
	tail -c $(($2*${3#?})) "$1" | od -An -v -w1024 -t "$3" | tr -s ' ' | sed 's/^ //'
}
cat >"$out/copy.stencil" <<'END'
stencil copy {
	in u;
	in float c;
	in column f;
	in profile p;
	in scalar s;
	in int n;
	out v, d, w, m;
	out float e;
	out column g;
	v = u;
	e = c;
	g = f;
	d = p;
	w = s;
	m = n;
}
END
copied() {
	run "$@" "$out/copy.stencil" --size 3x2x2 --backend host --formula 'u=i + 10*j + 100*k' --formula 'c=nx + 10*ny + 100*nz' \
		--formula 'f=i + 10*j' --formula 'p=k + 1' --in s=-2.5 --formula 'n=floor(k/nz) + j' --out v="$out/v.npy" --out d="$out/d.npy" \
		--out w="$out/w.npy" --out e="$out/e.npy" --out g="$out/g.npy" --out m="$out/m.npy" --verify
	check "$1: it runs" is_clean
	check 'indices' test "$(numbers "$out/v.npy" 12 f8)" = '0 1 2 10 11 12 100 101 102 110 111 112'
	check 'sizes, of floats' test "$(numbers "$out/e.npy" 12 f4)" = '223 223 223 223 223 223 223 223 223 223 223 223'
	check 'a column field' test "$(numbers "$out/g.npy" 6 f8)" = '0 1 2 10 11 12'
	check 'a profile' test "$(numbers "$out/d.npy" 12 f8)" = '1 1 1 1 1 1 2 2 2 2 2 2'
	check 'a scalar by a number' test "$(numbers "$out/w.npy" 2 f8)" = '-2.5 -2.5'
	check 'ints' test "$(numbers "$out/m.npy" 12 f8)" = '0 0 0 1 1 1 0 0 0 1 1 1'
}
copied "$bin/stencilrun"
run "$bin/stencilrun" "$out/copy.stencil" --size 3x2x2 --backend host --formula u=1 --in c=1 --in f=1 --in p=1 --in s=1 --formula n=0.5 \
	--out v="$out/none.npy"
check 'no int' fails 1 "--formula n: 0.5 is no int, but field 'n' is: use floor()"
check 'nothing is written' test ! -e "$out/none.npy"

npy a '<f8' 4x19x33 1
lap() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" "$out/smooth.stencil" --formula 'k=0.1*(i + j)/(nx + ny)' --in u="$data/a.npy" --out u="$out/$file.npy" \
		--steps 3 --backend host "$@"
}
printf 'stencil smooth { inout u; in k; boundary u = copy; t = u[west] + u[north]; u = u + k*(t[east] - 2*u); }\n' >"$out/smooth.stencil"
lap one --verify
check 'beside an array' is_clean
lap parts --ranks 2x2
check 'in subdomains' cmp "$out/one.npy" "$out/parts.npy"

on_mesh() { # OPTION...
	run "$bin/stencilrun" stencils/mesh/divergence.stencil --mesh icosahedron:R2B0 --size-levels 2 --in vn=2.5 --in geofac_div=@geofac_div \
		--out div="$out/mesh.npy" --backend host "$@"
}
on_mesh --verify
check 'a number on a mesh' is_clean
cp "$out/mesh.npy" "$out/number.npy"
run "$bin/stencilrun" stencils/mesh/divergence.stencil --mesh icosahedron:R2B0 --size-levels 2 --formula vn=2.5 --in geofac_div=@geofac_div \
	--out div="$out/mesh.npy" --backend host
check 'is that of a formula' cmp "$out/mesh.npy" "$out/number.npy"
on_mesh --size 4x4x4
check 'no --size there' fails 2 '--size is for stencils on structured grids: on meshes give --size-levels'
run "$bin/stencilrun" stencils/sparse/hierarchize.stencil --dim 2 --level 3 --formula u=x1 --size 4x4x4 --out u="$out/none.npy"
check 'nor on sparse grids' fails 2 '--size is for stencils on structured grids, not on sparse grids'
finish
