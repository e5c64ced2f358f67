#include "generator/plan/plan.h"

/* Whether e reads nothing but point fields that are not written, and params: its value at a point is
 * then the same for the threads of all levels. */
static bool
is_of_in_fields(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP && !e->u.temp.temp->uniform)
		return false;
	if (e->kind == EXPR_FIELD && (e->u.field.field->role != ROLE_IN
			|| e->u.field.field->shape != SHAPE_POINT))
		return false;
	if (e->kind == EXPR_LEVEL || e->kind == EXPR_SIDE)
		return false;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (!is_of_in_fields(operand))
			return false;
	return true;
}

static bool
reads_field(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_FIELD)
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_field(operand))
			return true;
	return false;
}

static bool
is_updated(const struct stencil *stencil, const struct temp *temp)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (t->prior == temp)
			return true;
	return false;
}

bool
can_be_carried(const struct stencil *stencil, const struct stmt *stmt)
{
	return stmt->kind == STMT_ASSIGN && stmt->u.assign.temp && !is_updated(stencil, stmt->u.assign.temp)
		&& is_of_in_fields(stmt->u.assign.value) && reads_field(stmt->u.assign.value);
}
