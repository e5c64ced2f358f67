#!/bin/sh
# Sweeps on meshes: the bits of the interpreter, with both orders of levels, also decomposed. Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"

# Forward elimination and back substitution, with coefficients of neighbors.
cat >"$data/solver.stencil" <<'END'
stencil solver on triangles {
    in edge flux; in cell a, b, r; in cell.edges column w; in profile p; param dt = 0.25; out cell x;
    cell div = sum(e in edges: w[e]*flux[e]);
    sweep up {
        rhs = r + dt*div;
        if (below == 0) {
            cp = p/b;
            dp = rhs/b;
        } else {
            m = 1/(b - a[cells[0]]*cp[below]);
            cp = p*m;
            dp = (rhs - a*dp[below] + 0.1*div[below])*m;
        }
    }
    sweep down {
        x = above == 0 ? dp : dp - cp*x[above];
    }
}
END
# Column variables and outputs, two levels behind and ahead, guards outside of sweeps, ints and bools, a later kernel at neighbors.
cat >"$data/columns.stencil" <<'END'
stencil columns on polygons {
    in vertex a; in int vertex n; in bool vertex column land; inout vertex b; inout float vertex d; out vertex c;
    out vertex column total; inout vertex column last; param int first = 2;
    wet = !land && n > 1;
    vertex g = max(e in edges: a[e.vertices[0]] + a[e.vertices[1]]);
    column s = 0;
    sweep down {
        if (wet) { s = s + a; }
        if (above > 1) { t = a + 0.5*t[above.above] - 0.25*t[above]; } else { t = g; }
        if (level > first) { last = last + t; }
        b = t + (below > 0 ? b[below] : 0);
    }
    total = s/(1 + count(edges));
    sweep up {
        if (below > 1) { d = 0.5*(d[below] + d[below.below]) + t; } else { d = d + s; }
    }
    if (above > 0) { c = d[above] - total; } else { c = b; }
    b = b + sum(e in edges: d[e.vertices[0]] - 0.5*d[e.vertices[1]]);
}
END

# Reads of what the sweep assigns where it begins: the levels past the domain have the caller's values.
cat >"$data/inplace.stencil" <<'END'
stencil inplace on triangles {
    in cell a; inout cell b, r; inout cell column d; inout edge half flux;
    sweep up { b = 0.5*b[below] + 0.25*b[below.below] + a; }
    sweep down { r = r[above] - 0.5*b + sum(c in cells: a[c]); d = 0.5*d + b; }
    edge half sweep down { flux = 0.5*flux[above] + d[cells[0]]; }
}
END

formulas='--formula a=1+0.2*sin(3*element+k) --formula b=4+cos(element)-0.3*sin(k)'
apply() { # GRID OPTION...
	grid=$1
	shift
	# shellcheck disable=SC2086,SC2068 # options are words
	case $grid in
	solver)
		stencilrun "$data/solver.stencil" -q --verify --size-levels 5 $formulas --formula 'r=sin(7*element)' --formula 'flux=cos(3*element)-0.2*k' --formula 'w=1+element*slot' \
			--formula 'p=0.1+0.01*k' $@ --out x="$data/x.npy" ;;
	inplace)
		stencilrun "$data/inplace.stencil" -q --verify --size-levels 6 $formulas --formula 'd=sin(element)' --formula 'r=sin(7*element)-k' \
			--formula 'flux=cos(3*element)-0.2*k' $@ --out b="$data/x.npy" ;;
	columns)
		stencilrun "$data/columns.stencil" -q --verify --size-levels 5 $formulas --formula 'd=sin(element)' --formula 'n=floor(3*sin(element))' \
			--formula 'land=cos(5*element) > 0.5 ? 1 : 0' --formula 'last=element' $@ --out b="$data/b.npy" --out c="$data/c.npy" --out d="$data/d.npy" \
			--out total="$data/total.npy" --out last="$data/last.npy" ;;
	esac
}
for grid in solver columns inplace; do
	case $grid in
	solver | inplace) meshes='plane:9x7 icosahedron:R1B1' ;;
	*) meshes='dual:flips:8x4:1 cap:50:dual:icosahedron:R1B2' ;;
	esac
	for mesh in $meshes; do
		for how in 'openmp --levels outermost --steps 2' 'openmp --levels innermost --order random' 'host --levels innermost --block 3x5x1' \
				'host --levels innermost --blocks-per-launch 2 --block 3x2x1' 'host --levels outermost --access zslice --order rcm' 'host --levels outermost --access idxvar --block 5x3x2' \
				'host --levels outermost --access zloop --precision float --steps 3' 'openmp --levels innermost --precision float'; do
			[ $grid = columns ] || how=$(echo "$how" | sed 's/ --steps .//')
			run apply $grid --mesh "$mesh" --backend "$how"
			check "$grid, $mesh, $how" is_clean
		done
	done
