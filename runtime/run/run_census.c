#include "runtime/run/run_census.h"

#include "runtime/data/census.h"

void
run_census(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array)
{
	struct arena *arena = &job->tool->arena;
	const struct census census = array->whole ? (struct census){ 0 } : census_take(array);
	const char *missing = array->missing ? arena_printf(arena, " (%zu marked as missing)", array->missing) : "";
	const char *nan = census.nan ? arena_printf(arena, "%zu NaN%s", census.nan, missing) : "";
	const char *inf = census.infinite ? arena_printf(arena, "%zu Inf", census.infinite) : "";

	if (job->options->quiet || census.nan + census.infinite == 0)
		return;
	tool_fail(job->tool, EXIT_GOOD, "'%s' (%s): %s%s%s among %zu values, the first at %s", field->name,
		place->text, nan, *nan && *inf ? " and " : "", inf, array_elements(array), array_index_text(arena, array, census.first));
}

