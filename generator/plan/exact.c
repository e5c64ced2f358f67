#include "generator/plan/exact.h"

static bool
is_inexact(const struct expr *e)
{
	return e->kind == EXPR_CALL && !functions[e->u.call.function].exact && literal_power(e) < 0;
}

bool
expr_is_exact(const struct expr *e)
{
	return !expr_any(e, is_inexact);
}

static bool
statements_are_exact(const struct stmt *stmt)
{
	bool exact = true;

	for (; stmt && exact; stmt = stmt->next)
		switch (stmt->kind) {
		case STMT_ASSIGN:
			exact = expr_is_exact(stmt->u.assign.value);
			break;
		case STMT_IF:
			exact = expr_is_exact(stmt->u.branch.condition) && statements_are_exact(stmt->u.branch.then)
				&& statements_are_exact(stmt->u.branch.otherwise);
			break;
		case STMT_SWEEP:
			exact = statements_are_exact(stmt->u.sweep.body);
			break;
		}
	return exact;
}

bool
is_exact(const struct plan *plan)
{
	return statements_are_exact(plan->stencil->statements);
}
