#include "generator/check/checker.h"

/* What the grammar knows already and no kernel does yet. */

static bool
refuse(const struct checker *c, struct span span, const char *what)
{
	error_at(c->source, span, "%s are not supported yet", what);
	return false;
}

static bool
check_planned_statements(const struct checker *c, const struct stmt *stmt)
{
	bool good = true;

	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_SWEEP)
			good = refuse(c, stmt->span, "sweeps");
		else if (stmt->kind == STMT_ASSIGN && stmt->u.assign.column)
			good = refuse(c, stmt->span, "column variables");
		for (int n = 0; n < MOST_NESTED; n++)
			good = check_planned_statements(c, stmt_nested(stmt, n)) && good;
	}
	return good;
}

bool
check_planned(const struct checker *c)
{
	return check_planned_statements(c, c->stencil->statements);
}
