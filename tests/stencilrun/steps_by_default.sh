#!/bin/sh
# Long: grids of 16 million points, which take several steps per launch without options. tests/unit has the sizes.

. "$(dirname "$0")/../lib/programs.sh"

several() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" tests/data/steps/steps.stencil --backend host --size 512x512x64 --formula 't=sin(i*j) + 0.1*k' --swap t_new:t \
		--out t_new="$out/$file.npy" "$@"
}
several by_threes --stencil jacobi --steps 4
check 'three steps a launch' grep -q '^jacobi_regular_temporal_steps3 .* 4 steps in ' "$out/stdout"
several by_ones --stencil jacobi --steps 4 --access idxvar
check 'have the bits of single steps' cmp "$out/by_ones.npy" "$out/by_threes.npy"
several by_twos --stencil jacobi --steps 2 --precision float
check 'two of floats' grep -q '^jacobi_regular_temporal_steps2_float ' "$out/stdout"
for options in '--stencil jacobi --steps 2' "--stencil jacobi --steps 3 --log $out/log" '--stencil jacobi --steps 3 --size 512x512x63' \
		'--stencil haloed --steps 3' "--stencil jacobi --steps 4 --save-state $out/other --save-state-every 2" '--stencil jacobi --steps 3 --ranks 2'; do
	# shellcheck disable=SC2086 # options are words
	several by_ones $options
	check "$options: single steps" sh -c '[ "$0" = 0 ] && ! grep -q temporal "$1"' "$status" "$out/stdout"
done
finish
