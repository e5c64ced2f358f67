#include "generator/check/checker.h"

static void
report_second_column(const struct checker *c, const struct stmt *assign, const struct symbol *symbol)
{
	const char *name = symbol->name;
	const struct span first = symbol->field ? symbol->field->span : symbol->param ? symbol->param->span
		: symbol->temp->span;

	error_at(c->source, assign->u.assign.name_span, "'%s' is a %s already: use another name", name, symbol->field ? "field"
		: symbol->param ? "param" : symbol->temp->shape == SHAPE_COLUMN ? "column variable" : "temporary");
	note_at(c->source, first, symbol->temp ? "'%s' assigned here first" : "'%s' declared here", name);
}

static bool
add_name(struct checker *c, const struct stmt *assign)
{
	const char *name = assign->u.assign.name;
	const struct span span = assign->u.assign.name_span;
	struct symbol *symbol = find_symbol(c, name);

	if (symbol->field)
		symbol->field->assigned = true;
	if (symbol->name && assign->u.assign.column)
		report_second_column(c, assign, symbol);
	if (symbol->name)
		return true;
	if (c->name_count == MAX_NAMES - 1) {
		error_at(c->source, span, "more than %d names in a stencil: split it into several", MAX_NAMES - 1);
		return false;
	}
	symbol->name = name;
	symbol->temp = &c->names[c->name_count++];
	*symbol->temp = (struct name_state){
		.name = name, .span = span, .shape = assign->u.assign.column ? SHAPE_COLUMN : SHAPE_POINT,
	};
	return true;
}

bool
add_statement(struct checker *c, const struct stmt *stmt)
{
	if (++c->statement_count > MAX_STATEMENTS) {
		error_at(c->source, stmt->span, "more than %d statements in a stencil: split it into several", MAX_STATEMENTS);
		return false;
	}
	return stmt->kind != STMT_ASSIGN || add_name(c, stmt);
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
