#!/bin/sh
# Which stencils access rows is for, what it says of others, and how wide its blocks are.

. "$(dirname "$0")/../lib/compiler.sh"

# rows TEXT STENCIL-BODY : the kernel of a stencil has a line with the text.
rows() {
	printf 'stencil s {\n\tin u;\n\tout o;\n%s\n}\n' "$2" >"$out/s.stencil"
	ends 0 -o - --target openmp --storage regular --access rows "$out/s.stencil"
	expect "$1" grep -qF "$1" "$out/text"
}
rows 'COLUMNS = 2048, ROWS = 64' 't = 4*u - u[west] - u[east]; o = t[north] + t[south];'
rows 'COLUMNS = 2048, ROWS = 16' 't = 4*u - u[west] - u[below]; o = t[north] + t[south];'
# Rows of a block lie in the stack of a thread.
rows 'COLUMNS = 256, ROWS = 64' 't = 4*u - u[west] - u[east]; o = t[0,-40] + t[0,+40];'
# What takes two operations is computed again.
rows 'const double twice_n = 2*u[n] - u[nw];' 'twice = 2*u - u[west]; t = twice - twice[north]*twice[east] + u; o = t[north] + t + twice[north];'

# not_for TEXT STENCIL-BODY [OPTION]... : it has no such kernel.
not_for() {
	text=$1
	printf 'stencil s {\n\tin u;\n\tout o;\n%s\n}\n' "$2" >"$out/s.stencil"
	shift 2
	ends 2 -o - --target openmp --storage regular --access rows "$@" "$out/s.stencil"
	expect "$text" grep -qF "$text" "$out/err"
}
nothing="'s' computes nothing for a row that another one could use, so access rows would repeat idxvar"
not_for "$nothing" 'o = u[north] + u[south];'
not_for "$nothing" 't = 4*u - u[west] - u[east]; o = t[west] + t[east];'
not_for "$nothing" 't = 4*u - u[west] - u[east]; if (u > 0) { t = t + 1; } o = t[north] + t;'
not_for "'s' reads distances, and access rows also computes points outside the domain" \
	't = 4*u - u[west] - u[east]; o = north > 0 ? t[north] + t : u;'
not_for 'target cuda has no access rows' 't = 4*u - u[west] - u[east]; o = t[north] + t;' --target cuda

finish
