#!/bin/sh
# Long: only in `make check-all`.
# Parts of programs of several kernels: what the kernels read around a part, one after the other, is computed there, too, so the
# bits are those of one part, with what boundaries leave in halos. BACKEND=cuda: on a GPU what is on the host otherwise.

. "$(dirname "$0")/../lib/programs.sh"

backend=${BACKEND:-host}
sizes='9x31x37 5x23x50'
for size in $sizes; do
	for n in 1 2 3 4 5 6; do
		npy "p$n-$size" '<f8' "$size" $n
		npy "c$n-$size" '<f8' "${size#*x}" $n
	done
	npy "f1-$size" '<f4' "$size" 1
done

# Kernels that go far together; and halos by other rules along either axis, filled behind what a step assigns.
cat >"$out/far.stencil" <<'END'
stencil far {
	in r;
	inout u, v, w;

	v = r + u[-2,0] - u[0,1];
	u = 0.5*v[1,-1] + u;
	w = v[0,2] + 0.25*u[-1,0];
	v = w[south] - v;
}
END
cat >"$out/channel.stencil" <<'END'
stencil channel {
	inout h, tracer;
	boundary h, tracer = periodic x, copy y;

	h = h + 0.1*(tracer[west] - tracer[north.east]);
	tracer = 0.5*(h[east] + h[-2,1]);
}
END
cat >"$out/wall.stencil" <<'END'
stencil wall {
	inout u;
	out new;
	boundary u = mirror x, periodic y;

	t = u[-2,0] - u[1,1];
	new = 0.25*(t[west] + t[north] + u[2,0]);
}
END
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	inout u, w;
	boundary u = periodic;

	u = 1 + 0.5*w[west];
	w = u[east] + w;
}
END

# Sums that later kernels need, of what neighbours had a part in, of floats and of columns.
cat >"$out/norms.stencil" <<'END'
stencil norms {
	inout u;
	inout float w;
	out scalar largest, mass;
	out float scalar least;

	largest = max(abs(u[west] - u));
	u = u/largest;
	least = min(w + w[south]);
	t = w[-2,0];
	w = w - least*t;
	mass = sum(u[north] + w);
	u = u - 0.001*mass;
}
END
cat >"$out/columns.stencil" <<'END'
stencil columns {
	in d;
	inout v;
	out scalar total;

	sweep up {
		if (below == 0) { s = d[east]; } else { s = d - 0.25*s[below]; }
	}
	total = sum(s*v);
	t = v[south];
	v = s/total + t;
}
END

# One kernel, and fields that hold what is summed up behind it.
cat >"$out/products.stencil" <<'END'
stencil products {
	in u;
	inout v;
	out scalar dot, shifted;
	out scalar least;

	dot = sum(u*v);
	least = min(v);
	shifted = sum(u[west]*u);
	v = 0.5*v + u;
}
END

# fields STENCIL SIZE FOLDER: its options.
fields() {
	outs='u' ins='u:p1'
	case $1 in
	shallow) ins='u:c1 v:c2 p:c3 uold:c4 vold:c5 pold:c6' outs='u v p uold vold pold'
		echo '--param tdt=0.1 --param dx=1 --param dy=1' ;;
	heat_3d) ins='a:p1 b:p2' outs='a b' ;;
	fdtd_2d) ins='ex:p1 ey:p2 hz:p3' outs='ex ey hz'; echo '--param fict=0.5' ;;
	gray_scott) ins='u:p1 v:p2' outs='unew vnew'; echo '--swap unew:u --swap vnew:v' ;;
	wave|mirrors) ins='u:p1 old:p2' outs='u old' ;;
	twice) ins='u:p1 old:p2' outs='u old' ;;
	versions) outs='u d' ;;
	cg) ins='x:p1 r:p2 p:p2' outs='x r p rest' ;;
	norms) ins='u:p1 w:f1' outs='u w largest mass least' ;;
	products) ins='u:p1 v:p2' outs='v dot shifted least' ;;
	filled_for_nobody) ins='a0:p1 a1:p2 w0:p3 w1:p4' outs='w0 w1' ;;
	columns) ins='d:p1 v:p2' outs='v total' ;;
	far) ins='r:p1 u:p2 v:p3 w:p4' outs='u v w' ;;
	ahead) ins='r:p1 u:p2 v:p3' outs='u v w total' ;;
	channel) ins='h:p1 tracer:p2' outs='h tracer' ;;
	wall) outs=new; echo '--swap new:u' ;;
	vadv) ins='wcon:p1 u_stage:p2 u_pos:p3 utens:p4 utens_stage:p5' outs=utens_stage ;;
	esac
	for name in $ins; do
		echo "--in ${name%:*}=$data/${name#*:}-$2.npy"
	done
	for name in $outs; do
		echo "--out $name=$3/$name.npy"
	done
}

file_of() {
	for file in "$out/$1.stencil" stencils/programs/"$1.stencil" tests/data/programs/"$1.stencil"; do
		[ ! -f "$file" ] || echo "$file"
	done | head -1
}

