#!/bin/sh
# misuse.sh : runs tests/kernels/misuse.c, calls that a model gets wrong, with ASan.
set -eu
out=build/misuse
rm -rf "$out"
build/stencilgen -q -o "$out" --target openmp --storage regular --access idxvar tests/data/refusals/reach.stencil
build/stencilgen -q -o "$out" --target openmp --dim 3 --level 4 --access basic,vec1_tiles \
	stencils/sparse/evaluate.stencil
build/stencilgen -q -o "$out" --target openmp --dim 3 --level 4 --access basic stencils/sparse/hierarchize.stencil
${CC:-cc} -std=gnu11 -g -Wall -Wextra -Werror -Wno-unknown-pragmas -fsanitize=address,undefined \
	-fno-sanitize-recover=all -I"$out" \
	tests/kernels/misuse.c "$out"/*/*.c $(pkg-config --cflags --libs check) -lm -o "$out/misuse"
ASAN_OPTIONS=exitcode=77:log_path="$out/reports" "$out/misuse"