done
# In shared memory, and with levels loaded ahead: as many as there are, more and fewer, in blocks that leave threads without an element.
half=tests/golden/mesh-sweeps-in-shared-memory.stencil
for how in '--place shared' '--ahead 0' '--place shared --ahead 0' '--ahead 1' '--ahead 5' '--place shared --ahead 2' '--place shared --ahead 32'; do
	for block in '' '--block 7x2x1'; do
		run apply solver --mesh plane:9x7 --backend host --levels outermost "$how" $block
		check "solver, $how $block" is_clean
		run apply columns --mesh dual:flips:8x4:1 --backend host --levels outermost --access zloop --steps 2 "$how" $block
		check "columns, $how $block" is_clean
		for stencil in "$half" stencils/dycore/solve_w.stencil stencils/dycore/implicit_solver.stencil; do
			# shellcheck disable=SC2086 # options are words
			case $stencil in *implicit_solver*) levels=3,7 ;; *) levels=2,3,7 ;; esac
			run stencilbench $stencil --mesh plane:9x7 --size-levels $levels --backend host --levels outermost --access all --no-time $how $block
			check "${stencil##*/}, $how $block" is_clean
		done
	done
done
run stencilbench tests/data/meshes/slots_ahead.stencil --mesh icosahedron:R1B1 --size-levels 2,12 --backend host --levels outermost --access zloop \
	--storage all --ahead 1..4 --no-time
check 'slots of one element' is_clean
for precision in float double; do
	for order in reverse shuffle:5; do
		STENCIL_HOST_ORDER=$order run stencilbench $half --mesh icosahedron:R1B1 --size-levels 6 --backend host --levels outermost --place shared \
			--precision $precision --no-time
		check "$precision, threads $order" is_clean
	done
done
# Kernels with a fault are found out: copies that nobody waits for, and the level above the full ones.
faulty() { # NAME TEMPLATE EXPRESSION
	rm -rf "$out/templates"
	cp -r templates "$out/templates"
	sed "$3" "templates/$2" >"$out/templates/$2"
	check "$1: the template differs" eval "! cmp -s templates/$2 $out/templates/$2"
	run stencilbench $half --mesh plane:9x7 --size-levels 7 --backend host --levels outermost --access zloop --place shared --ahead 2 --no-time \
		--templates "$out/templates"
	check "$1: the result is wrong" test "$status" = 1
}
faulty 'levels that are not loaded' cuda/sweep.tmpl 's/load(from + AHEAD);/;/'
faulty 'the level of others' cuda/sweep.tmpl '/^%levels_ahead/,/load(from)/s/k\*cell_stride/0*cell_stride/'
refused 2 'need levels outermost on meshes: use --levels outermost or leave out --place shared' stencilbench $half --mesh plane:9x7 --backend host \
	--levels innermost --place shared --no-time
refused 2 'need levels outermost on meshes: use --levels outermost or leave out --ahead' stencilbench $half --mesh plane:9x7 --backend host \
	--levels innermost --ahead 3 --no-time
refused 2 'no shared memory: use --place global' stencilbench $half --mesh plane:9x7 --backend openmp --place shared --no-time
refused 2 'has no sweeps: leave out --ahead' stencilbench stencils/mesh/gradient.stencil --mesh plane:9x7 --backend host --levels outermost \
	--ahead 3 --no-time
run stencilbench stencils/dycore/solve_w.stencil --mesh plane:9x7 --size-levels 900 --backend host --place shared --block 32x1x1 --no-time
check 'columns that shared memory does not hold' grep -q 'use smaller blocks or --place global' "$out/stderr"
# Storage direct is for the kernels without sweeps.
cat >"$data/chains.stencil" <<'END'
stencil chains on triangles {
    in vertex a; in edge u; inout cell b; out cell c;
    cell t = 0.5*a[edges[2].vertices[0]];
    sweep up {
        s = a[edges[1].vertices[1]] + (below > 0 ? 0.5*s[below] : t);
        b = s - b;
    }
    c = b[edges[1].cells[0]] + a[edges[0].vertices[1]] + u[edges[2]];
}
END
for how in 'openmp' 'host' 'openmp --levels innermost' 'host --levels innermost'; do
	# shellcheck disable=SC2086 # options are words
	good "chains, direct, $how" stencilrun "$data/chains.stencil" -q --verify --size-levels 5 --mesh icosahedron:R1B1 --storage direct --backend $how \
		$formulas --formula 'u=cos(3*element)-0.2*k' --out b="$data/b.npy" --out c="$data/c.npy"
