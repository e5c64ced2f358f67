#!/bin/sh
# Scalars on meshes: in kernels of all accesses, of both orders of levels, in conditions, sweeps and stored intermediates. Sums over
# meshes, and the least and greatest values: the same bits for all kernels and orders of elements.
# Long: only in `make check-all`; random stencils on meshes have scalars.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/scalars.stencil" <<'END'
stencil scalars on triangles {
    in cell h; in edge u; in scalar s; in float scalar t; in int scalar n; in profile p;
    out cell g; out edge e; inout vertex v;
    stored cell w = s > 1 && n < 4 ? h*s : h - s;
    g = w + sum(f in edges: u[f]*s) + p*t;
    e = u*(s - n) + w[cells[0]];
    if (t > 0.5) { v = v + s*level; } else { v = n; }
}
END
cat >"$data/swept.stencil" <<'END'
stencil swept on polygons {
    in vertex h; in scalar s, t; out vertex g; out vertex column c;
    column a = s;
    sweep up { a = a + h*t; g = below > 0 ? s*g[below] + h : t; }
    c = a - s;
}
END

# verified GRID MESH OPTION...: the kernel's bits are those of the interpreter.
verified() {
	grid=$1 mesh=$2
	shift 2
	case $grid in
	scalars)
		set -- "$@" --in n=3 --formula 'u=cos(3*element)-0.2*k' --formula 'p=0.1+0.01*k' --formula 'v=sin(element+k)' --out e="$out/e.npy" \
			--out v="$out/v.npy" ;;
	swept)
		set -- "$@" --out c="$out/c.npy" ;;
	esac
	run stencilrun "$data/$grid.stencil" -q --verify --mesh "$mesh" --size-levels 5 --in s=1.75 --formula 't=0.3+0.4' \
		--formula 'h=sin(7*element)+0.3*k' --out g="$out/g.npy" "$@"
	check "$grid $how" is_clean
}

for how in 'host --levels innermost' 'host --access idxvar --order random:3' 'host --access zslice' 'host --access zloop' 'openmp --levels innermost' \
		'openmp --access idxvar --order rcm'; do
	# shellcheck disable=SC2086 # options are words
	verified scalars plane:7x5 --backend $how
done
for how in 'host --levels innermost' 'host --levels outermost' 'openmp --levels innermost' 'openmp --levels outermost'; do
	# shellcheck disable=SC2086 # options are words
	verified swept dual:icosahedron:R1B1 --backend $how
done
how='in subdomains'
verified swept dual:icosahedron:R1B1 --backend openmp --ranks 3

cat >"$data/sums.stencil" <<'END'
stencil sums on triangles {
    in cell h; in edge u; in scalar s; inout scalar time; inout cell g; out scalar m, big, mixed;
    cell t = h + g;
    total = sum(t*h);
    big = max(abs(u)) + s;
    g = h/total + sum(e in edges: u[e])*big;
    alpha = total*s - time;
    m = min(g) + 2*sum(g*g);
    time = time + 0.25*m;
    mixed = alpha*time;
}
END
cat >"$data/kinds.stencil" <<'END'
stencil kinds on triangles {
    in cell half w; in cell theta; in edge u; in float edge column len; inout cell half x; inout scalar clock; param dt = 0.125;
    out scalar a, b, c, d; out float scalar e;
    a = sum(w*w);
    b = max(theta + w[above]);
    edge c = min(u*len - sum(n in cells: theta[n]));
    cell half d = sum(1.0*level);
    k = clock*dt + a;
    cell half sweep up { y = below > 0 ? 0.5*y[below] + w : k; x = x + y; }
    e = max(x);
    clock = clock + dt;
}
END
cat >"$data/columns.stencil" <<'END'
stencil columns on polygons {
    in vertex h; in vertex column area; in int vertex n; out vertex g; out scalar total, most; inout scalar r;
    column s = r;
    sweep down { s = s + h; g = above > 0 ? 0.5*g[above] + s : s; }
    total = sum(g*area);
    most = max(s);
    if (r > 1) { g = g/total; } else { g = most; }
    t = r > 0 ? total : 2;
    r = sum(n*1.0) + t;
}
END
# reduced GRID MESH OPTION... : results go to files with names of the scalars.
reduced() {
	grid=$1 mesh=$2
	shift 2
	case $grid in
	sums)
		set -- "$@" --in s=2.5 --in time=0.7 --formula 'u=cos(3*element)*k' --formula 'g=1.5+cos(element-k)'
		scalars='m big mixed time' ;;
	kinds)
		set -- "$@" --steps 3 --in clock=2.5 --formula 'theta=sin(7*element)+0.3*k' --formula 'u=cos(3*element)*k' --formula 'w=cos(5*element)*k' \
			--formula 'len=cos(5*element)' --formula 'x=1.5+cos(element-k)'
		scalars='a b c d e clock' ;;
	columns)
		set -- "$@" --steps 2 --in r=1.5 --formula 'area=1+sin(element)' --formula 'n=floor(3*sin(element))'
		scalars='total most r' ;;
	esac
	[ "$grid" = kinds ] || set -- "$@" --formula 'h=sin(7*element)+0.3*k'
	for name in $scalars; do
		set -- "$@" --out $name="$out/$name.npy"
	done
	run stencilrun "$data/$grid.stencil" -q --verify --mesh "$mesh" --size-levels 5 "$@"
	check "$grid, $mesh, $how" is_clean
}
same_bits() {
	for name in $scalars; do
		cmp "$out/$name.npy" "$out/first_$name.npy" || return 1
	done
}
for case in 'sums plane:7x5' 'sums icosahedron:R2B2' 'kinds plane:7x5' 'columns dual:icosahedron:R1B2'; do
	first=1
	for how in 'openmp --levels innermost' 'openmp --levels outermost --order random:3' 'host --levels innermost --order rcm' \
			'host --levels outermost --access idxvar --order random:2' 'host --access zslice' 'host --access zloop --order rcm' \
			'openmp --ranks 2' 'openmp --levels innermost --ranks 5 --partition random:5 --order random:3' \
			'host --levels outermost --ranks 3 --order rcm' 'host --levels innermost --ranks 4 --partition random:2 --overlap off'; do
		# shellcheck disable=SC2086 # options are words
		reduced $case --backend $how
		for name in $scalars; do
			[ -z "$first" ] || cp "$out/$name.npy" "$out/first_$name.npy"
		done
		first=
		check 'has the bits of any other order' same_bits
	done
