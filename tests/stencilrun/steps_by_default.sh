#!/bin/sh
# Long: grids of 16 million points, which take several steps per launch without options. tests/unit has the sizes.

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
several parts --stencil jacobi --steps 5 --ranks 1x2 --exchange-every 2 --size 512x512x128
chosen temporal 2 'two in subdomains that exchange halos after two'
several whole --stencil jacobi --steps 5 --access idxvar --size 512x512x128
check 'have the bits of single steps, too' cmp "$out/parts.npy" "$out/whole.npy"
several by_twos --stencil jacobi --steps 2 --precision float
chosen temporal 2 'two of floats'
several by_twos --stencil jacobi --steps 4 --save-state "$out/other" --save-state-every 2
chosen temporal 2 'two between states'
for options in "--stencil jacobi --steps 3 --log $out/log" '--stencil jacobi --steps 3 --size 512x512x63' \
		'--stencil jacobi --steps 3 --ranks 2' '--stencil jacobi --steps 3 --periodic x' \
		"--stencil jacobi --steps 3 --save-state $out/other --save-state-every 1" '--stencil jacobi --steps 1'; do
	# shellcheck disable=SC2086 # options are words
	several by_ones $options
	check "$options: single steps" sh -c '[ "$0" = 0 ] && ! grep -q temporal "$1"' "$status" "$out/stdout"
done
finish
