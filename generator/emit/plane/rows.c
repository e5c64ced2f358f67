#include "generator/emit/plane/tile_text.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

struct rows
rows_of(const struct kernel *kernel, const char *origin, int first, int count)
{
	return (struct rows){ first, count, origin,
		first + count - 1 > kernel->plan->stencil->border.high[1] };
}

const char *
rows_number(const struct kernel *kernel, const struct rows *rows, int row)
{
	return rows && rows->count > 1
		? index_add(kernel->arena, "r", row, NULL)
		: int_text(kernel->arena, row);
}

const char *
rows_from_origin(const struct kernel *kernel, const struct rows *rows)
{
	const char *row = rows_number(kernel, rows, rows->first);

	if (rows->clamped)
		row = arena_printf(kernel->arena, "min(%s, last)", row);
	else if (rows->count > 1 && rows->first)
		row = arena_printf(kernel->arena, "(%s)", row);
	return arena_printf(kernel->arena, "%s + %s*row", rows->origin, row);
}

const char *
rows_index(const struct kernel *kernel, const struct rows *rows)
{
	if (rows->count > 1)
		return "at";
	return rows->clamped ? rows_from_origin(kernel, rows)
		: index_add(kernel->arena, rows->origin, rows->first,
			"row");
}

const struct template *
tile_template(const struct kernel *k)
{
	return template_find(k->templates, arena_printf(k->arena, "%s/tile", targets[k->variant->target].folder));
}

const char *
rows_loop(const struct kernel *kernel, const struct rows *rows, const char *section,
	const char *body)
{
	/* Loops that may end early are the target's. */
	return rows->count < 2 ? body : EXPAND(kernel,
		template_has(tile_template(kernel), section) ? tile_template(kernel) : kernel->target, section,
		{ "count", int_text(kernel->arena, rows->count) },
		{ "body", body });
}

const char *
rows_indexed_loop(const struct kernel *kernel, const struct rows *rows, const char *section,
	const char *body)
{
	if (rows->count > 1)
		body = join_lines(kernel->arena,
			arena_printf(kernel->arena, "const int at = %s;", rows_from_origin(kernel, rows)), body);
	return rows_loop(kernel, rows, section, body);
}
