#!/bin/sh
# Fields and temporaries on half levels of structured grids: the bits of the interpreter, in subdomains too, and the bits of stencils
# whose half levels are full levels of larger arrays.

. "$(dirname "$0")/../lib/programs.sh"

cp tests/data/evaluated/half_levels.stencil "$data/solver.stencil"
values='rho=1+sin(i+2*j+k) a=cos(i*j+k) b=4+sin(i-k) c=cos(j+k) w=sin(i+j*k)'
apply() { # OPTION...
	for value in $values; do set -- "$@" --formula "$value"; done
	for output in w q pressure most; do set -- "$@" --out "$output=$data/$output.npy"; done
	stencilrun "$data/solver.stencil" -q --verify --size 14x13x6 "$@"
}
for how in 'openmp --storage regular' 'openmp --storage chasing --levels innermost' 'host --storage regular --steps 2' \
		'host --storage chasing --levels innermost --block 3x5x1' 'openmp --ranks 2x2 --steps 2' 'host --ranks 3x1 --precision float' \
		'openmp --ranks 1x3 --periodic x'; do
	# shellcheck disable=SC2086 # options are words
	run apply --backend $how
	check "$how" is_clean
done

# The same with full levels alone: what is on half levels runs on arrays of six levels, the rest on five of them.
cat >"$data/both.stencil" <<'TEXT'
stencil both {
    in theta; in half wgt; inout half ic, w; inout d;
    ic = above == 0 ? theta[below] : below == 0 ? theta : wgt*theta + (1 - wgt)*theta[below];
    half sweep up {
        x = below == 0 ? w : 0.5*x[below] + w*ic - theta[below];
        w = x;
    }
    d = d + w[above] - w + ic[above];
}
TEXT
cat >"$data/six.stencil" <<'TEXT'
stencil six {
    in theta, wgt; out ic; inout w;
    ic = above == 0 ? theta[below] : below == 0 ? theta : wgt*theta + (1 - wgt)*theta[below];
    sweep up {
        x = below == 0 ? w : 0.5*x[below] + w*ic - theta[below];
        w = x;
    }
}
TEXT
cat >"$data/five.stencil" <<'TEXT'
stencil five {
    in w, ic; inout d;
    d = d + w[above] - w + ic[above];
}
TEXT
both() { # OPTION...
	stencilrun "$data/both.stencil" -q --size 9x8x5 --formula 'theta=sin(3*i+j+k)' --formula 'wgt=0.5+0.3*cos(i+k)' --formula 'w=cos(j)-k' \
		--formula 'ic=i' --formula 'd=j+k' --out ic="$data/ic.npy" --out w="$data/w.npy" --out d="$data/d.npy" "$@"
}
same_as_full_levels() {
	both --backend openmp &&
	stencilrun "$data/six.stencil" -q --backend openmp --size 9x8x6 --formula 'theta=sin(3*i+j+k)' --formula 'wgt=0.5+0.3*cos(i+k)' --formula 'w=cos(j)-k' \
		--out ic="$data/ic6.npy" --out w="$data/w6.npy" &&
	stencilrun "$data/five.stencil" -q --backend openmp --in w="$data/w6.npy" --in ic="$data/ic6.npy" --formula 'd=j+k' --out d="$data/d6.npy" &&
	cmp "$data/ic.npy" "$data/ic6.npy" && cmp "$data/w.npy" "$data/w6.npy" &&
	tail -c +129 "$data/d.npy" >"$data/d.bin" && tail -c +129 "$data/d6.npy" | head -c 2880 | cmp - "$data/d.bin" # 9x8x5 doubles
}
check 'half levels are those of arrays with a level more' same_as_full_levels
has_shape() { # FILE LEVELS
	head -c 128 "$data/$1.npy" | grep -q "'shape': ($2, "
}
check 'half fields have a level more' has_shape w 6
check 'full fields have not' has_shape d 5
# Sweeps over half levels without a half field: columns sum up all half levels, and a read without a guard shrinks the domain.
cat >"$data/summed.stencil" <<'TEXT'
stencil summed {
    in a; out c; out column falling, rising;
    falling = 0; rising = 0;
    half sweep down { v = above > 0 ? 0.5*v[above] + a : 3; falling = falling + v; }
    half sweep up { u = below == 0 ? 1 : 0.5*u[below] + a[below]; rising = rising + u; }
    c = falling + rising;
}
TEXT
sed 's/half sweep/sweep/; s/summed/longer/' "$data/summed.stencil" >"$data/longer.stencil"
cat >"$data/topped.stencil" <<'TEXT'
stencil topped {
    in a; out c; out column falling;
    falling = 0;
    half sweep down { if (above > 0) { v = 0.5*v[above] + 1; } else { v = a; } falling = falling + v; }
    c = falling;
}
TEXT
sed 's/half sweep/sweep/; s/topped/full/' "$data/topped.stencil" >"$data/full.stencil"
for how in 'openmp --storage regular' 'host --storage regular --access zloop' 'host --storage regular --access zloop --ahead 2' \
		'host --storage chasing --levels innermost' 'openmp --ranks 2x2'; do
	sums() { # STENCIL LEVELS
		# shellcheck disable=SC2046,SC2086 # options are words
		stencilrun "$data/$1.stencil" -q --verify --backend $how --size "9x8x$2" --formula 'a=sin(3*i+j+k)' --out c="$data/c.npy" \
			$(sed -n "s,.*column \\([a-z, ]*\\);.*,\\1,p" "$data/$1.stencil" | tr -d ' ' | tr ',' '\n' | sed "s,.*,--out &=$data/$1.&.npy,")
	}
	all_are_summed() {
		sums summed 5 && sums longer 6 && cmp "$data/summed.falling.npy" "$data/longer.falling.npy" && cmp "$data/summed.rising.npy" "$data/longer.rising.npy"
	}
	check "columns sum up half levels, $how" all_are_summed
	top_is_read() {
		sums topped 5 && sums full 5 && cmp "$data/topped.falling.npy" "$data/full.falling.npy"
	}
	check "the highest half level reads a full one, $how" top_is_read
