#!/bin/sh
# Blocks of zones: the bits of the interpreter, also decomposed, and those of a stencil that updates only these rows.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/zones.stencil" <<'END'
function twice(q) { s = q + q; return s; }
stencil program on triangles {
    in edge q; in cell r; inout edge b, c; inout cell d; param int first = 2, last = 3;
    relation cell.cells[<=3];
    edge t = 1;
    b = q;
    zones [first, inner] {
        edge s = r[cells[1]] - r[cells[0]];
        b = s + sum(e in rim: q[e]);
        edge sweep up {
            m = below == 0 ? s : 0.5*(m[below] + s);
            if (below > 0) { c = c[below] + m; } else { c = m; }
        }
        if (q > 0) { b = 2*b; u = b; } else { u = 1; }
        c = c + u;
        d = d + sum(e in edges: b[e]);
    }
    zones [1, last] {
        cell s = twice(2*r);
        d = d + s + sum(n in cells: r[n]);
        edge sweep down { m = above == 0 ? q : 0.5*(m[above] + q); b = m; }
    }
    zones [inner, inner] { d = 3*d; c = c + d[cells[0]]*q; }
    c = c + t;
}
END
cat >"$data/cells.stencil" <<'END'
stencil program on triangles {
    in edge q; in cell r; inout cell b, c, d; param int first = 2, last = 3;
    b = r;
    zones [first, last] { t = sum(e in edges: q[e]); b = b + t[cells[0]]; c = b; }
    zones [3, inner] { stored cell u = sum(e in star: b[e]); d = u + u[cells[1]]; }
}
END
values='--formula q=sin(3*element)+k --formula r=cos(element)-0.3*k --formula b=k --formula c=1+k*sin(element) --formula d=sin(7*element)'
apply() { # STENCIL OPTION...
	name=$1
	shift
	# shellcheck disable=SC2086,SC2068 # options are words
	stencilrun "$data/$name.stencil" -q --verify --size-levels 5 $values $@ --out b="$data/b.npy" --out c="$data/c.npy" \
		--out d="$data/d.npy"
}
for how in 'openmp --levels outermost' 'openmp --levels innermost --order random --param first=3' \
		'host --levels innermost --block 3x5x1 --param last=6' 'host --levels outermost --access zslice --param first=9 --param last=1' \
		'host --levels outermost --access zloop --precision float' 'openmp --levels innermost --precision float --order rcm'; do
	for mesh in plane:9x7 icosahedron:R1B1; do
		for name in zones cells; do
			run apply $name --mesh $mesh --backend "$how"
			check "$name, $mesh, $how" is_clean
		done
	done
done
for ranks in '2' '3 --partition random:5' '4 --overlap off --levels innermost'; do
	run apply cells --mesh plane:30x24 --steps 3 --backend openmp --ranks "$ranks"
	check "cells, --ranks $ranks" is_clean
done

# A block is a stencil of these rows.
cat >"$data/line.stencil" <<'END'
stencil line on triangles { in edge q; in cell r; inout edge b; zones [4, 8];
    edge s = r[cells[1]] - r[cells[0]]; b = s + sum(e in rim: q[e]); }
END
sed 's/zones \[4, 8\];/zones [4, 8] {/; s/; }$/; } }/; s/line/block/' "$data/line.stencil" >"$data/block.stencil"
for name in line block; do
	good "rows of a $name" stencilrun "$data/$name.stencil" -q --backend openmp --mesh plane:19x17 --size-levels 3 --formula q=sin'(3*element)' \
		--formula r=cos'(element)' --formula b=k --out b="$data/$name.npy"
done
check 'a block changes what a line does' cmp -s "$data/line.npy" "$data/block.npy"

# Declared zones that select nothing, or only elements that lack neighbors.
unselected() { # ZONES MESH MESSAGE
	echo "stencil far on triangles { in cell q; inout edge b; zones $1; b = q[cells[1]]; }" >"$data/far.stencil"
	refused 1 "$3" stencilrun "$data/far.stencil" -q --backend openmp --mesh "$2" --size-levels 2 --formula q=1 --formula b=1 --out b="$data/b.npy"
}
unselected '[20, 22]' cap:50:icosahedron:R2B2 "no edge is in zones [20, 22] of 'far': the mesh has 12 rows of edges and no inner ones"
unselected '[inner, inner]' cap:50:icosahedron:R2B2 "no edge is in zones [inner, inner] of 'far': the mesh has 12 rows of edges and no inner ones"
unselected '[1, 4]' icosahedron:R2B1 "no edge is in zones [1, 4] of 'far': the mesh has 0 rows of edges, only inner ones"
unselected '[1, 1]' cap:50:icosahedron:R2B2 "no edge in zones [1, 1] has all neighbors that 'far' reads: use a larger mesh or other zones"

refused 2 "field 'edge_row' has the rows of the mesh: leave its --formula out" stencilrun "$data/block.stencil" --backend openmp --mesh plane:9x7 \
	--size-levels 3 --formula q=1 --formula r=1 --formula b=1 --formula edge_row=1 --out b="$data/b.npy"
printf 'last\n3\n4\n' >"$data/last.csv"
refused 2 "zones end at 'last', so it is the same in all steps: give a number" stencilrun "$data/cells.stencil" --backend openmp --mesh plane:9x7 \
	--size-levels 3 --formula q=1 --formula r=1 --formula b=1 --formula c=1 --formula d=1 --param last="$data/last.csv" --steps 2 --out b="$data/b.npy"
"$bin/stencilgen" -q -o "$out/program" --target openmp --levels outermost "$data/zones.stencil"
pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror'
# shellcheck disable=SC2086 # they are words
check 'text in C11' "$cc" -std=c11 $pedantic -fopenmp -fsyntax-only "$out"/program/program/*.c
good 'they are measured' stencilbench "$data/zones.stencil" --mesh plane:7x5 --size-levels 5 --backend openmp --no-time
finish
