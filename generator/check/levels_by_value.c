#include "generator/check/checker.h"

static struct expr *
call_of(const struct checker *c, enum function function, struct expr *first, struct expr *second)
{
	struct expr *e = checker_node(c, EXPR_CALL, first->span);

	e->u.call.name = functions[function].name;
	e->u.call.function = function;
	e->u.call.arguments = first;
	e->u.call.count = 2;
	first->next = second;
	e->depth = 1 + first->depth;
	return e;
}

static struct expr *
clamped(const struct checker *c, struct expr *level, struct expr *lowest, struct expr *highest)
{
	return call_of(c, FN_min, call_of(c, FN_max, level, lowest), highest);
}

struct expr *
level_of_field(const struct checker *c, struct expr *level, bool half)
{
	struct expr *highest = checker_node(c, EXPR_LEVELS, level->span);

	if (!half)
		highest = checker_binary(c, OP_SUB, highest, checker_number(c, 1, level->span));
	return clamped(c, level, checker_number(c, 0, level->span), highest);
}

struct expr *
level_of_temp(const struct checker *c, struct expr *level, bool half)
{
	struct domain_level *ends = arena_new(c->arena, struct domain_level);

	*ends = (struct domain_level){ checker_node(c, EXPR_LEVELS, level->span), checker_number(c, 0, level->span), half, c->by_value->domain };
	ends->highest = checker_binary(c, OP_SUB, ends->highest, checker_number(c, 1, level->span));
	c->by_value->domain = ends;
	return clamped(c, level, ends->lowest, ends->highest);
}

/* Nothing is subtracted where the highest half level is the grid's. */
static void
put_in(const struct checker *c, const struct domain_level *ends, const struct extents *border)
{
	const int above = border->high[2] + !ends->half;

	ends->lowest->u.number.text = arena_printf(c->arena, "%d", border->low[2]);
	ends->highest->u.binary.right->u.number.text = arena_printf(c->arena, "%d", above);
	if (!above) {
		const struct expr levels = *ends->highest->u.binary.left;

		ends->highest->kind = levels.kind;
		ends->highest->depth = levels.depth;
	}
}

void
check_levels_by_value(const struct checker *c, const struct footprint *outputs)
{
	const struct extents border = border_of(c->stencil, outputs);
	const struct expr *bare = c->by_value->bare;

	c->stencil->edge_levels[0] = border.low[2];
	c->stencil->edge_levels[1] = border.high[2];
	for (const struct domain_level *ends = c->by_value->domain; ends; ends = ends->next)
		put_in(c, ends, &border);
	if (!bare || (!border.low[2] && !border.high[2]))
		return;
	error_at(c->source, bare->span, "out '%s' is read at a level by its number, which may be outside the domain, where it has no values",
		bare->u.read.field->name);
	note_at(c->source, bare->u.read.field->span, "'%s' declared here; declare it 'inout' to keep the values there",
		bare->u.read.field->name);
}
