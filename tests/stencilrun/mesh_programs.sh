#!/bin/sh
# Stencils on meshes of several kernels that assign outputs: the bits of the interpreter, also decomposed. Kernels read
# new values of other elements, values of the caller, and temporaries that they store because outputs are overwritten.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/triangles.stencil" <<'END'
stencil program on triangles {
    in cell a; inout cell b, c; inout float cell d; out cell r; param dt = 0.25;
    zones [2, inner];
    cell t = sum(e in star: b[e]);
    edge f = b[cells[1]] - 2*b[cells[0]];
    b = b + dt*a;
    c = t + sum(e in edges: f[e]) + c;
    cell low = b[below] < 2;
    d = b[cells[0]] - c[cells[1].above] + f[edges[2]];
    b = low ? c[cells[2]] + b : d;
    r = b + sum(n in cells: low[n] ? d[n] : 1.5);
    if (r > 0) { c = d[cells[1]]; }
}
END
cat >"$data/polygons.stencil" <<'END'
stencil program on polygons {
    in vertex a; inout vertex b, c; in vertex.edges column w; inout float vertex d; out vertex r;
    b = b + 0.1*a;
    vertex g = sum(e in edges: w[e]*sum(v in e.vertices: b[v]));
    c = g - max(e in edges: b[e.vertices[0]]);
    if (c > 0) { b = sum(e in edges: c[e.vertices[1]]); } else { b = -c; }
    d = max(e in edges: b[e.vertices[0]] + c[e.vertices[1]]) + d;
    r = d + sum(e in edges: d[e.vertices[1]]);
}
END

values='--formula a=sin(3*element)+k --formula b=cos(element)-0.3*k --formula c=1+k*sin(element) --formula d=sin(7*element)'
weights='--formula w=1+element*slot'
apply() { # GRID OPTION...
	grid=$1
	shift
	[ "$grid" = triangles ] || set -- "$@" "$weights"
	# shellcheck disable=SC2086,SC2068 # options are words
	stencilrun "$data/$grid.stencil" -q --verify --size-levels 5 $values $@ \
		--out b="$data/b.npy" --out c="$data/c.npy" --out d="$data/d.npy" --out r="$data/r.npy"
}
for grid in triangles polygons; do
	case $grid in
	triangles) meshes='plane:9x7 icosahedron:R1B1' ;;
	*) meshes='dual:flips:8x4:1 cap:50:dual:icosahedron:R1B2' ;;
	esac
	for mesh in $meshes; do
		for how in 'openmp --levels outermost --steps 2' 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' \
				'host --levels innermost --blocks-per-launch 2 --block 3x2x1' 'host --levels outermost --access zslice --order rcm' \
				'host --levels outermost --access zloop --precision float --steps 3' 'openmp --levels innermost --precision float'; do
			run apply $grid --mesh "$mesh" --backend "$how"
			check "$grid, $mesh, $how" is_clean
		done
	done
done

# Subdomains compute elements of others again, which kernels of the same step read.
for ranks in '2' '3 --partition random:5' '5 --exchange-every 2' '4 --overlap off' '3 --exchange-every 3 --levels innermost'; do
	run apply triangles --mesh plane:30x24 --steps 3 --backend openmp --ranks "$ranks"
	check "triangles, --ranks $ranks" is_clean
	run apply polygons --mesh cap:60:dual:icosahedron:R2B2 --steps 3 --backend openmp --ranks "$ranks"
	check "polygons, --ranks $ranks" is_clean
done

for target in openmp cuda; do
	"$bin/stencilgen" -q -o "$out/program" --target $target --access idxvar --levels outermost "$data/triangles.stencil"
done
for text in "$out"/program/program/*.c "$out"/program/program/*.cu; do
	check "the kernels of ${text##*/}" has_kernels "$text" '1 of 7: t;2 of 7: f;3 of 7: b, c;4 of 7: low;5 of 7: d;6 of 7: b, r;7 of 7: c;'
done
pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror'
# shellcheck disable=SC2086 # they are words
check 'text in C11' "$cc" -std=c11 $pedantic -fopenmp -fsyntax-only "$out"/program/program/*.c
good 'they are measured' stencilbench "$data/triangles.stencil" --mesh plane:7x5 --size-levels 5 --backend openmp --no-time
finish
