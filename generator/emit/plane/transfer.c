#include "generator/emit/plane/tile_text.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

#include <string.h>

/* The left side of an assignment that loads a strip. */
static const char *
loaded_strip(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	return !strip_is_immediate(strip) ? strip_element(kernel, strip, rows, rows->first)
		: arena_printf(kernel->arena, "%s%s %s", strip->field->role == ROLE_IN ? "const " : "",
			strip_type(kernel->arena, strip), strip->name);
}

const char *
strip_load(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	const char *loaded = loaded_strip(kernel, strip, rows);
	const char *point = kernel_element(kernel, strip->field,
		strip_index(kernel, rows_index(kernel, rows), strip->x, strip->z));

	return strip->width < 2 ? arena_printf(kernel->arena, "%s = %s;", loaded, point)
		: arena_printf(kernel->arena, "%s = *(const %s *)&%s;", loaded, strip_type(kernel->arena, strip), point);
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
	const char *origin = strip->field->shape == SHAPE_COLUMN ? "c" : "base";
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
	return EXPAND(kernel, kernel->access, "thread_point",
		{ "point", macro_if(kernel->shape.points == 1) },
		{ "points", macro_if(kernel->shape.points > 1) },
		{ "row", macro_if(kernel->shape.rows == 1) },
		{ "rows", macro_if(kernel->shape.rows > 1) });
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

/* The stores of a row's points x of all fields. */
static const char *
stores_of_points(const struct kernel *kernel, const struct rows *rows, int x)
{
	const char *text = "";

	for (const struct strip *s = kernel->tile->strips; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "%s = %s;",
				kernel_element(kernel, s->field, index_add(kernel->arena, rows_index(kernel, rows), x, NULL)),
				strip_part(kernel, s, rows, 0, x)));
	return text;
}

static bool
is_one_line(const char *text)
{
	return !strchr(text, '\n');
}

/* The points of a vector that the row has, one by one. */
static const char *
remainder_text(const struct kernel *kernel, const struct rows *rows)
{
	const char *text = stores_of_points(kernel, rows, 0);

	for (int x = 1; x < kernel->shape.points - 1; x++) {
		const char *stores = stores_of_points(kernel, rows, x);

		text = join_lines(kernel->arena, text, EXPAND(kernel, kernel->access, "if_there",
			{ "one", macro_if(is_one_line(stores)) },
			{ "several", macro_if(!is_one_line(stores)) },
			{ "distance", int_text(kernel->arena, x) },
			{ "stores", stores }));
	}
	return text;
}

static const char *
stores_of_vectors(const struct kernel *kernel, const struct rows *rows)
{
	const char *text = "", *remainder = remainder_text(kernel, rows);

	for (const struct strip *s = kernel->tile->strips; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, arena_printf(kernel->arena, "*(%s *)&%s = %s;",
				strip_type(kernel->arena, s), kernel_element(kernel, s->field, rows_index(kernel, rows)),
				strip_element(kernel, s, rows, 0)));
	return EXPAND(kernel, kernel->access, "store_vectors",
		{ "one", macro_if(is_one_line(text) && is_one_line(remainder)) },
		{ "several", macro_if(!is_one_line(text) || !is_one_line(remainder)) },
		{ "stores", text },
		{ "remainder", remainder });
}

const char *
tile_stores(const struct kernel *kernel)
{
	/* A loop over these rows ends early at the edge, so that none needs to be clamped. */
	struct rows rows = rows_of(kernel, "base", 0, kernel->shape.rows);

	rows.clamped = false;
	return rows_indexed_loop(kernel, &rows, "rows_there", kernel->shape.points > 1
		? stores_of_vectors(kernel, &rows) : stores_of_points(kernel, &rows, 0));
}