done
# Reads beside, without guards.
cat >"$data/beside.stencil" <<'TEXT'
stencil beside {
    in half w; in rho, u; out q; out half z;
    q = rho*(w[above] - w[east]) + u[west] - w[west.above];
    z = w + u[east] - rho[below]*w[north];
}
TEXT
for how in 'openmp --access naive' 'host --access zslice --block 8x3x2' 'host --access tile' 'host --access wide --precision float' 'host --levels innermost --storage chasing' \
		'openmp --ranks 2x2'; do
	# shellcheck disable=SC2086 # options are words
	run stencilrun "$data/beside.stencil" -q --verify --size 13x11x6 --formula 'w=sin(i+j*k)' --formula 'rho=cos(i-k)' --formula 'u=i*k-j' --out q="$data/q.npy" \
		--out z="$data/z.npy" --backend $how
	check "reads beside, $how" is_clean
done

refused() {
	[ "$status" = "$1" ] && grep -qF "$2" "$out/stderr"
}
run stencilrun "$data/both.stencil" -q --backend openmp --in w="$data/d.npy" --in theta="$data/d.npy" --formula wgt=0.1 --formula ic=0 --formula d=k --out d="$data/d7.npy"
check 'arrays with other levels are refused' refused 1 "but other fields have z = "
run stencilrun "$data/both.stencil" -q --backend openmp --verify --in w="$data/w.npy" --in theta="$data/d.npy" --formula wgt=0.1 --formula ic=0 --formula d=k --out d="$data/d7.npy"
check 'arrays of half fields say how many levels there are' is_clean
run both --backend host --fields aos_in
check 'structs of fields are refused' refused 2 "has half levels: use --fields soa"
run stencilrun "$data/beside.stencil" -q --backend openmp --size 9x8x5 --swap z:rho --steps 2 --formula w=k --formula u=i --formula rho=1 \
	--out z="$data/z.npy"
check 'half and full fields are not exchanged' refused 2 'the fields differ in type, shape, location or levels'
beside() { # OPTION...
	stencilrun "$data/beside.stencil" -q --backend openmp --size 9x8x5 --formula w=k --formula rho=1 --formula u=i "$@"
}
run beside --out z="$data/both.vti" --out q="$data/both.vti"
check 'image data have one kind of levels' refused 2 "'z' is on half levels and 'q' on full levels"
run beside --out z="$data/half.vti" --out q="$data/full.vti"
has_levels() { # FILE LAST
	grep -q "WholeExtent=\"0 8 0 7 0 $2\"" "$data/$1.vti"
}
check 'image data of half levels' has_levels half 5
check 'image data of full levels' has_levels full 4
files_have_both() {
	beside --out z="$data/both.nc:z" --out q="$data/both.nc:q" && ncdump -h "$data/both.nc" >"$out/header" &&
		grep -q 'z(z_half, y, x)' "$out/header" && grep -q 'q(z, y, x)' "$out/header"
}
if command -v ncdump >/dev/null; then
	check 'a file has levels and half levels' files_have_both
fi
good 'they are measured' stencilbench "$data/both.stencil" --size 9x8x5 --backend openmp --no-time
finish
