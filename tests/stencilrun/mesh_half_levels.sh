#!/bin/sh
# Fields and temporaries on half levels: the bits of the interpreter, in both orders of levels and in subdomains, and the bits of
# stencils whose half levels are full levels of larger arrays. Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/cells.stencil" <<'TEXT'
stencil cells on triangles {
    in cell theta, rho; in cell half wgt; in half profile damp; in edge flux; in cell.edges column geofac; in cell column h;
    out cell half theta_ic; inout cell half w; inout float cell half v; out cell dwdz; out cell column sum_w; param dt = 0.25;
    zones [2, inner];
    cell div = sum(e in edges: geofac[e]*flux[e]);
    cell half z = h*wgt + damp;
    stored cell half y = sum(c in cells: wgt[c]) + z;
    if (above == 0) {
        theta_ic = 1.5*theta[below] - 0.5*theta[below.below];
    } else if (below == 0) {
        theta_ic = theta;
    } else {
        theta_ic = wgt*theta + (1 - wgt)*theta[below] + y;
    }
    column total = 0;
    half sweep up {
        if (below == 0) { q = z; x = 0; }
        else if (above == 0) { q = 0; x = theta_ic + z[below]; }
        else { n = 1/(2 + rho*q[below]); q = n*wgt; x = (w + dt*(div[below] - div) - rho[below]*x[below])*n; }
        total = total + x;
    }
    cell half sweep down {
        if (above > 0) { x = x + q*x[above]; }
        w = x*damp;
        v = v + w;
    }
    sweep down {
        t = above == 0 ? w[above] + x : 0.5*t[above] + w[above]*x + y[above];
        dwdz = (w - w[above])*dt + t + z[above] + theta_ic;
    }
    sum_w = total;
    cell half old = w;
    w = old + sum(c in cells: y[c]);
    v = above > 0 ? dwdz : dwdz[below];
}
TEXT
# Edges and vertices, outputs on several locations, floats.
cat >"$data/places.stencil" <<'TEXT'
stencil places on triangles {
    in edge vn; in cell half w; in vertex half f; in int cell half n;
    inout edge half vn_ie; inout cell e; inout vertex half q; inout float edge g; param int first = 2;
    half if (below == 0) { vn_ie = vn; } else if (above == 0) { vn_ie = vn[below]; } else { vn_ie = 0.5*(vn + vn[below]) + w[cells[0]]; }
    stored vertex half r = sum(c in cells: w[c]*n[c]) + f;
    q = q + r*max(d in edges: vn_ie[d]);
    if (level > first && above > 0 && exists(edges[0])) { q = q + vn[edges[0]]; }
    e = e + sum(d in edges: vn_ie[d.above] - vn_ie[d])*(w + w[above]);
    cell half sweep down { b = above == 0 ? w : 0.5*b[above] + w; }
    e = e + b[above] - b;
    g = g + q[vertices[1].above] - q[vertices[0]] + e[cells[0]];
}
TEXT
# Outputs on half levels only; without guards the highest and lowest half levels are left out.
cat >"$data/inner.stencil" <<'TEXT'
stencil inner on hexagons {
    in cell a; in cell.edges b; inout cell half c; out cell half d;
    d = 0.5*(a + a[below]) + sum(e in edges: b[e]);
    c = d + c;
}
TEXT

# A solver: temporaries with guards, also made by an if of what sweeps make, and full fields that a sweep on half levels assigns.
cat >"$data/solver.stencil" <<'TEXT'
stencil solver on triangles {
    in edge flux; in cell.edges column w; in cell rho, r; in cell half ic, surface; in cell half weights;
    inout cell half x; inout cell new; inout float cell mass; param dt = 0.25; param int more = 1, first = 2;
    cell half alpha = above > 0 ? ic*weights : 0;
    cell half fl = below > 0 && above > 0 ? weights*(x - surface) : 0;
    cell inner = below > 0 && level > first;
    cell rhs = r - dt*(sum(e in edges: w[e]*flux[e]) + fl - fl[above]);
    if (more == 1) { rhs = rhs + dt*rho; }
    cell half sweep up {
        if (below == 0) { q = 0; y = 0; }
        else if (above == 0) { q = 0; y = surface; }
        else { n = 1/(2 + rho[below] + 0.1*q[below]); q = n*alpha[above]; y = (x + rhs[below] - rhs - y[below])*n; }
    }
    cell half sweep down {
        if (above > 0) { y = y + q*y[above]; }
        if (above > 0 && level > 0 && level <= first) { x = 0.5*y; } else { x = y; }
        if (above > 0) {
            new = new + rho*(alpha*x - alpha[above]*x[above]);
            if (inner) { mass = mass + new*rhs; }
        }
    }
    half if (above > 1) { new = new + fl[above.above]; x = x + 1; }
}
TEXT

