#include "generator/emit/tile/tile_text.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"

struct rows
rows_of(const struct kernel *kernel, const char *origin, int first, int count)
{
	return (struct rows){ first, count, kernel_section(kernel, kernel->access, origin),
		first + count - 1 > kernel->plan->stencil->border.high[1] };
}

const char *
rows_number(const struct kernel *kernel, const struct rows *rows, int row)
{
	return rows && rows->count > 1
		? index_add(kernel->arena, kernel_section(kernel, kernel->access, "row_number"), row, NULL)
		: int_text(kernel->arena, row);
}

const char *
rows_from_origin(const struct kernel *kernel, const struct rows *rows)
{
	const char *row = rows_number(kernel, rows, rows->first);

	if (rows->clamped)
		row = EXPAND(kernel, kernel->access, "clamped_row", { "row", row });
	else if (rows->count > 1 && rows->first)
		row = arena_printf(kernel->arena, "(%s)", row);
	return EXPAND(kernel, kernel->access, "from_origin", { "origin", rows->origin }, { "row", row });
}

const char *
rows_index(const struct kernel *kernel, const struct rows *rows)
{
	if (rows->count > 1)
		return kernel_section(kernel, kernel->access, "row_of_loop");
	return rows->clamped ? rows_from_origin(kernel, rows)
		: index_add(kernel->arena, rows->origin, rows->first,
			"row");
}

/* Accesses with tiles are for soa only, where it does not matter whether the index is a sum. */
const char *
tile_element_at(const struct kernel *kernel, const struct field *field, const char *index)
{
	return kernel_element(kernel, field, index, true);
}

const char *
rows_loop(const struct kernel *kernel, const struct rows *rows, const char *section,
	const char *body)
{
	/* Loops that may end early are the target's. */
	return rows->count < 2 ? body : EXPAND(kernel,
		template_has(kernel->access, section) ? kernel->access : kernel->target, section,
		{ "count", int_text(kernel->arena, rows->count) },
		{ "body", body });
}

const char *
rows_indexed_loop(const struct kernel *kernel, const struct rows *rows, const char *section,
	const char *body)
{
	if (rows->count > 1)
		body = join_lines(kernel->arena, EXPAND(kernel, kernel->access, "row_start",
			{ "index", rows_from_origin(kernel, rows) }), body);
	return rows_loop(kernel, rows, section, body);
}