done
# Numbers that are known.
cat >"$data/known.stencil" <<'END'
stencil known on triangles {
    in cell h; out scalar total, least, most, number;
    total = sum(h); least = min(h); most = max(h); cell number = sum(1.0);
}
END
number() {
	tail -c 8 "$out/$1.npy" | od -An -tf8 | tr -d ' '
}
run stencilrun "$data/known.stencil" -q --mesh torus:6x4 --size-levels 3 --formula 'h=element+100*k-5' --out total="$out/total.npy" \
	--out least="$out/least.npy" --out most="$out/most.npy" --out number="$out/number.npy"
check 'sums are right' test "$(number total) $(number least) $(number most) $(number number)" = '17064 -5 242 144'
run stencilrun "$data/known.stencil" -q --mesh torus:6x4 --size-levels 3 --formula 'h=element+100*k-5' --out total="$out/total.npy" \
	--out least="$out/least.npy" --out most="$out/most.npy" --out number="$out/number.npy" --ranks 5 --partition random:3
check 'sums of subdomains are right' test "$(number total) $(number least) $(number most) $(number number)" = '17064 -5 242 144'
run stencilrun "$data/known.stencil" -q --mesh torus:6x4 --size-levels 3 --in h=1.5 --log "$out/log.csv"
check 'a log has the scalars' test "$(tail -n 1 "$out/log.csv")" = '1,216,1.5,1.5,144'

cat >"$data/one.stencil" <<'END'
stencil one on triangles { in cell h; in scalar s; out cell g; g = h*s; }
END
stencilrun --sample 3x2x2 "$data/three.npy" -q
run stencilrun "$data/one.stencil" -q --mesh torus:6x4 --size-levels 2 --in h=1.5 --in s="$data/three.npy" --out g="$out/g.npy"
check 'a scalar is one number' fails 1 'has shape (2,2,3)'
for how in 'openmp --levels outermost' 'openmp --levels innermost' 'host --access zloop' 'host --access idxvar --levels innermost'; do
	# shellcheck disable=SC2086 # options are words
	good "sums with distances, $how" stencilrun tests/data/meshes/sums_with_distances.stencil -q --verify --mesh plane:5x4 --size-levels 4 \
		--backend $how --formula 'h=sin(element+k)' --formula 'v=cos(element*3+k)' --formula 'e=sin(element*7+k)' --formula w0=1 \
		--out lower="$data/x.npy"
done
run "$bin/stencilbench" "$data/one.stencil" --mesh torus:6x4 --size-levels 3 --backend openmp --access idxvar
check 'stencilbench verifies and measures' test "$status" = 0
finish
