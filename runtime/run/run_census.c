#include "runtime/run/run_census.h"

#include "runtime/run/run_ranks.h"

static void
tell(const struct job *job, const struct field *field, const struct place *place, const struct array *array, struct census census)
{
	struct arena *arena = &job->tool->arena;
	const char *missing = array->missing ? arena_printf(arena, " (%zu marked as missing)", array->missing) : "";
	const char *nan = census.nan ? arena_printf(arena, "%zu NaN%s", census.nan, missing) : "";
	const char *inf = census.infinite ? arena_printf(arena, "%zu Inf", census.infinite) : "";

	if (job->options->quiet || census.nan + census.infinite == 0)
		return;
	fprintf(stderr, "%s: '%s' (%s): %s%s%s among %zu values, the first at %s\n", job->tool->name, field->name, place->text,
		 nan, *nan && *inf ? " and " : "", inf, array_elements(array), array_index_text(arena, array, census.first));
}

void
run_census(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array)
{
	if (!array->whole)
		tell(job, field, place, array, census_take(array));
}

bool
run_census_of_parts(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array, const struct census *own, struct error *error)
{
	struct census *all = arena_array(&job->tool->arena, struct census, job->processes->count), sum = *own;

	if (!run_ranks_gather(job, own, all, sizeof *own, error))
		return false;
	for (int rank = 1; rank < job->processes->count && !job->processes->rank; rank++)
		census_add(&sum, &all[rank]);
	if (!job->processes->rank)
		tell(job, field, place, array, sum);
	return true;
}
