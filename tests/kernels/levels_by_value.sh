#!/bin/sh
# Temporaries at levels by value: kernels on a mesh store them on all levels whatever levels a call updates, and those on structured
# grids refuse a halo in which there are none.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/moved.stencil" <<'END'
stencil moved { in u; in int k; out d;
	t = u - u[below];
	d = t[level[k]] + t; }
END
cat >"$data/moved_cells.stencil" <<'END'
stencil moved_cells on triangles { in cell u; in int cell k; out cell d;
	cell t = u - u[below];
	cell s = 0.5*t[level[k + 1]];
	d = s[level[k]] + t[level[k]]; }
END
good 'a structured grid' "$bin/stencilgen" -q --target openmp --storage regular --access idxvar "$data/moved.stencil" -o "$out"
for levels in outermost innermost; do
	good "a mesh, levels $levels" "$bin/stencilgen" -q --target openmp --levels $levels --access idxvar "$data/moved_cells.stencil" -o "$out/$levels"
done
for levels in outermost innermost; do
	[ $levels = innermost ] && suffix=_innermost || suffix=
	cp "$out/$levels/moved_cells/moved_cells${suffix}_openmp.h" "$out/$levels/moved_cells/cells.h"
	check "a caller, levels $levels" "$cc" -std=c11 -Wall -Wextra -Werror -fopenmp -fsanitize=address,undefined -ffp-contract=off -I"$out/moved" \
		-I"$out/$levels/moved_cells" -DCELLS_WORKSPACE=workspace_moved_cells_chasing_idxvar${suffix}_openmp \
		-DCELLS_LAUNCH=launch_moved_cells_chasing_idxvar${suffix}_openmp -DINNERMOST=$([ $suffix ] && echo 1 || echo 0) \
		tests/kernels/levels_by_value.c "$out"/moved/*.c "$out/$levels"/moved_cells/*.c -o "$out/$levels/calls"
	"$out/$levels/calls" >"$out/called" 2>&1 || fail "calls, levels $levels"
	cat "$out/called"
	passed=$((passed + $(grep -c '^ok' "$out/called")))
done

finish
