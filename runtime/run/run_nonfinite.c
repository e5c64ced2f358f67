#include "runtime/run/run_nonfinite.h"

#include "runtime/run/run_ranks.h"

static void
report(const struct job *job, const struct field *field, const struct place *place, const struct array *array, struct nonfinite nonfinite)
{
	struct arena *arena = &job->tool->arena;
	const char *missing = array->missing ? arena_printf(arena, " (%zu marked as missing)", array->missing) : "";
	const char *nan = nonfinite.nan ? arena_printf(arena, "%zu NaN%s", nonfinite.nan, missing) : "";
	const char *inf = nonfinite.infinite ? arena_printf(arena, "%zu Inf", nonfinite.infinite) : "";

	if (job->options->quiet || nonfinite.nan + nonfinite.infinite == 0)
		return;
	fprintf(stderr, "%s: '%s' (%s): %s%s%s among %zu values, the first at %s\n", job->tool->name, field->name, place->text,
		 nan, *nan && *inf ? " and " : "", inf, array_elements(array), array_index_text(arena, array, nonfinite.first));
}

void
run_nonfinite(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array)
{
	if (!array->whole)
		report(job, field, place, array, nonfinite_count(array));
}

bool
run_nonfinite_of_parts(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array, const struct nonfinite *own, struct error *error)
{
	struct nonfinite *all = arena_array(&job->tool->arena, struct nonfinite, job->processes->count), sum = *own;

	if (!run_ranks_gather(job, own, all, sizeof *own, error))
		return false;
	for (int rank = 1; rank < job->processes->count && !job->processes->rank; rank++)
		nonfinite_add(&sum, &all[rank]);
	if (!job->processes->rank)
		report(job, field, place, array, sum);
	return true;
}