apply() { # STENCIL OPTION...
	grid=$1
	shift
	case $grid in
	cells) values='theta=1+sin(3*element+k) rho=1+0.1*k wgt=0.5+0.3*cos(element+k) damp=1-0.02*k flux=cos(3*element)-0.2*k geofac=1+element*slot h=1+0.01*element
		w=sin(element)-k v=cos(element)+k' outputs='theta_ic w v dwdz sum_w' ;;
	places) values='vn_ie=0.1*k vn=cos(3*element)-0.2*k w=sin(2*element+k) f=1+0.3*k n=floor(3*sin(element+k)) e=element-k q=sin(element)+k g=cos(element)*k' outputs='vn_ie e q g' ;;
	solver) values='flux=cos(3*element)-0.2*k w=1+0.1*element*slot rho=1+0.1*k r=sin(element)+k ic=1+0.2*cos(element+k) surface=sin(element) weights=0.5+0.1*sin(element+k)
		x=cos(element)-k new=element mass=1' outputs='x new mass' ;;
	*) values='a=cos(3*element)+k b=1+0.1*element*slot-k c=sin(element)-k' outputs='c d' ;;
	esac
	for value in $values; do set -- "$@" --formula "$value"; done
	for output in $outputs; do set -- "$@" --out "$output=$data/$output.npy"; done
	stencilrun "$data/$grid.stencil" -q --verify --size-levels 5 "$@"
}
for grid in cells places solver inner; do
	case $grid in
	inner) meshes='dual:icosahedron:R1B1 cap:50:dual:icosahedron:R1B2' ;;
	*) meshes='plane:9x7 icosahedron:R1B1' ;;
	esac
	for mesh in $meshes; do
		for how in 'openmp --levels outermost --steps 2' 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' \
				'host --levels innermost --blocks-per-launch 2 --block 3x2x1' 'host --levels outermost --access zslice --order rcm' \
				'host --levels outermost --access idxvar --precision float --steps 3' 'host --levels outermost --access zloop' 'openmp --levels innermost --precision float'; do
			# shellcheck disable=SC2086 # options are words
			run apply $grid --mesh "$mesh" --backend $how
			check "$grid, $mesh, $how" is_clean
		done
	done
