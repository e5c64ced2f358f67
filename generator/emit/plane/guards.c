#include "generator/emit/plane/planes.h"
#include "generator/text/wrap.h"
#include "generator/plan/names.h"

/* Notes that a point is read. Fields are read by vectors: x is then that of a vector's first point. */
static void
note_point(struct kernel *kernel, int x, int row)
{
	const int *high = kernel->plan->stencil->border.high;

	kernel->needs.last_row |= row > high[1];
	if (x > high[0])
		kernel->needs.guarded[x] = true;
}

/* What the first level begins with is computed straight from fields. */
static void
note_reads(struct kernel *kernel, const struct register_tile *registers, int row, const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD)
		note_point(kernel, registers->x + e->u.read.offset.x, row + e->u.read.offset.y);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		note_reads(kernel, registers, row, operand);
}

void
tile_find_guards(struct kernel *kernel)
{
	for (const struct register_tile *s = kernel->tile->register_tiles; s; s = s->next)
		for (int row = s->low; row < s->high; row++) {
			const bool loaded = s->field && register_tile_is_loaded(s, row) && !planes_of(kernel, s->field);

			if (loaded || (s->field && register_tile_is_carried(s, row)))
				note_point(kernel, s->x, row);
			else if (!s->field && register_tile_is_carried(s, row))
				note_reads(kernel, s, row, s->temp->stmt->u.assign.value);
		}
}

const char *
tile_guards(const struct kernel *kernel)
{
	const int *high = kernel->plan->stencil->border.high;
	struct arena *arena = kernel->arena;
	const char *text = "";

	for (int x = 1; x < GUARDS; x++)
		if (kernel->needs.guarded[x])
			text = join_lines(arena, text, arena_printf(arena, "const int %s = i + %d < %s ? %d : 0;",
				column_name(arena, (struct offset){ x, 0, 0 }), x, index_add(arena, "width", high[0], NULL), x));
	return !*text && !kernel->needs.last_row ? "" : EXPAND(kernel, tile_template(kernel), "guards",
		{ "last", kernel->needs.last_row ? index_add(arena, "height - j", high[1] - 1, NULL) : "" },
		{ "columns", text });
}
