#!/bin/sh
# Parts of grids whose neighbours are looked up in tables: rectangles, in any order of their own, of single kernels and of programs. The
# bits are those of one part that lies row by row. STENCIL_HOST_STREAMS is tried, too.

. "$(dirname "$0")/../lib/programs.sh"

npy a '<f8' 5x29x37 1
npy b '<f8' 5x29x37 2
npy t '<f4' 5x29x37 1
npy f '<f8' 29x37 3
npy g '<f8' 29x37 4
npy h '<f8' 29x37 5
npy column '<f8' 29x37 6

# What is read at corners, and reads of two types, one of columns.
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	in float u;
	in column h;
	out float v;

	v = 0.5*u[-1,2] - u[1,-1]*h[north] + u[0,0,1]/4;
}
END
cat >"$out/kept.stencil" <<'END'
stencil kept {
	in u;
	out v;

	lap = u[west] + u[0,2] - 2*u;
	v = u + 0.125*(lap[east] - lap[south]);
}
END
apply() { # FILE STENCIL OPTION...
	file=$1 stencil=$2
	shift 2
	case $stencil in
	laplap) set -- stencils/laplap.stencil --in src="$data/a.npy" --swap dst:src --out dst="$out/$file.npy" "$@" ;;
	mixed) set -- "$out/mixed.stencil" --in u="$data/t.npy" --in h="$data/column.npy" --swap v:u --out v="$out/$file.npy" "$@" ;;
	heat_3d) set -- stencils/programs/heat_3d.stencil --in a="$data/a.npy" --in b="$data/b.npy" --out a="$out/$file.npy" "$@" ;;
	kept) set -- "$out/kept.stencil" --store lap --in u="$data/a.npy" --swap v:u --out v="$out/$file.npy" "$@" ;;
	wave) set -- stencils/programs/wave.stencil --in u="$data/a.npy" --in old="$data/b.npy" --out u="$out/$file.npy" "$@" ;;
	shallow) set -- stencils/programs/shallow.stencil --in u="$data/f.npy" --in v="$data/g.npy" --in p="$data/h.npy" \
		--in uold="$data/f.npy" --in vold="$data/g.npy" --in pold="$data/h.npy" --param tdt=0.1 --param dx=1 --param dy=1 \
		--out p="$out/$file.npy" "$@" ;;
	esac
	stencilrun -q "$@" --steps 5 --verify
}
# same STENCIL PERIOD OPTION...
same() {
	stencil=$1 period=$2
	shift 2
	rm -f "$out/parts.npy"
	# shellcheck disable=SC2086 # options are words
	good "$stencil $period $*" apply parts "$stencil" $period "$@"
	check 'has the bits of one part' cmp "$out/one.npy" "$out/parts.npy"
}
for stencil in laplap mixed heat_3d kept wave shallow; do
	case $stencil in
	laplap|mixed) storage=direct ;;
	*) storage=chasing_compressed ;;
	esac
	for period in '' '--periodic x' '--periodic xy'; do
		case $stencil$period in
		wave?*|shallow?*) continue ;;
		esac
		# shellcheck disable=SC2086
		good "$stencil $period in one part" apply one $stencil $period --backend openmp --storage regular
		same $stencil "$period" --ranks 2x2 --storage $storage --backend openmp
		same $stencil "$period" --ranks 3x1 --storage chasing --order hilbert --levels outermost --backend host
		same $stencil "$period" --ranks 1x2 --storage $storage --order random:4 --levels innermost --backend host
		[ -z "$period" ] || same $stencil "$period" --storage $storage --backend openmp
		[ "$stencil" = heat_3d ] && [ "$period" ] ||
			same $stencil "$period" --ranks 2x2 --exchange-every 2 --storage $storage --order zcurve --backend openmp
	done
done
STENCIL_HOST_STREAMS=3
export STENCIL_HOST_STREAMS
good 'in one part' apply one laplap --periodic xy --backend openmp --storage regular
same laplap '--periodic xy' --ranks 2x2 --storage direct --backend host
same laplap '--periodic xy' --ranks 1x2 --storage direct --exchange-every 2 --backend host --overlap off
unset STENCIL_HOST_STREAMS
refused 2 '--ranks gives each subdomain a table of its own, but constant memory holds one: use another storage than direct_constant' \
	apply parts laplap --ranks 2 --storage direct_constant --backend host
refused 2 "'cg' has reductions: --ranks is for storage regular then, not chasing" stencilrun -q stencils/programs/cg.stencil \
	--in x="$data/a.npy" --in r="$data/b.npy" --in p="$data/b.npy" --out x="$out/parts.npy" --ranks 2 --storage chasing --backend openmp
finish
