#include "generator/emit/tile/tile_text.h"
#include "generator/plan/names.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/wrap.h"

#include <ctype.h>
#include <string.h>

struct rows
rows_to_read(const struct kernel *kernel, int first, int count)
{
	return (struct rows){ first, count,
		first + count - 1 > kernel->plan->stencil->border.high[1] };
}

void
rows_open(struct kernel *kernel, struct rows rows, const char *origin)
{
	kernel->in_row_loop = rows.count > 1;
	kernel->first_row = rows.first;
	kernel->row_count = rows.count;
	if (kernel->in_row_loop)
		kernel->row_start = "at";
	else if (rows.clamped)
		kernel->row_start = arena_printf(kernel->arena, "%s + min(%d, last)*row", origin, rows.first);
	else
		kernel->row_start = arena_printf(kernel->arena, "%s%s", origin,
			times_text(kernel->arena, rows.first, "row"));
}

const char *
rows_loop(struct kernel *kernel, struct rows rows, const char *section, const char *body)
{
	if (!kernel->in_row_loop)
		return body;
	kernel->in_row_loop = false;
	/* A loop that may end early is the target's. */
	return EXPAND(kernel, template_has(kernel->access, section) ? kernel->access : kernel->file, section,
		{ "count", arena_printf(kernel->arena, "%d", rows.count) },
		{ "body", body });
}

/* Whether a text begins at a row's own index: carried values may read other rows only. */
static bool
uses_at(const char *text)
{
	for (const char *at = text; (at = strstr(at, "[at")); at++)
		if (!isalnum((unsigned char)at[3]) && at[3] != '_')
			return true;
	return false;
}

const char *
rows_close(struct kernel *kernel, struct rows rows, const char *origin, const char *section,
	const char *body)
{
	const char *row = plus_text(kernel->arena, "r", rows.first);

	kernel->clamps |= rows.clamped;
	if (rows.clamped)
		row = arena_printf(kernel->arena, "min(%s, last)", row);
	else if (rows.first)
		row = arena_printf(kernel->arena, "(%s)", row);
	if (kernel->in_row_loop && uses_at(body))
		body = join_lines(kernel->arena, EXPAND(kernel, kernel->access, "row_start",
			{ "origin", origin }, { "row", row }), body);
	return rows_loop(kernel, rows, section, body);
}

static const char *
origin_of(const struct field *field)
{
	return field->shape == SHAPE_COLUMN ? "c" : "base";
}

static const char *
load_text(struct kernel *kernel, const struct strip *strip, int row)
{
	const char *index = strip_index(kernel, strip->x, strip->z);

	return EXPAND(kernel, kernel->access, strip->width < 2 ? "load" : "load_vector",
		{ "strip", strip_element(kernel, strip, row) },
		{ "vector", strip_type(kernel->arena, strip) },
		{ "point", kernel_element(kernel, strip->field, index) });
}

static bool
is_loaded(const struct strip *strip, int row)
{
	return strip->field->role != ROLE_OUT && strip_is_fresh(strip, row);
}

/* Whether two rows are loaded for the same strips of a group. */
static bool
loads_alike(const struct strip *group, const struct strip *end, int row, int other)
{
	for (; group != end; group = group->next)
		if (is_loaded(group, row) != is_loaded(group, other))
			return false;
	return true;
}

static const char *
loads_of_rows(struct kernel *kernel, const struct strip *group, const struct strip *end,
	struct rows rows)
{
	const char *origin = origin_of(group->field), *text = "";

	rows_open(kernel, rows, origin);
	for (; group != end; group = group->next)
		if (is_loaded(group, rows.first))
			text = join_lines(kernel->arena, text, load_text(kernel, group, rows.first));
	return *text ? rows_close(kernel, rows, origin, "rows", text) : "";
}

/* Loads of strips that belong together, row by row. */
static const char *
group_loads(struct kernel *kernel, const struct strip *group, const struct strip *end)
{
	const char *text = "";
	int next;

	for (int row = -MAX_OFFSET; row < STRIP_ROWS - MAX_OFFSET; row = next) {
		next = row + 1;
		while (next < STRIP_ROWS - MAX_OFFSET && loads_alike(group, end, row, next))
			next++;
		text = join_lines(kernel->arena, text,
			loads_of_rows(kernel, group, end, rows_to_read(kernel, row, next - row)));
	}
	return text;
}

const char *
tile_thread_point(struct kernel *kernel)
{
	const struct tile_shape shape = kernel->tile->shape;

	return join_lines(kernel->arena,
		EXPAND(kernel, kernel->access, shape.points > 1 ? "i_of_several" : "i",
			{ "points_per_thread", kernel_points(kernel) }),
		EXPAND(kernel, kernel->access, shape.rows > 1 ? "j_of_several" : "j",
			{ "rows_per_thread", kernel_rows(kernel) }));
}

