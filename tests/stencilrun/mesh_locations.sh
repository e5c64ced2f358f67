#!/bin/sh
# Stencils on meshes whose outputs are on several locations: the bits of the interpreter. Kernels read new values of
# elements of other locations, values of the caller, and temporaries that they store. Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/triangles.stencil" <<'END'
stencil step on triangles {
    in edge column le; in vertex f; inout edge u; inout float cell h; inout cell x; out vertex pv; out cell r; param dt = 0.25;
    zones [2, inner];
    edge flux = le*u*(h[cells[0]] + h[cells[1]]);
    h = h - dt*sum(e in edges: flux[e]);
    vertex curl = sum(e in edges: u[e]);
    u = u - dt*(h[cells[1]] - h[cells[0]]) + curl[vertices[0]] + h[cells[0].above];
    if (u > 0) { u = u*h[cells[1]]; } else { mean = 0.5*(u + f[vertices[1]]); u = mean; }
    pv = f + max(e in edges: u[e]);
    r = h + sum(e in edges: u[e]*flux[e]);
    sweep up {
        x = below == 0 ? h + u[edges[0]] : 0.5*x[below] + h - x;
    }
    u = u - dt*(x[cells[1]] - x[cells[0]]);
}
END
cat >"$data/polygons.stencil" <<'END'
stencil step on polygons {
    in vertex.edges column w; inout vertex v; inout cell h; inout float edge u;
    u = u + h[cells[1]] - h[cells[0]];
    edge old = u*u;
    v = v + sum(e in edges: w[e]*u[e]);
    h = h + sum(e in edges: u[e] + v[e.vertices[0]]) - sum(n in vertices: v[n.below]);
    u = old + v[vertices[1]];
}
END

values='--formula u=sin(3*element)+k --formula h=2+cos(element)-0.3*k'
apply() { # GRID OPTION...
	grid=$1
	shift
	case $grid in
	triangles) set -- "$@" "--formula le=1+0.1*element --formula f=cos(element)*k --formula x=cos(element)-k --out pv=$data/pv.npy --out r=$data/r.npy --out x=$data/x.npy" ;;
	*) set -- "$@" "--formula w=1+element*slot --formula v=sin(element) --out v=$data/v.npy" ;;
	esac
	# shellcheck disable=SC2086,SC2068 # options are words
	stencilrun "$data/$grid.stencil" -q --verify --size-levels 5 $values $@ --out u="$data/u.npy" --out h="$data/h.npy"
}
for grid in triangles polygons; do
	case $grid in
	triangles) meshes='plane:9x7 icosahedron:R1B1' ;;
	*) meshes='dual:flips:8x4:1 cap:50:dual:icosahedron:R1B2' ;;
	esac
	for mesh in $meshes; do
		for how in 'openmp --levels outermost --steps 2' 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' \
				'host --levels innermost --blocks-per-launch 2 --block 3x2x1' 'host --levels outermost --access zslice --order rcm' \
				'host --levels outermost --access idxvar --precision float --steps 3' 'openmp --levels innermost --precision float'; do
			run apply $grid --mesh "$mesh" --backend "$how"
			check "$grid, $mesh, $how" is_clean
		done
	done
done

# Subdomains have the bits of the interpreter, step after step.
cat >"$data/leapfrog.stencil" <<'END'
stencil leapfrog on triangles {
    in edge un, uold; out edge unew; inout cell h; inout cell total;
    cell div = sum(e in edges: un[e]);
    h = h - 0.1*div;
    unew = uold - 0.2*(h[cells[1]] - h[cells[0]]);
    total = total + h*sum(e in edges: un[e]*h[e.cells[0]]);
}
END
leapfrog() {
	stencilrun "$data/leapfrog.stencil" -q --verify --size-levels 3 --steps 6 --swap unew:un:uold --formula un='sin(element)+k' \
		--formula uold='cos(element)' --formula 'h=1+0.1*element' --in total=0 --out unew="$data/u.npy" --out h="$data/h.npy" \
		--out total="$data/total.npy" "$@"
}
turn=0
for parts in 2 '3 --partition random:5' '5 --exchange-every 2' '4 --overlap off' '17 --partition random:9 --exchange-every 3'; do
	turn=$((turn + 1))
	levels=$(echo 'outermost innermost' | cut -d ' ' -f $((turn % 2 + 1)))
	for mesh in plane:9x7 icosahedron:R1B1; do
		run apply triangles --mesh $mesh --backend "openmp --levels $levels --order random:3 --steps 4" --ranks "$parts"
		check "triangles, $mesh, $parts" is_clean
	done
	for mesh in dual:flips:8x4:1 cap:50:dual:icosahedron:R1B2; do
		run apply polygons --mesh $mesh --backend "host --levels $levels --steps 3" --ranks "$parts"
		check "polygons, $mesh, $parts" is_clean
	done
	# shellcheck disable=SC2086 # options are words
	good "leapfrog, $parts" leapfrog --mesh torus:7x5 --backend openmp --levels "$levels" --ranks $parts
done
good 'they are measured' stencilbench "$data/polygons.stencil" --mesh dual:flips:8x4:1 --size-levels 5 --backend openmp --no-time
finish
