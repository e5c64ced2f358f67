#!/bin/sh
# What --tune stores of noisy times: kernels whose launches sleep, as long as the number of columns says.

. "$(dirname "$0")/../lib/programs.sh"

# On 24 columns naive takes much longer than idxvar, on 25 as long. Times fill a wide range evenly, so that no choice of launches
# has a certain median.
cp -r templates "$out/templates"
awk '/^    \/\/ Move to level k\.$/ && !done++ {
	print "    extern int usleep(unsigned);"
	print "    static unsigned launches;"
	print "    const int slow = end - first == 24 && __builtin_strstr(__func__, \"naive\");"
	print "    usleep((slow ? 40 : 4)*(1000 + launches++*619 % 1000));"
} { print }' templates/openmp/idxvar.tmpl >"$out/templates/openmp/idxvar.tmpl"

tune() { # FILE [OPTION...]
	file=$out/$1
	shift
	bench --templates "$out/templates" --backend openmp --storage regular --access naive,idxvar --runs 3 --tune "$file" \
		"$@" stencils/copy.stencil
}
has() { # SIZE...
	[ "$(sed -n 's/^best: .* size=\([0-9x]*\) .*/\1/p' "$file" | sort | tr '\n' ' ')" = "$*${1:+ }" ]
}
refused_at() { # SIZE...: says why for these, and only for these
	[ "$status" = 1 ] && [ "$(sed -n 's/^stencilbench: no kernel is stored for copy at \([0-9x]*\): .*/\1/p' "$out/stderr" | tr '\n' ' ')" = "$* " ] &&
	[ "$(wc -l <"$out/stderr")" = $# ]
}

tune certain --size 24x1x1
check 'the winner of noisy times, where all others are slower' is_clean
check 'is stored' has 24x1x1
check 'it is the fastest' grep -q ' access=idxvar ' "$file"
tune noisy --size 25x1x1
check 'noise that leaves the choice open' refused_at 25x1x1
check 'is not stored' test ! -e "$file"
tune last --size 24x1x1,25x1x1
check 'of two grids' refused_at 25x1x1
check 'the first one is stored' has 24x1x1
tune first --size 25x1x1,24x1x1
check 'or the second one' refused_at 25x1x1
check 'which is stored, too' has 24x1x1
tune first --size 25x1x1,24x1x1 --force
check 'or both with --force' has 24x1x1 25x1x1
finish
