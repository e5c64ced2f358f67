#!/bin/sh
# Kernels of a stencil with hundreds of fields, statements or params, and of hundreds of stencils,
# need no more than LIMIT KB of memory: what a kernel is joined from is not kept.
# Long: only in `make check-all`; it starts each program many times.

cd "$(dirname "$0")/../.." || exit 1
compiler=${STENCILGEN:-build/stencilgen}
limit=${LIMIT:-200000}
out=$(mktemp -d "${TMPDIR:-/tmp}/memory.XXXXXX") || exit 1
trap 'rm -rf "$out"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

# fits NAME OPTION...: the stencil's kernels are written within the limit.
fits() {
	name=$1
	shift
	if (ulimit -v "$limit" && "$compiler" -q "$@" -o "$out/gen" "$out/$name.stencil") 2>"$out/err"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED  %s\n' "$name"
		head -n 3 "$out/err" | sed 's/^/        /'
	fi
}

awk 'BEGIN {
	printf "stencil fields {\n    in "
	for (i = 0; i < 900; i++) printf "%sf%d", i ? ", " : "", i
	printf ";\n    out d;\n\n    d = "
	for (i = 0; i < 900; i++) printf "%sf%d", i ? " + " : "", i
	printf ";\n}\n"
}' >"$out/fields.stencil"
awk 'BEGIN {
	printf "stencil params {\n    in u;\n    out d;\n"
	for (i = 0; i < 900; i++) printf "    param p%d = %d;\n", i, i
	printf "\n    d = u"
	for (i = 0; i < 900; i++) printf " + p%d", i
	printf ";\n}\n"
}' >"$out/params.stencil"
awk 'BEGIN {
	printf "stencil statements {\n    in u;\n    out d;\n\n    t0 = u;\n"
	for (i = 1; i < 900; i++) printf "    t%d = t%d*u + %d;\n", i, i - 1, i
	printf "    d = t899;\n}\n"
}' >"$out/statements.stencil"
awk 'BEGIN {
	for (i = 0; i < 120; i++)
		printf "stencil many%d {\n    in u;\n    out d;\n\n    a = u[1,0] + u[-1,0];\n    d = a[1,0] + a[0,1];\n}\n", i
}' >"$out/stencils.stencil"
fits fields
fits params
fits statements --access naive,idxvar,zloop
fits stencils

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
