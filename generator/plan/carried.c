#include "generator/plan/plan.h"

/* What may differ between the threads of levels: all but point fields that are not written, params and numbers. */
static bool
may_differ(const struct expr *e)
{
	return (e->kind == EXPR_TEMP && !e->u.read.temp->uniform)
		|| (e->kind == EXPR_FIELD && (e->u.read.field->role != ROLE_IN || e->u.read.field->shape != SHAPE_POINT))
		|| e->kind == EXPR_LEVEL || e->kind == EXPR_SIDE;
}

static bool
is_field(const struct expr *e)
{
	return e->kind == EXPR_FIELD;
}

bool
temp_is_updated(const struct stencil *stencil, const struct temp *temp)
{
	for (const struct temp *t = stencil->temps; t; t = t->next)
		if (t->prior == temp)
			return true;
	return false;
}

bool
can_be_carried(const struct stencil *stencil, const struct stmt *stmt)
{
	return stmt->kind == STMT_ASSIGN && stmt->u.assign.temp && !temp_is_updated(stencil, stmt->u.assign.temp)
		&& !expr_any(stmt->u.assign.value, may_differ) && expr_any(stmt->u.assign.value, is_field);
}

static int
count_operations(const struct expr *e)
{
	const struct expr *operand;
	int count = 0, operands = 0;

	for (; (operand = expr_operand(e, operands)); operands++)
		count += count_operations(operand);
	return count + (operands > 0);
}

/* A row's value is stored once and loaded where it is read, which takes as long as a few operations. */
bool
can_be_kept_in_rows(const struct stencil *stencil, const struct stmt *stmt)
{
	enum { LEAST_OPERATIONS = 3 };
	const struct temp *temp = stmt->kind == STMT_ASSIGN ? stmt->u.assign.temp : NULL;

	return temp && !temp->one_valued && !temp_is_updated(stencil, temp) && !temp->written.read
		&& temp->footprint.relative.any[SIDE_WEST] && temp->footprint.relative.any[SIDE_BELOW]
		&& count_operations(stmt->u.assign.value) >= LEAST_OPERATIONS;
}

bool
plan_shares_rows(const struct plan *plan)
{
	for (const struct instance *i = plan->instances; i; i = i->next)
		for (const struct instance *j = i->next; j && j->stmt == i->stmt; j = j->next)
			if (i->at.y != j->at.y && i->at.z == j->at.z && can_be_kept_in_rows(plan->stencil, i->stmt))
				return true;
	return false;
}
