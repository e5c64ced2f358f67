# trace_launches.sh ARGUMENT... : a C compiler, $TRACED_CC, for tests that set CC="sh tests/lib/trace_launches.sh". Kernels on grids
# that it compiles append a line to the file $LAUNCHES whenever the tools launch them: the number of the kernel in its program, or "all",
# the width and height of the region, and the number of threads that it may have.

source=
for word; do
	case $word in
	*.c) source=$word ;;
	esac
done
one='' all=''
if [ -f "$source" ] && grep -q '^launch_.*_openmp($' "$source" && grep -q 'struct stencil_grid \*grid' "$source"; then
	one=$(sed -n 's/^\(run_part_[a-zA-Z0-9_]*_openmp\)($/\1/p' "$source")
	all=$(sed -n 's/^\(run_[a-zA-Z0-9_]*_openmp\)($/\1/p' "$source" | grep -v '^run_part_')
fi
[ "$all" ] || exec $TRACED_CC "$@"

header=$(mktemp "${TMPDIR:-/tmp}/launches-XXXXXX") || exit 1
trap 'rm -f "$header"' EXIT
{
	printf '#include "%s"\n' "$PWD"/*_openmp.h
	cat <<'END'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static inline void
trace_launch(const char *number, const struct stencil_grid *grid)
{
	FILE *out = fopen(getenv("LAUNCHES"), "a");

	if (!out)
		abort();
	fprintf(out, "%s %d %d %d\n", number, grid->width, grid->height, omp_get_max_threads());
	fclose(out);
}
END
	if [ "$one" ]; then
		cat <<END
int traced_$one(const void *, void *const *, const double *, const struct stencil_block *, int, void *);
int
$one(const void *grid, void *const *fields, const double *params, const struct stencil_block *blocks, int part, void *stream)
{
	char number[16];

	snprintf(number, sizeof number, "%d", part);
	trace_launch(number, grid);
	return traced_$one(grid, fields, params, blocks, part, stream);
}
#define $one traced_$one
END
	fi
	cat <<END
int traced_$all(const void *, void *const *, const double *, struct stencil_block, void *);
int
$all(const void *grid, void *const *fields, const double *params, struct stencil_block block, void *stream)
{
	trace_launch("all", grid);
	return traced_$all(grid, fields, params, block, stream);
}
#define $all traced_$all
END
} >"$header"
$TRACED_CC -include "$header" "$@"
