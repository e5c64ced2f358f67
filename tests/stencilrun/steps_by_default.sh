#!/bin/sh
# Long: grids that are large enough for several steps per launch without options. tests/unit has the sizes.

. "$(dirname "$0")/../lib/programs.sh"

several() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" tests/data/steps/steps.stencil --backend host --size 512x512x64 --formula 't=sin(i*j) + 0.1*k' --swap t_new:t \
		--out t_new="$out/$file.npy" "$@"
}
# chosen ACCESS STEPS TITLE: the kernel of the last run.
chosen() {
	check "$3" grep -q "_regular_$1_[a-z0-9_]*steps$2[a-z0-9_]* on host\|_regular_$1_steps$2[a-z0-9_]* on host" "$out/stdout"
}
several by_threes --stencil jacobi --steps 4
chosen temporal 3 'three steps a launch'
several by_ones --stencil jacobi --steps 4 --access idxvar
check 'have the bits of single steps' cmp "$out/by_ones.npy" "$out/by_threes.npy"
several by_twos --stencil jacobi --steps 2 --precision float
chosen temporal 2 'two of floats'
several by_twos --stencil jacobi --steps 4 --save-state "$out/other" --save-state-every 2
chosen temporal 2 'two between states'
for options in "--stencil jacobi --steps 3 --log $out/log" '--stencil jacobi --steps 3 --size 512x512x63'; do
	# shellcheck disable=SC2086 # options are words
	several by_ones $options
	check "$options: single steps" sh -c '[ "$0" = 0 ] && ! grep -q temporal "$1"' "$status" "$out/stdout"
done

# Two dimensions: a field, a coefficient, several fields, levels of time.
cat >"$out/flat.stencil" <<'end'
stencil five { in u; out n; n = 0.2*(u + u[west] + u[east] + u[north] + u[south]); }
stencil conduct { in u, c; out n; n = u + 0.1*(c + c[east])*(u[east] - u) - 0.1*(c + c[west])*(u - u[west]); }
stencil pair { in u, c; out n, m; n = u + 0.1*(c[east] - c); m = c + 0.1*(u[south] - u); }
stencil membrane { in u, c; out n; n = 2*u - c + 0.2*(u[west] + u[east] + u[north] + u[south] - 4*u); }
end
halo='i < 1 || i > nx-2 || j < 1 || j > ny-2 ? 0.5 :'
flat() { # FILE STENCIL OPTION...
	file=$1 stencil=$2
	shift 2
	[ "$stencil" = five ] || set -- --formula "c=${same-$halo} 0.1 + 0.05*cos(i+j)" "$@"
	run "$bin/stencilrun" "$out/flat.stencil" --stencil "$stencil" --backend host --size 1024x1024x1 --formula "u=$halo sin(i*j)" \
		--out n="$out/$file.npy" "$@"
}
single() { # TITLE: the last run had single steps.
	check "$1: single steps" sh -c '[ "$0" = 0 ] && ! grep -q steps[0-9] "$1"' "$status" "$out/stdout"
}
for case in five:n:u:4 conduct:n:u:4 'pair:n:u --swap m:c:2' membrane:n:u:c:4; do
	steps=${case##*:} stencil=${case%%:*} swaps=${case#*:}
	swaps=${swaps%:*}
	# shellcheck disable=SC2086
	flat several $stencil --swap $swaps --steps 9
	chosen temporal_warp "$steps" "$stencil: $steps steps a launch"
	# shellcheck disable=SC2086
	flat single $stencil --swap $swaps --steps 9 --access idxvar
	check 'have the bits of single steps' cmp "$out/single.npy" "$out/several.npy"
	# shellcheck disable=SC2086
	flat parts $stencil --swap $swaps --steps 9 --ranks 1x2 --exchange-every 4 --size 1024x2048x1
	chosen temporal_warp "$steps" "$stencil: as many in subdomains"
	# shellcheck disable=SC2086
	flat whole $stencil --swap $swaps --steps 9 --access idxvar --size 1024x2048x1
	check 'have the same bits' cmp "$out/whole.npy" "$out/parts.npy"
	# shellcheck disable=SC2086
	flat single $stencil --swap $swaps --steps 9 --ranks 2
	single "$stencil, halos exchanged after each step"
done
flat several five --swap n:u --steps 9 --save-every 3
chosen temporal_warp 3 'fewer steps between results that are saved'
flat several five --swap n:u --steps 3
chosen temporal_warp 3 'no more steps than there are'
flat several five --swap n:u --steps 9 --periodic xy --exchange-every 3
chosen temporal_warp 3 'periodic halos'
flat single five --swap n:u --steps 9 --periodic xy --access idxvar
check 'have the same bits' cmp "$out/single.npy" "$out/several.npy"
same= flat single membrane --swap n:u:c --steps 9
single 'levels of time with other halos'
for options in '--periodic x' '--steps 1' '--save-every 1' '--block 64x2x1' '--size 1000x500x1' '--ranks 2 --exchange-every 2 --graph'; do
	# shellcheck disable=SC2086
	flat single five --swap n:u --steps 9 $options
	single "$options"
done
finish