# steps STENCIL SIZE FOLDER OPTION...: four steps of it.
steps() {
	stencil=$1 size=$2 folder=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "$(file_of "$stencil")" $(fields "$stencil" "$size" "$folder") --steps 4 --verify "$@"
}

same_files() {
	is_clean && for file in "$one"/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

turn=0 thin=0
for stencil in shallow heat_3d fdtd_2d gray_scott wave mirrors twice versions far channel wall vadv cg norms products columns filled_for_nobody; do
	for size in $sizes; do
		one=$out/one-$stencil-$size
		good "$stencil in one part, $size" steps $stencil "$size" "$one" --backend openmp
		for cut in 2x1 1x2 2x2 3x2 1x3; do
			turn=$((turn + 1))
			every=$((turn % 3 + 1))
			run steps $stencil "$size" "$out/parts" --ranks $cut --exchange-every $every --backend openmp
			if fails 1 'narrower than the halo'; then
				thin=$((thin + 1))
			else
				check "$stencil $size, $cut, every $every" same_files
			fi
		done
		run steps $stencil "$size" "$out/parts" --ranks 2x2 --backend "$backend"
		check "$stencil $size, $backend" same_files
	done
done

check 'few parts are too thin' test $((20*thin)) -lt "$passed"

# What is kept between kernels is computed around parts, too; tiles and vectors take regions as they need them.
size=9x31x37
one=$out/one-shallow-$size
for store in z cu+cv+z+h cu/cv+z; do
	run steps shallow $size "$out/parts" --ranks 2x2 --store $store --backend openmp
	check "kept $store" same_files
done
for access in naive zloop tile wide; do
	for stencil in heat_3d wave wall; do
		one=$out/one-$stencil-$size
		run steps $stencil $size "$out/parts" --ranks 2x2 --exchange-every $((turn % 2 + 1)) --access $access \
			--backend "$backend"
		check "$stencil by $access" same_files
		turn=$((turn + 1))
	done
done

one=$out/one-cg-$size
for access in naive zloop; do
	run steps cg $size "$out/parts" --ranks 2x2 --access $access --backend "$backend"
	check "sums by $access" same_files
done

# Interiors of the last kernel are computed while messages are on their way.
# tells STENCIL OVERLAP OPTION...: the report says so.
tells() {
	stencil=$1 says=$2
	shift 2
	# shellcheck disable=SC2046 # options are words
	run "$bin/stencilrun" "$(file_of "$stencil")" $(fields "$stencil" $size "$data") --steps 2 --backend openmp --ranks 2x2 "$@"
	check "$stencil, $says" grep -q " subdomains, peer, $says): " "$out/stdout"
}
tells shallow overlap
tells shallow 'no overlap' --overlap off
tells heat_3d overlap
tells vadv overlap
tells cg overlap
tells gray_scott overlap
tells wall overlap

# Of a series each file has the halo of its step.
series_of() {
	stencil=$1 name=$2 folder=$3
	shift 3
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "$(file_of "$stencil")" $(fields "$stencil" $size "$out" | grep -v '^--out') --out "$name=$out/$folder.pvd" \
		--steps 6 --save-every 2 --backend openmp "$@"
}
for series in gray_scott:unew channel:tracer channel:h wall:new; do
	stencil=${series%:*} name=${series#*:}
	good "a series of $series" series_of "$stencil" "$name" one
	good "in parts" series_of "$stencil" "$name" parts --ranks 2x2
	for step in 2 4 6; do
		check "$series, step $step" cmp "$out/one-$step.vti" "$out/parts-$step.vti"
	done
done

# With --periodic nothing beyond the sides changes within a step, whatever parts lie there.
turn=0
for stencil in far heat_3d fdtd_2d versions vadv cg norms wall channel; do
	for along in x y xy; do
		case $stencil-$along in
		channel-x*|wall-*y) continue ;; # which is so by its rule
		esac
		one=$out/one-$stencil-$along
		good "$stencil in one part, periodic $along" steps $stencil $size "$one" --backend openmp --periodic $along
		for cut in 2x1 1x2 3x2; do
			turn=$((turn + 1))
			where=openmp
			[ $((turn % 3)) != 0 ] || where=$backend
			run steps $stencil $size "$out/parts" --ranks $cut --periodic $along --backend "$where"
			check "$stencil, periodic $along, $cut" same_files
		done
	done
done

# Where nothing is read beside points behind what a step assigns, halos beyond sides last for several steps, too.
cat >"$out/ahead.stencil" <<'END'
stencil ahead {
	in r;
	inout u, v;
	out w;
	out scalar total;

	t = r[-2,1] + u[east];
	s = t[0,-2] - u[south.west] + v;
	total = sum(s*s);
	w = s[west] - s[2,1];
	u = 0.5*s + t;
	v = u - w/total;
}
END
turn=0 thin=0
for stencil in ahead vadv norms; do
	for along in x y xy; do
		[ "$stencil-$along" = norms-x ] || [ $stencil != norms ] || continue
		one=$out/one-$stencil-$along
		good "$stencil in one part, periodic $along, for several" steps $stencil $size "$one" --backend openmp --periodic $along
		for cut in 2x1 1x2 2x2 1x3; do
			for every in 2 3; do
				turn=$((turn + 1))
				where=openmp
				[ $((turn % 3)) != 0 ] || where=$backend
				run steps $stencil $size "$out/parts" --ranks $cut --periodic $along --exchange-every $every --backend "$where"
				if fails 1 'narrower than the halo'; then
					thin=$((thin + 1))
				else
					check "$stencil, periodic $along, $cut, every $every" same_files
				fi
			done
		done
	done
done
check 'few of these are too thin' test $((3*thin)) -lt $turn

# What cannot be cut.
program() {
	name=$1
	shift
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "$(file_of "$name")" $(fields "$name" $size "$data") --backend openmp "$@"
}
refused 1 'subdomains 5 rows high are narrower than the halo of 8 that 2 steps need' program far --ranks 1x5 --exchange-every 2
echo 'stencil unread { inout u; halo [1,3,0]; boundary u = mirror; u = 0.5*u; }' >"$out/unread.stencil"
npy thin '<f8' 3x12x8 1
run stencilrun -q "$out/unread.stencil" --in u="$data/thin.npy" --out u="$data/u.npy" --ranks 1x3 --backend openmp
check 'nor is a boundary that fills nothing' fails 1 "subdomains 2 rows high are narrower than the 3 of a domain that 'unread' needs: use fewer ranks in y"
refused 2 "'shallow' has fields that are declared periodic along x, which is decomposed: leave out --periodic x" \
	program shallow --ranks 2x1 --periodic x
refused 2 "'far' reads 'v' beside its points after it was assigned or filled in the same step" program far --ranks 2 \
	--exchange-every 2 --periodic x
refused 2 "'norms' reads 'u' beside its points after it was assigned or filled in the same step" program norms --ranks 2 \
	--exchange-every 2 --periodic y
refused 2 "'channel' reads 'tracer' beside its points after it was assigned or filled in the same step" program channel --ranks 1x2 \
	--exchange-every 2 --periodic y
refused 2 "'mixed' reads 'w' at offsets, where other fields are periodic: it runs in one subdomain along x" stencilrun -q \
	"$out/mixed.stencil" --in u="$data/p1-$size.npy" --in w="$data/p2-$size.npy" \
	--out w="$data/w.npy" --ranks 2x1 --backend openmp
filled() {
	stencilrun -q tests/data/programs/filled_outs.stencil --in u="$data/p1-$size.npy" --out s="$out/s.npy" --backend openmp \
		--steps 3 --swap "$@"
}
good 'a halo that goes on with its field, in one part' filled h:u --verify
refused 2 "a step fills the halo of 'h', which the next one reads as 'u': it runs in one subdomain" filled h:u --ranks 2x1
good 'one that does not' filled s:u --ranks 2x1 --verify
cat >"$out/leapfrog.stencil" <<'EOF'
stencil leapfrog {
    out new, r;
    inout now;
    in old;
    boundary now = mirror y;

    now = now*0.5 + old*0.125;
    r = now[north] - now[south];
    new = 0.5*old[east.north] + 0.25*old + 0.1*r + 0.3*now;
}
EOF
leapfrog() {
	stencilrun -q "$out/leapfrog.stencil" --in now="$data/p1-$size.npy" --in old="$data/p2-$size.npy" --out new="$out/s.npy" \
		--backend openmp --steps 5 "$@"
}
good 'levels of time, one of which has its halo filled, in one part' leapfrog --swap new:now:old
refused 2 "a step fills the halo of 'now', which the next one reads as 'old': it runs in one subdomain" leapfrog --swap new:now:old --ranks 2x1
good 'the same without a swap' leapfrog --ranks 2x1 --verify

# Messages between the kernels of a step, in place of computed halos.
far() {
	stencilrun -q "$out/far.stencil" --in r="$data/p1-$size.npy" --in u="$data/p2-$size.npy" --in v="$data/p3-$size.npy" \
		--in w="$data/p4-$size.npy" --out w="$out/$1.npy" --out v="$out/$1-v.npy" --backend openmp --steps 4 --verify $2
}
same_far() { is_clean && cmp "$out/one.npy" "$out/parts.npy" && cmp "$out/one-v.npy" "$out/parts-v.npy"; }
good 'in one subdomain' far one
for options in '--ranks 2x2' '--ranks 1x3 --exchange-every 2' '--ranks 2x1 --storage direct' '--ranks 3x1 --levels innermost'; do
	run far parts "$options --step-halos exchanged"
	check "far, $options, halos exchanged within a step" same_far
done
refused 2 "'far' exchanges halos before kernel 1: with --periodic x halos are exchanged after each step only" far parts \
	'--ranks 2x2 --periodic x --step-halos exchanged'
finish