done
sed '/c = b/d; s/ out cell c;//; s/ in edge u;//' "$data/chains.stencil" >"$data/alone.stencil"
refused 2 'its storage is chasing' stencilrun "$data/alone.stencil" -q --verify --size-levels 5 --mesh icosahedron:R1B1 --storage direct --backend openmp \
	$formulas --out b="$data/b.npy"
# What a kernel cannot read is said, also in a sweep.
cat >"$data/missing.stencil" <<'END'
stencil missing on polygons {
    in vertex a; inout vertex b;
    vertex t = sum(e in edges: a[e.vertices[0]]);
    sweep up { b = exists(vertices[5]) ? t[vertices[5]] : b; }
}
END
run "$bin/stencilgen" -q -o "$out/missing" "$data/missing.stencil"
cannot() {
	[ "$status" = 1 ] && grep -q 'missing.stencil:3:16: error: .* a reduction at a neighbor that may be missing' "$out/stderr"
}
check 'a reduction at a neighbor that may be missing' cannot
cat >"$data/slot.stencil" <<'END'
stencil slot on polygons {
    in edge a; inout vertex b;
    sweep up { b = (exists(edges[1]) ? a[edges[1]] : 0) + (below > 0 ? b[below] : 0); }
}
END
cat >"$data/deep.stencil" <<'END'
stencil deep on polygons {
    in vertex a; inout vertex b;
    sweep up {
        b = a + sum(p in vertices: sum(q in p.vertices: sum(r in q.vertices: sum(s in r.vertices: sum(t in s.vertices: a[t])))));
    }
}
END
unreadable() { # STENCIL WHAT
	run "$bin/stencilgen" -q -o "$out/$1" "$data/$1.stencil"
	[ "$status" = 2 ] && grep -q "kernels on meshes cannot read $2" "$out/stderr"
}
check 'a single slot of a row' unreadable slot 'a single slot of vertex.edges'
check 'five loops inside each other' unreadable deep 'sums in sums deeper than 4'
# Subdomains compute columns of others again, which a later kernel reads.
for ranks in '2' '3 --partition random:5' '5 --exchange-every 2' '4 --overlap off' '3 --exchange-every 3 --levels innermost'; do
	run apply solver --mesh plane:30x24 --backend openmp --ranks "$ranks"
	check "solver, --ranks $ranks" is_clean
	run apply columns --mesh cap:60:dual:icosahedron:R2B2 --steps 3 --backend openmp --ranks "$ranks"
	check "columns, --ranks $ranks" is_clean
done

for target in openmp cuda; do
	"$bin/stencilgen" -q -o "$out/program" --target $target --access idxvar "$data/columns.stencil"
done
for text in "$out"/program/columns/*.c "$out"/program/columns/*.cu; do
	check "the kernels of ${text##*/}" has_kernels "$text" '1 of 2: b, d, c, total, last;2 of 2: b;'
done
pedantic='-Wall -Wextra -Wpedantic -Wshadow -Werror'
for levels in outermost innermost; do
	"$bin/stencilgen" -q -o "$out/$levels" --target openmp --access idxvar --levels $levels "$data/columns.stencil" "$data/solver.stencil"
	# shellcheck disable=SC2086 # they are words
	check "text in C11, levels $levels" "$cc" -std=c11 $pedantic -fopenmp -fsyntax-only "$out/$levels"/*/*.c
done
good 'they are measured' stencilbench "$data/solver.stencil" --mesh plane:7x5 --size-levels 5 --backend openmp --no-time

# The first and the last level differ, so a column has at least two.
cat >"$data/ends.stencil" <<'END'
stencil ends on triangles { in cell a; inout cell b; sweep up { if (below == 0 || above == 0) { b = a; } else { b = b[below] + a; } } }
END
refused 1 'updates 1 level, but needs at least 2' stencilrun "$data/ends.stencil" -q --verify --size-levels 1 --mesh plane:7x5 --backend openmp \
	--formula a=1 --formula b=2 --out b="$data/b.npy"
# Without an option for it, levels are outermost, where a thread's loads lie beside those of its neighbors.
run stencilrun "$data/ends.stencil" --verify --size-levels 9 --mesh plane:7x5 --backend openmp --formula a=k --formula b=2 --out b="$data/b.npy"
check 'the usual order of levels' grep -q 'ends_chasing_idxvar on' "$out/stdout"
finish
