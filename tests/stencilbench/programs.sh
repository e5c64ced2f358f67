#!/bin/sh
# stencilbench measures programs of several kernels, as CUDA on the CPU.

. "$(dirname "$0")/../lib/programs.sh"

host() {
	run "$bin/stencilbench" --backend host --storage regular --runs 1 --cache hot "$@"
}
measured() { # KERNEL
	is_clean && grep -q ",$1,,.*,measured," "$out/rows.csv"
}

host --size 12x10x1 --access idxvar --csv "$out/rows.csv" stencils/programs/shallow.stencil
check 'columns without levels are measured' measured shallow_regular_idxvar
host --size 12x10x6 --csv "$out/rows.csv" --access idxvar stencils/programs/cg.stencil
check 'sums are measured' measured cg_regular_idxvar

finish
