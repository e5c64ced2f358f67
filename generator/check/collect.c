#include "generator/check/checker.h"

static bool
add_name(struct checker *c, const char *name, struct span span)
{
	struct symbol *symbol = find_symbol(c, name);

	if (symbol->field)
		symbol->field->assigned = true;
	if (symbol->name)
		return true;
	check_own_name(c, name, span);
	if (c->name_count == MAX_NAMES - 1) {
		error_at(c->source, span, "more than %d names in a stencil", MAX_NAMES - 1);
		return false;
	}
	symbol->name = name;
	symbol->temp = &c->names[c->name_count++];
	symbol->temp->name = name;
	return true;
}

bool
add_statement(struct checker *c, const struct stmt *stmt)
{
	if (++c->statement_count > MAX_STATEMENTS) {
		error_at(c->source, stmt->span, "more than %d statements in a stencil", MAX_STATEMENTS);
		return false;
	}
	return stmt->kind != STMT_ASSIGN || add_name(c, stmt->u.assign.name, stmt->u.assign.name_span);
}

bool
collect_temps(struct checker *c, const struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (!add_statement(c, stmt))
			return false;
		for (int n = 0; n < MOST_NESTED; n++)
			if (!collect_temps(c, stmt_nested(stmt, n)))
				return false;
	}
	return true;
}
