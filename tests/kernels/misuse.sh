#!/bin/sh
# misuse.sh : runs tests/kernels/misuse.c and misuse_columns.c, calls that a model gets wrong, with ASan.
set -eu
out=build/misuse
rm -rf "$out"
emit() { # OPTION...
	build/stencilgen -q -o "$out" --target openmp "$@"
}
emit --storage regular,chasing --access idxvar tests/data/refusals/reach.stencil
emit --levels innermost --storage chasing tests/data/refusals/reach.stencil
emit --dim 3 --level 4 --access basic,vec1_tiles stencils/sparse/evaluate.stencil
emit --dim 3 --level 4 --access basic stencils/sparse/hierarchize.stencil
for test in misuse misuse_columns; do
	${CC:-cc} -std=gnu11 -g -Wall -Wextra -Werror -Wno-unknown-pragmas -fsanitize=address,undefined \
		-fno-sanitize-recover=all -I"$out" \
		tests/kernels/$test.c "$out"/*/*.c $(pkg-config --cflags --libs check) -lm -o "$out/$test"
	ASAN_OPTIONS=exitcode=77:log_path="$out/reports" "$out/$test"
done
