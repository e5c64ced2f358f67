#!/bin/sh
# Parts of stencils that ask how far the sides of the domain are: a part knows where it lies, so the bits are those of one
# part, also in strips beside interiors and in columns computed beyond a part. BACKEND=cuda: on a GPU what is on the host
# otherwise.
# Long: only in `make check-all`; ranks.sh has other subdomains.

. "$(dirname "$0")/../lib/programs.sh"

backend=${BACKEND:-host}
sizes='5x17x41 3x23x26'
for size in $sizes; do
	for n in 1 2 3; do
		npy "p$n-$size" '<f8' "$size" $n
	done
done

# Reads that one part never does beyond its sides, but which are others' columns; distances as numbers; a least domain that
# parts and strips are narrower than; a temporary that is there wherever its reads are.
cat >"$out/walls.stencil" <<'END'
stencil walls {
	in u;
	out v;

	if (west == 0) {
		v = u[3,0] - u;
	} else {
		if (west < 3 && south > 1) {
			v = u[1,2] + u[west];
		} else {
			if (north >= 2 && east > 0) { v = u[0,-2]*0.5 + u[east]; } else { v = u*south - east; }
		}
	}
}
END
cat >"$out/flux.stencil" <<'END'
stencil flux {
	in u;
	out v;

	f = west > 0 ? u - u[west] : 0;
	g = north > 0 ? u - u[north] : 2*u;
	v = u + (east > 0 ? f[east] : 0) - f + (south > 0 ? g[south] : north) - g;
}
END
cat >"$out/ramp.stencil" <<'END'
stencil ramp {
	in u;
	inout v;

	t = u*west + v;
	w = t + (south > 4 ? u[0,5] : u) + east;
	v = 0.5*w - (north > 0 ? u[north] : 1);
}
END
# Several kernels, which do some of their points twice.
cat >"$out/basin.stencil" <<'END'
stencil basin {
	inout u, v, h, d;

	u = west > 0 ? u - 0.1*(h - h[west]) : 0;
	v = north > 0 ? v - 0.1*(h - h[north]) : 0.01*east;
	t = east > 0 ? u[east] - u : -u;
	h = h - t - (south > 0 ? v[south] - v : 0.5*south);
	d = 0.1*h;
	h = h + (west == 0 ? d[2,0] : (east < 2 ? d[west] : d[east])) + 0.001*north;
}
END
cat >"$out/depth.stencil" <<'END'
stencil depth {
	inout u, flux;
	boundary u, flux = mirror y;

	flux = east > 1 ? u[2,0] - u : west;
	sweep up {
		if (below == 0) { s = u + flux[south]; } else { s = 0.5*s[below] + u; }
	}
	t = 0.25*(u[north] + u[south]);
	u = s - t;
}
END

# fields STENCIL SIZE FOLDER: its options.
fields() {
	outs=v ins=u:p1
	case $1 in
	walls|flux) echo '--swap v:u' ;;
	ramp) ins='u:p1 v:p2' ;;
	basin) ins='u:p1 v:p2 h:p3 d:p1' outs='u v h d' ;;
	depth) ins='u:p1 flux:p2' outs='u flux' ;;
	esac
	for name in $ins; do
		echo "--in ${name%:*}=$data/${name#*:}-$2.npy"
	done
	for name in $outs; do
		echo "--out $name=$3/$name.npy"
	done
}

# steps STENCIL SIZE FOLDER OPTION...: five steps of it.
steps() {
	stencil=$1 size=$2 folder=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "$out/$stencil.stencil" $(fields "$stencil" "$size" "$folder") --steps 5 --verify "$@"
}

same_files() {
	is_clean && for file in "$one"/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

# same CUT OPTION...: the parts' bits are those of one; or parts are too thin.
same() {
	cut=$1
	shift
	run steps "$stencil" "$size" "$out/parts" --ranks "$cut" "$@"
	if fails 1 'narrower than the halo'; then
		thin=$((thin + 1))
	else
		check "$stencil $size, $cut, $*" same_files
	fi
}

turn=0 thin=0
for stencil in walls flux ramp basin depth; do
	accesses='naive idxvar shared zloop zslice'
	case $stencil in
	ramp) accesses='naive idxvar zloop zslice' ;;
	basin) accesses='naive idxvar' ;;
	depth) accesses='zloop' ;;
	esac
	for size in $sizes; do
		one=$out/one-$stencil-$size
		good "$stencil in one part, $size" steps $stencil "$size" "$one" --backend openmp
		for cut in 2x1 1x2 2x2 3x2 1x4 5x1; do
			turn=$((turn + 1))
			overlap=on
			[ $((turn % 2)) = 0 ] || overlap=off
			same $cut --exchange-every $((turn % 3 + 1)) --overlap $overlap --backend openmp
		done
	done
	for access in $accesses; do
		turn=$((turn + 1))
		same 2x2 --exchange-every $((turn % 2 + 1)) --access $access --backend "$backend"
	done
done
check 'few parts are too thin' test $((5*thin)) -lt "$passed"

# Copies beyond a side that is periodic would not know where they lie: none are made.
ask() {
	stencilrun -q "$out/$1.stencil" --in u="$data/p1-3x23x26.npy" --swap v:u --out v="$data/v.npy" --backend openmp --steps 2 \
		"$2" "$3" --periodic x
}
good 'flux in one part, periodic' ask flux --ranks 1
mv "$data/v.npy" "$data/one.npy"
for cut in 2x1 2x2 3x1; do
	run ask flux --ranks $cut
	check "flux, periodic x, $cut" cmp "$data/one.npy" "$data/v.npy"
done
refused 2 "'flux' reads distances to the domain's sides along x, where it is periodic" ask flux --exchange-every 2
npy small '<f8' 2x9x3 1
refused 1 'the domain needs at least 4 columns; it has 3' stencilrun -q "$out/walls.stencil" --in u="$data/small.npy" \
	--out v="$data/v.npy" --backend openmp --ranks 1x2
finish