done
for how in 'cells openmp --levels outermost --ranks 3' 'cells host --levels innermost --ranks 2' 'solver openmp --levels innermost --ranks 3' 'inner openmp --levels innermost --ranks 4 --steps 2'; do
	grid=${how%% *}
	case $grid in
	inner) mesh=dual:icosahedron:R1B1 ;;
	*) mesh=plane:9x7 ;;
	esac
	# shellcheck disable=SC2086
	run apply $grid --mesh $mesh --backend ${how#* }
	check "subdomains, $how" is_clean
done

# Half levels of sweeps alone: elements have room for a level more.
for how in openmp host 'host --ranks 2'; do
	# shellcheck disable=SC2086
	run stencilrun tests/data/meshes/half_sweep_alone.stencil -q --verify --mesh icosahedron:R1B1 --size-levels 4 --levels innermost --backend $how \
		--formula 'a=sin(element+k)' --formula 'k=floor(3*cos(element-k))' --out c="$data/c.npy" --out falling="$data/falling.npy" --out rising="$data/rising.npy"
	check "half sweeps alone, $how" is_clean
done

# The same with full levels alone: what is on half levels runs on arrays of six levels, the rest on five of them.
cat >"$data/both.stencil" <<'TEXT'
stencil both on triangles {
    in cell theta; in cell half wgt; inout cell half ic, w; inout cell d;
    ic = above == 0 ? theta[below] : below == 0 ? theta : wgt*theta + (1 - wgt)*theta[below];
    cell half sweep up {
        x = below == 0 ? w : 0.5*x[below] + w*ic - theta[below];
        w = x;
    }
    d = d + w[above] - w + sum(c in cells: ic[c.above]);
}
TEXT
cat >"$data/six.stencil" <<'TEXT'
stencil six on triangles {
    in cell theta, wgt; out cell ic; inout cell w;
    ic = above == 0 ? theta[below] : below == 0 ? theta : wgt*theta + (1 - wgt)*theta[below];
    sweep up {
        x = below == 0 ? w : 0.5*x[below] + w*ic - theta[below];
        w = x;
    }
}
TEXT
cat >"$data/five.stencil" <<'TEXT'
stencil five on triangles {
    in cell w, ic; inout cell d;
    d = d + w[above] - w + sum(c in cells: ic[c.above]);
}
TEXT
same_as_full_levels() {
	set -- --mesh icosahedron:R1B1 --backend openmp -q --formula 'd=sin(element)+k'
	half="--formula theta=sin(3*element+k) --formula wgt=0.5+0.3*cos(element+k) --formula w=cos(element)-k"
	# shellcheck disable=SC2086
	stencilrun "$data/both.stencil" "$@" $half --formula ic=0 --size-levels 5 --out ic="$data/ic.npy" --out w="$data/w.npy" --out d="$data/d.npy" &&
	stencilrun "$data/six.stencil" "$1" "$2" "$3" "$4" -q $half --size-levels 6 --out ic="$data/ic6.npy" --out w="$data/w6.npy" &&
	stencilrun "$data/five.stencil" "$@" --size-levels 5 --in w="$data/w6.npy" --in ic="$data/ic6.npy" --out d="$data/d5.npy" &&
	cmp "$data/ic.npy" "$data/ic6.npy" && cmp "$data/w.npy" "$data/w6.npy" && cmp "$data/d.npy" "$data/d5.npy"
}
check 'half levels are those of arrays with a level more' same_as_full_levels
has_shape() { # FILE LEVELS
	head -c 128 "$data/$1.npy" | grep -q "'shape': ($2, "
}
check 'half fields have a level more' has_shape w 6
check 'full fields have not' has_shape d 5
run stencilrun "$data/five.stencil" -q --mesh icosahedron:R1B1 --backend openmp --size-levels 3 --formula w=k --formula ic=k --formula d=k --out d="$data/d3.npy"

# Arrays may have one level more than their field, and no more.
run stencilrun "$data/both.stencil" -q --mesh icosahedron:R1B1 --backend openmp --verify --in w="$data/w6.npy" --in theta="$data/w6.npy" --formula wgt=0.1 --formula ic=0 --formula d=k --out d="$data/d.npy"
check 'a full field may have the array of a half field' is_clean
check 'the levels are the same' has_shape d 5
run stencilrun "$data/both.stencil" -q --mesh icosahedron:R1B1 --backend openmp --in w="$data/w6.npy" --in theta="$data/d3.npy" --formula wgt=0.1 --formula ic=0 --formula d=k --out d="$data/d.npy"
refused() {
	[ "$status" = 1 ] && grep -qF "$1" "$out/stderr"
}
check 'arrays with other levels are refused' refused "field 'w' has 6 levels, but there are 3 full levels: it needs 4, or one more"
files_have_both() {
	stencilrun "$data/both.stencil" -q --mesh icosahedron:R1B1 --backend openmp --size-levels 5 --formula theta=k --formula wgt=0.5 --formula ic=0 \
		--formula w=k --formula d=k --out w="$data/both.nc:w" --out d="$data/both.nc:d" --out ic="$data/ic5.npy" &&
	stencilrun "$data/five.stencil" -q --mesh icosahedron:R1B1 --backend openmp --in w="$data/both.nc:w" --in ic="$data/ic5.npy" --in d="$data/both.nc:d" \
		--out d="$data/d6.npy" && head -c 100 "$data/d6.npy" | grep -q "'shape': (5, " &&
	ncdump -h "$data/both.nc" >"$out/header" && grep -q 'w(half_level, cell)' "$out/header" && grep -q 'd(level, cell)' "$out/header"
}
if command -v ncdump >/dev/null; then
	check 'a file has levels and half levels' files_have_both
fi
# All that a sweep reads on its levels exists, also where nobody reads what it makes there: 40 cells on 5 of 6 levels.
run stencilrun tests/data/meshes/sweep_beyond_what_is_read.stencil --mesh plane:5x4 --size-levels 6 --backend openmp --verify --formula a=k \
	--out d0="$data/d0.npy"
has_points() {
	is_clean && grep -q ": $1 points" "$out/stdout"
}
check 'a sweep reads no level beyond a field' has_points 200
good 'columns are assigned on the highest half level' stencilrun tests/data/meshes/columns_of_half_levels.stencil --mesh plane:5x4 \
	--size-levels 4 --backend openmp --verify -q --formula h=1 --formula w0=2 --formula j=1 --out j="$data/j.npy"
good 'they are measured' stencilbench "$data/both.stencil" --mesh icosahedron:R1B1 --size-levels 5 --backend openmp --no-time
finish
