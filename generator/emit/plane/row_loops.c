#include "generator/emit/plane/tile_text.h"
#include "generator/emit/statements.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

#include <stdlib.h>

/* Instances at one column and level that compute the same in neighbouring rows. */
struct run {
	const struct instance *first;
	int count;
	bool done;
};

static bool
alike(const struct instance *a, const struct instance *b)
{
	const struct value *v = a->values, *w = b->values;

	if (a->stmt != b->stmt || a->root != b->root || a->carried != b->carried)
		return false;
	for (; v && w; v = v->next, w = w->next)
		if (v->temp != w->temp || (v->variable == v) != (w->variable == w))
			return false;
	return !v && !w;
}

static int
compare_runs(const void *a, const void *b)
{
	const struct offset p = ((const struct run *)a)->first->at, q = ((const struct run *)b)->first->at;

	return p.z != q.z ? p.z - q.z : p.x != q.x ? p.x - q.x : p.y - q.y;
}

/* Sorts a statement's instances by level, column and row and joins what is alike. */
static int
find_runs(const struct kernel *kernel, const struct instance *first, struct run **runs)
{
	int count = 0, kept = 0;

	for (const struct instance *i = first; i && i->stmt == first->stmt; i = i->next)
		count++;
	*runs = arena_array(kernel->arena, struct run, count);
	count = 0;
	for (const struct instance *i = first; i && i->stmt == first->stmt; i = i->next)
		if (!i->carried)
			(*runs)[count++] = (struct run){ i, 1, false };
	qsort(*runs, (size_t)count, sizeof **runs, compare_runs);
	for (int i = 0; i < count; i++) {
		struct run *before = kept ? &(*runs)[kept - 1] : NULL, *run = &(*runs)[i];

		if (before && before->first->at.x == run->first->at.x
				&& before->first->at.z == run->first->at.z
				&& before->first->at.y + before->count == run->first->at.y
				&& alike(before->first, run->first))
			before->count++;
		else
			(*runs)[kept++] = *run;
	}
	return kept;
}

/* The statements of the first run, and of all later ones that have the same rows. */
static const char *
rows_body(const struct kernel *kernel, struct run *runs, int count, const struct rows *rows,
	int width)
{
	const struct instance **instances = arena_array(kernel->arena, const struct instance *, count);
	int found = 0;

	for (int i = 0; i < count; i++) {
		if (runs[i].done || runs[i].first->at.y != rows->first || runs[i].count != rows->count)
			continue;
		runs[i].done = true;
		instances[found++] = runs[i].first;
	}
	return instances_text(kernel, instances, found, rows, width - (rows->count > 1 ? 4 : 0));
}

/* All instances of a statement, in loops over rows. */
static const char *
statement_in_rows(const struct kernel *kernel, const struct instance *first, int width)
{
	struct run *runs;
	const int count = find_runs(kernel, first, &runs);
	const char *text = declare_register_tiles(kernel, (struct register_tile_set){ .stmt = first->stmt });

	for (int i = 0; i < count; i++) {
		const struct rows rows = { .first = runs[i].first->at.y, .count = runs[i].count };

		if (!runs[i].done)
			text = join_lines(kernel->arena, text, rows_loop(kernel, &rows, "rows",
				rows_body(kernel, runs + i, count - i, &rows, width)));
	}
	return text;
}

/* The index of a point that the first level of a thread reads. */
static const char *
first_index(const struct kernel *kernel, const struct rows *rows, struct offset at)
{
	const struct rows other = rows_of(kernel, "base", at.y, rows->count);
	const bool same = at.y == rows->first, loop = rows->count > 1;

	return register_tile_index(kernel, same ? rows_index(kernel, rows)
		: loop ? rows_from_origin(kernel, &other) : rows_index(kernel, &other), at.x, at.z);
}

static const char *
tile_element(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const struct field *field = to->field;
	const struct offset at = to->offset;
	const struct register_tile *registers;
	int part;

	if (field->shape == SHAPE_PROFILE)
		return profile_element(kernel, field, at.z);
	if (site->before_loop)
		return kernel_element(kernel, field, first_index(kernel, site->rows, at));
	registers = tile_field(kernel->tile, field, at, &part);
	return register_tile_part(kernel, registers, site->rows, at.y, part);
}

static const char *
tile_variable(const struct kernel *kernel, const struct site *site, const struct temp *temp,
	struct offset at)
{
	return register_tile_element(kernel, tile_value(kernel->tile, temp, at), site->rows, at.y);
}

static bool
tile_is_local(const struct kernel *kernel, const struct instance *instance,
	const struct value *value)
{
	(void)instance;
	return tile_value(kernel->tile, value->temp, value->at)->local;
}

static bool
tile_declares(const struct kernel *kernel, const struct value *value)
{
	return register_tile_is_immediate(tile_value(kernel->tile, value->temp, value->at));
}

const struct spelling tile_spelling = {
	.element = tile_element, .variable = tile_variable, .is_local = tile_is_local,
	.statement = statement_in_rows, .declares = tile_declares,
};
