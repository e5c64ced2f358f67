#include "runtime/rows/row_json.h"

#include "runtime/rows/row_fields.h"

#include <math.h>
#include <string.h>

static const struct json *
cache_member(struct arena *arena, const struct json *object, enum cache cache, const char *what)
{
	return json_member(object, arena_printf(arena, "%s_%s", cache_names[cache], what));
}

static double
cache_number(struct arena *arena, const struct json *object, enum cache cache, const char *what)
{
	const struct json *member = cache_member(arena, object, cache, what);

	return member && member->kind == JSON_NUMBER ? member->number : 0;
}

void
samples_from_json(struct arena *arena, const struct json *list, struct samples *samples)
{
	for (const struct json *s = list && list->kind == JSON_ARRAY ? list->first : NULL; s; s = s->next)
		if (s->kind == JSON_NUMBER && s->number > 0 && isfinite(s->number))
			samples_add(arena, samples, s->number);
}

static void
read_cache(struct arena *arena, const struct json *object, struct row *row, enum cache cache)
{
	const struct json *samples = cache_member(arena, object, cache, "samples_s");
	const struct json *verdict = cache_member(arena, object, cache, "verdict");
	struct series *series = &row->series[cache];

	if (!samples || samples->kind != JSON_ARRAY)
		return;
	samples_from_json(arena, samples, &series->good);
	series->discarded = json_int(cache_member(arena, object, cache, "discarded"));
	series->disturbed.count = json_int(cache_member(arena, object, cache, "disturbed"));
	series->noisy = json_int(cache_member(arena, object, cache, "noisy")) != 0;
	series->complete = true;
	series->clock = cache_number(arena, object, cache, "clock_Hz");
	for (int y = 0; y < REFERENCE_COUNT; y++)
		row->reference_copy[y][cache] = cache_number(arena, object, cache,
			arena_printf(arena, "%s_s", reference_copy_names[y]));
	row->floor[cache] = cache_number(arena, object, cache, "launch_floor_s");
	row->relative[cache] = cache_number(arena, object, cache, "over_baseline");
	for (int j = 0; verdict && verdict->kind == JSON_STRING && j < DIFFERENCE_COUNT; j++)
		if (!strcmp(verdict->string, difference_names[j]))
			row->difference[cache] = (enum difference)j;
	row->time[cache] = statistics(series->good.seconds, series->good.count);
}

static void
read_counters(struct arena *arena, const struct json *object, struct row *row)
{
	const struct json *counters = json_member(object, "counters");
	struct counter **last = &row->counters;

	for (const struct json *c = counters ? counters->first : NULL; c; c = c->next) {
		if (!c->name)
			continue;
		*last = arena_new(arena, struct counter);
		(*last)->name = arena_strndup(arena, c->name, strlen(c->name));
		(*last)->value = c->number;
		last = &(*last)->next;
	}
}

static const char *
copy_text(struct arena *arena, const struct json *object, const char *name)
{
	const char *text = json_text(object, name);

	return *text ? arena_strndup(arena, text, strlen(text)) : "";
}

struct row *
row_from_json(struct arena *arena, const struct json *object)
{
	struct row *row = arena_new(arena, struct row);

	row->key = copy_text(arena, object, "key");
	row->outcome = OUTCOME_COUNT;
	for (int o = 0; o < OUTCOME_COUNT; o++)
		if (!strcmp(json_text(object, "outcome"), outcome_names[o]))
			row->outcome = (enum outcome)o;
	if (!*row->key || row->outcome == OUTCOME_COUNT)
		return NULL;
	for (int f = 0; f < row_field_count; f++)
		if (row_fields[f].kind == ROW_TEXT)
			row_set_text(row, &row_fields[f], copy_text(arena, object, row_fields[f].name));
		else
			row_set_number(row, &row_fields[f], json_number(object, row_fields[f].name));
	for (int c = 0; c < CACHE_COUNT; c++)
		read_cache(arena, object, row, (enum cache)c);
	read_counters(arena, object, row);
	row->reused = true;
	return row;
}
