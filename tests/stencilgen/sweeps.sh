#!/bin/sh
# The text of sweeps: the last level carries no values to a next one.

. "$(dirname "$0")/../lib/compiler.sh"

# A sum of the values below; the last level differs from the others.
cat >last.stencil <<'S'
stencil last {
    in a;
    out b, c;

    sweep up {
        if (below > 0) {
            sum = sum[0,0,-1] + a;
        } else {
            sum = a;
        }
        b = above > 0 ? sum : 2*sum;
        c = below > 1 ? sum[0,0,-2] : 0;
    }
}
S

# carries FILE : how many assignments to carried values there are before the last level, and on it.
carries() {
	awk '/^ *const int k = depth - 1;/ { last = 1 } / sum_b+(\[.*\])? = /{ n[last + 0]++ } END { print n[0] + 0, n[1] + 0 }' "$1"
}
for target in cuda openmp; do
	ends 0 -o - --target $target --storage regular last.stencil
	carries "$out/text" >"$out/err"
	expect "in $target the last level carries nothing" grep -qx '[1-9][0-9]* 0' "$out/err"
done

# Nor does it load values that only a next one would read.
ends 0 -o - --storage regular --place shared "$root/stencils/programs/vadv.stencil"
awk '
	/^ *const int k = depth - 1;/ { last = 1; next }
	last && /^ *}/ { for (name in taken) if (!used[name]) print name; last = 0; split("", taken); split("", used) }
	last && /^ *const double [a-z_]* = [a-z_]*\[base/ { taken[$3] = 1; next }
	last { gsub(/[^A-Za-z0-9_]+/, " "); for (i = 1; i <= NF; i++) used[$i] = 1 }' "$out/text" >"$out/err"
expect 'the last level loads nothing for a next one' test ! -s "$out/err"
expect 'but what it reads itself' grep -q '^            const double u_pos_c = u_pos\[base + c\];' "$out/text"

# Statements on a mesh that count distances are no sweeps: no level reads another one.
ends 0 -o - --access zloop "$root/stencils/dycore/buoyancy.stencil"
expect 'levels under a guard have no order' grep -q '// All levels, in any order\.' "$out/text"
expect 'and no kernel says that it is a sweep' sh -c '! grep "ward sweep" "$1"' - "$out/text"
finish
