#include "runtime/rows/tuning.h"

#include <string.h>

/* The greatest width of the median's interval, relative to the median. */
#define MOST_UNCERTAINTY 0.1

static bool
fits(const char *wish, const char *value)
{
	return !wish || !strcmp(wish, value);
}

/* Those of a regular grid are outermost. */
static const char *
levels_of(const struct tuned *tuned)
{
	return strcmp(tuned->levels, "-") ? tuned->levels : levels_names[LEVELS_OUTERMOST];
}

static bool
fits_steps(const struct wish *wish, const struct tuned *tuned)
{
	const int steps = tuned_steps(tuned);

	return (!wish->steps || wish->steps == steps) && (!wish->most_steps || steps <= wish->most_steps) && wish->multiple % steps == 0;
}

const struct tuned *
tuning_find(const struct tuning *tuning, const struct wish *wish)
{
	const struct tuned *found = NULL;

	for (const struct tuned *t = tuning->best; t; t = t->next)
		if (fits(wish->stencil, t->stencil) && fits(wish->size, t->size)
				&& fits(wish->precision, t->precision) && fits(wish->storage, t->storage)
				&& fits(wish->access, t->access) && fits(wish->fields, t->fields)
				&& fits(wish->levels, levels_of(t)) && fits(wish->decision, t->decision) && (fits(wish->order, t->order) || !strcmp(t->order, "-"))
				&& fits_steps(wish, t) && (!found || tuned_step_time(t) < tuned_step_time(found)))
			found = t;
	return found;
}

const char *
tuning_differs(struct arena *arena, const struct tuning *tuning,
	const struct environment_entry *environment)
{
	for (const struct tuning_fact *fact = tuning->facts; fact; fact = fact->next) {
		const char *here = environment_value(environment, fact->name);

		if (strcmp(here, fact->value))
			return arena_printf(arena, "%s was tuned with %s '%s', here it is '%s'", tuning->path,
				fact->name, fact->value, here);
	}
	return NULL;
}

const char *
row_noise(struct arena *arena, const struct row *row)
{
	const struct series *series = &row->series[row_cache(row)];
	const struct statistics *time = row_time(row);

	if (!time)
		return "there are none";
	if (series->noisy)
		return arena_printf(arena, "other programs disturbed %d of %d samples", series->disturbed.count,
			series->good.count);
	if (time->high - time->low > MOST_UNCERTAINTY*time->median)
		return arena_printf(arena, "their median may be %.4g us or %.4g us", 1e6*time->low, 1e6*time->high);
	return NULL;
}
