#include "generator/emit/tile/tile_text.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

static const char *
load_text(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
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
			text = join_lines(kernel->arena, text, load_text(kernel, strip, rows));
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

/* How many rows from this one on a strip carries. */
static int
count_carried(const struct strip *strip, int row)
{
	int count = 0;

	while (row + count < strip->high && strip_is_carried(strip, row + count))
		count++;
	return count;
}

static const char *
carry_text(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	return EXPAND(kernel, kernel->access, "assign",
		{ "strip", strip_element(kernel, strip, rows, rows->first) },
		{ "value", strip_element(kernel, strip_above(kernel->tile, strip), rows, rows->first) });
}

/* What a carried strip holds where a thread begins, straight from memory. */
static const char *
first_text(const struct kernel *kernel, const struct strip *strip, const struct rows *rows)
{
	const struct site site = { { strip->x, rows->first, strip->z }, rows, true };

	if (strip->field)
		return load_text(kernel, strip, rows);
	return wrap(kernel->arena, EXPAND(kernel, kernel->access, "assign",
		{ "strip", strip_element(kernel, strip, rows, rows->first) },
		{ "value", c_expr(kernel, &site, strip->temp->stmt->u.assign.value) }), LINE_WIDTH, 4);
}

/* Whether an expression reads fields in the row of its own point. */
static bool
reads_own_row(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD)
		return e->u.field.offset.y == 0;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_own_row(operand))
			return true;
	return false;
}

/* What is written for runs of carried rows. */
struct carrying {
	const char *(*text)(const struct kernel *kernel, const struct strip *strip,
		const struct rows *rows);
	bool loads; /* the text reads fields */
};

/* Runs of the same rows, which share a loop. */
struct shared_rows {
	struct rows rows;
	const char *body;
	bool indexed; /* the body reads these rows of a field */
};

static const char *
shared_rows_text(const struct kernel *kernel, const struct shared_rows *shared)
{
	return !*shared->body ? "" : (shared->indexed ? rows_indexed_loop : rows_loop)(kernel,
		&shared->rows, "rows", shared->body);
}

/* The text for each run of carried rows, strip by strip. */
static const char *
carried_rows(const struct kernel *kernel, const struct carrying *carrying)
{
	struct shared_rows shared = { .body = "" };
	const char *all = "";

	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		for (int row = s->low, count; row < s->high; row += count + !count) {
			count = count_carried(s, row);
			if (!count)
				continue;
			if (shared.rows.first != row || shared.rows.count != count) {
				all = join_lines(kernel->arena, all, shared_rows_text(kernel, &shared));
				shared = (struct shared_rows){ rows_of(kernel, "origin", row, count), "", false };
			}
			shared.body = join_lines(kernel->arena, shared.body,
				carrying->text(kernel, s, &shared.rows));
			shared.indexed |= carrying->loads
				&& (s->field || reads_own_row(s->temp->stmt->u.assign.value));
		}
	return join_lines(kernel->arena, all, shared_rows_text(kernel, &shared));
}

const char *
tile_carries(const struct kernel *kernel)
{
	return carried_rows(kernel, &(const struct carrying){ carry_text, false });
}

const char *
tile_prologue(const struct kernel *kernel)
{
	return carried_rows(kernel, &(const struct carrying){ first_text, true });
}
