#!/bin/sh
# Scalars on meshes: in kernels of all accesses, of both orders of levels, in conditions, sweeps and stored intermediates.

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

cat >"$data/one.stencil" <<'END'
stencil one on triangles { in cell h; in scalar s; out cell g; g = h*s; }
END
stencilrun --sample 3x2x2 "$data/three.npy" -q
run stencilrun "$data/one.stencil" -q --mesh torus:6x4 --size-levels 2 --in h=1.5 --in s="$data/three.npy" --out g="$out/g.npy"
check 'a scalar is one number' fails 1 'has shape (2,2,3)'
run "$bin/stencilbench" "$data/one.stencil" --mesh torus:6x4 --size-levels 3 --backend openmp --access idxvar
check 'stencilbench verifies and measures' test "$status" = 0
finish
