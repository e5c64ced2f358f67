#include "generator/emit/tile/tile_text.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

const char *
strip_load(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	return EXPAND(kernel, kernel->access, strip->width < 2 ? "load" : "load_vector",
		{ "strip", strip_element(kernel, strip, rows, rows->first) },
		{ "vector", strip_type(kernel->arena, strip) },
		{ "point", kernel_element(kernel, strip->field,
			strip_index(kernel, rows_index(kernel, rows), strip->x, strip->z)) });
}

/* Whether two rows are loaded for the same strips, of those before end. */
static bool
loads_alike(const struct strip *strip, const struct strip *end, int row, int other)
{
	for (; strip != end; strip = strip->next)
		if (strip_is_loaded(strip, row) != strip_is_loaded(strip, other))
			return false;
	return true;
}

static bool
any_loaded(const struct strip *strip, const struct strip *end, int row)
{
	while (strip != end && !strip_is_loaded(strip, row))
		strip = strip->next;
	return strip != end;
}

static const char *
loads_of_rows(const struct kernel *kernel, const struct strip *strip, const struct strip *end,
	const struct rows *rows)
{
	const char *text = "";

	for (; strip != end; strip = strip->next)
		if (strip_is_loaded(strip, rows->first))
			text = join_lines(kernel->arena, text, strip_load(kernel, strip, rows));
	return *text ? rows_indexed_loop(kernel, rows, "rows", text) : "";
}

/* Loads of strips of one field, row by row. */
static const char *
loads_of_strips(const struct kernel *kernel, const struct strip *strip, const struct strip *end)
{
	const char *origin = strip->field->shape == SHAPE_COLUMN ? "column_origin" : "origin";
	const char *text = "";
	int next;

	for (int row = -MAX_OFFSET; row < STRIP_ROWS - MAX_OFFSET; row = next) {
		struct rows rows;

		next = row + 1;
		while (next < STRIP_ROWS - MAX_OFFSET && loads_alike(strip, end, row, next))
			next++;
		if (!any_loaded(strip, end, row))
			continue;
		rows = rows_of(kernel, origin, row, next - row);
		text = join_lines(kernel->arena, text, loads_of_rows(kernel, strip, end, &rows));
	}
	return text;
}

const char *
tile_thread_point(const struct kernel *kernel)
{
	return join_lines(kernel->arena,
		kernel_section(kernel, kernel->access, kernel->shape.points > 1 ? "i_of_several" : "i"),
		kernel_section(kernel, kernel->access, kernel->shape.rows > 1 ? "j_of_several" : "j"));
}

const char *
tile_loads(const struct kernel *kernel)
{
	const bool ordered = accesses[kernel->variant->access].tile != TILE_COLUMNS;
	struct text text = { .arena = kernel->arena };

	for (const struct strip *s = kernel->tile->strips, *end; s && s->field; s = end) {
		end = s->next;
		while (ordered && end && end->field == s->field && end->z == s->z)
			end = end->next;
		lines_add(&text, loads_of_strips(kernel, s, end));
	}
	return text_of(&text);
}

/* The points of a vector that the row has, one by one. */
static const char *
remainder_text(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	const char *text = "";

	for (int x = 0; x < strip->width - 1; x++)
		text = join_lines(kernel->arena, text, EXPAND(kernel, kernel->access,
			x ? "store_if_there" : "store",
			{ "way", int_text(kernel->arena, x) },
			{ "point", kernel_element(kernel, strip->field,
				index_add(kernel->arena, rows_index(kernel, rows), x, NULL)) },
			{ "strip", strip_part(kernel, strip, rows, 0, x) }));
	return text;
}

static const char *
store_text(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	const bool vector = strip->width > 1;

	return EXPAND(kernel, kernel->access, vector ? "store_vector" : "store",
		{ "strip", strip_element(kernel, strip, rows, 0) },
		{ "vector", strip_type(kernel->arena, strip) },
		{ "count", int_text(kernel->arena, strip->width) },
		{ "remainder", vector ? remainder_text(kernel, strip, rows) : "" },
		{ "point", kernel_element(kernel, strip->field, rows_index(kernel, rows)) });
}

const char *
tile_stores(const struct kernel *kernel)
{
	/* A loop over these ends early where rows do. */
	struct rows rows = rows_of(kernel, "origin", 0, kernel->shape.rows);
	const char *text = "";

	rows.clamped = false;
	for (const struct strip *s = kernel->tile->strips; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, store_text(kernel, s, &rows));
	return rows_indexed_loop(kernel, &rows, "rows_there", text);
}