const char *
tile_loads(struct kernel *kernel)
{
	const bool ordered = accesses[kernel->variant->access].tile != TILE_COLUMNS;
	const char *text = "";

	for (const struct strip *s = kernel->tile->strips, *end; s && s->field; s = end) {
		end = s->next;
		while (ordered && end && end->field == s->field && end->z == s->z)
			end = end->next;
		text = join_lines(kernel->arena, text, group_loads(kernel, s, end));
	}
	return text;
}

/* The points of a vector that the row has, one by one. */
static const char *
remainder_text(struct kernel *kernel, const struct strip *strip)
{
	const char *text = "";

	for (int x = 0; x < strip->width - 1; x++)
		text = join_lines(kernel->arena, text, EXPAND(kernel, kernel->access,
			x ? "store_if_there" : "store",
			{ "way", arena_printf(kernel->arena, "%d", x) },
			{ "point", kernel_element(kernel, strip->field,
				plus_text(kernel->arena, kernel->row_start, x)) },
			{ "strip", strip_part(kernel, strip, 0, x) }));
	return text;
}

const char *
tile_stores(struct kernel *kernel)
{
	const struct rows rows = { 0, kernel->tile->shape.rows, false };
	const char *text = "";

	rows_open(kernel, rows, "base");
	for (const struct strip *s = kernel->tile->strips; s && s->field; s = s->next)
		if (s->field->role != ROLE_IN)
			text = join_lines(kernel->arena, text, EXPAND(kernel, kernel->access,
				s->width < 2 ? "store" : "store_vector",
				{ "strip", strip_element(kernel, s, 0) },
				{ "vector", strip_type(kernel->arena, s) },
				{ "count", arena_printf(kernel->arena, "%d", s->width) },
				{ "remainder", s->width < 2 ? "" : remainder_text(kernel, s) },
				{ "point", kernel_element(kernel, s->field, kernel->row_start) }));
	return rows_close(kernel, rows, "base", "rows_there", text);
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

typedef const char *strip_text(struct kernel *kernel, const struct strip *strip, int row);

/* What is done for each run of carried rows; runs of the same rows share a loop. */
static const char *
carried_rows(struct kernel *kernel, strip_text *text,
	const char *(*close)(struct kernel *kernel, struct rows rows, const char *body))
{
	const char *all = "", *body = "";
	struct rows open = { 0, 0, false };

	for (const struct strip *s = kernel->tile->strips; s; s = s->next)
		for (int row = s->low, count; row < s->high; row += count + !count) {
			count = count_carried(s, row);
			if (!count)
				continue;
			if (*body && (open.first != row || open.count != count)) {
				all = join_lines(kernel->arena, all, close(kernel, open, body));
				body = "";
			}
			open = rows_to_read(kernel, row, count);
			rows_open(kernel, open, "base");
			body = join_lines(kernel->arena, body, text(kernel, s, row));
		}
	return *body ? join_lines(kernel->arena, all, close(kernel, open, body)) : all;
}

static const char *
carry_text(struct kernel *kernel, const struct strip *strip, int row)
{
	const struct strip *above = strip_above(kernel->tile, strip);

	return EXPAND(kernel, kernel->access, "assign",
		{ "strip", strip_element(kernel, strip, row) },
		{ "value", strip_element(kernel, above, row) });
}

static const char *
close_carries(struct kernel *kernel, struct rows rows, const char *body)
{
	return rows_loop(kernel, rows, "rows", body);
}

const char *
tile_carries(struct kernel *kernel)
{
	return carried_rows(kernel, carry_text, close_carries);
}

/* What a carried strip holds where a thread begins, straight from memory. */
static const char *
first_text(struct kernel *kernel, const struct strip *strip, int row)
{
	const struct offset at = { strip->x, row, strip->z };
	const char *text;

	if (strip->field)
		return load_text(kernel, strip, row);
	kernel->before_loop = true;
	text = c_expr(kernel, at, strip->temp->stmt->u.assign.value);
	kernel->before_loop = false;
	return wrap(kernel->arena, EXPAND(kernel, kernel->access, "assign",
		{ "strip", strip_element(kernel, strip, row) }, { "value", text }), LINE_WIDTH, 4);
}

static const char *
close_prologue(struct kernel *kernel, struct rows rows, const char *body)
{
	return rows_close(kernel, rows, "base", "rows", body);
}

const char *
tile_prologue(struct kernel *kernel)
{
	return carried_rows(kernel, first_text, close_prologue);
}

const char *
tile_guards(struct kernel *kernel)
{
	const int *high = kernel->plan->stencil->border.high;
	struct arena *arena = kernel->arena;
	const char *text = "";

	if (kernel->clamps)
		text = EXPAND(kernel, kernel->access, "row_guard",
			{ "last", plus_text(arena, "height - j", high[1] - 1) });
	for (int x = 1; x < GUARDS; x++)
		if (kernel->guarded[x])
			text = join_lines(arena, text, EXPAND(kernel, kernel->access, "column_guard",
				{ "name", column_name(arena, (struct offset){ x, 0, 0 }) },
				{ "way", arena_printf(arena, "%d", x) },
				{ "end", plus_text(arena, "width", high[0]) }));
	return !*text ? "" : EXPAND(kernel, kernel->access, "guards", { "lines", text });
}

