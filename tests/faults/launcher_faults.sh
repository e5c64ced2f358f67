#!/bin/sh
# Launchers with a check left out: tests/kernels/launchers.sh must find each.
# Long: builds each twice.

. "$(dirname "$0")/../lib/programs.sh"

# fault NAME KIND SED-EXPRESSION : the sound kernels pass, those with the fault do not.
fault() {
	OUT=$out/sound PLANT= sh tests/kernels/launchers.sh "$2" >"$out/log" 2>&1 || fail "$1: the sound launcher"
	OUT=$out/wrong PLANT=$3 sh tests/kernels/launchers.sh "$2" >"$out/log" 2>&1
	if ! diff -rq -x '*.o' -x log -x err -x launchers "$out/sound/$2" "$out/wrong/$2" >/dev/null && grep -q '^FAILED  launch_' "$out/log"; then
		pass "$1 is caught: $(grep -c '^FAILED  launch_' "$out/log") calls"
	else
		fail "$1 is not caught"
	fi
}

fault 'a field that may be NULL' innermost 's/if (!w || !u/if (!u/'
fault 'levels that overlap' columns 's/if (grid->end > grid->stride || .*)$/if (0)/'
fault 'a halo that is too small' columns 's/grid->bottom < extents->below || //'
fault 'a pitch shorter than the levels' innermost 's/if (grid->pitch < grid->levels)/if (0)/'
fault 'arrays that are too short' program 's/elements->x < least.points/elements->x < least.points - 1/'
fault 'a misaligned table' innermost 's/(size_t)grid->table | //'
fault 'a program without a workspace' program 's/if (!workspace)/if (0)/'
fault 'a workspace that is aligned to less than vectors' cuda_program 's/workspace % 256/workspace % 16/'
fault 'a relation without a table' mesh_innermost 's/if (!edge_corners->table)/if (0)/'
fault 'more elements than a stride' mesh_stored 's/return mesh->end > stride ?/return mesh->end > stride + 1 ?/'
fault 'rows without starts' mesh_rows 's/!\([a-z_]*\)->table || !\1->start/!\1->table/'

finish
