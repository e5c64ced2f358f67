#include "generator/emit/printer.h"
#include "generator/emit/expression.h"
#include "generator/text/wrap.h"

#include <string.h>

void
printer_line(const struct printer *p, const char *line)
{
	const int indentation = 4*p->depth;
	const char *text = wrap(p->kernel->arena, line, p->width - indentation, 4);

	while (*text) {
		const size_t length = strcspn(text, "\n");

		fprintf(p->out, "%*s%.*s\n", indentation, "", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

/* Lines that are not to be broken. */
void
printer_lines(const struct printer *p, const char *text)
{
	while (*text) {
		const int length = (int)strcspn(text, "\n");

		fprintf(p->out, "%*s%.*s\n", 4*p->depth, "", length, text);
		text += length + (text[length] == '\n');
	}
}

const char *
printer_expr(const struct printer *p, const struct expr *e)
{
	return c_expr(p->kernel, &p->site, e);
}

bool
printer_is_local(const struct printer *p, const struct value *value)
{
	return p->spelling->is_local(p->kernel, p->instance, value);
}

const char *
printer_name(const struct printer *p, const struct value *value)
{
	return p->spelling->variable(p->kernel, &p->site, value->temp, value->at);
}

const struct value *
printer_target(const struct printer *p, const struct temp *temp)
{
	return plan_value(p->kernel->plan, temp, p->instance->at);
}

void
printer_store(const struct printer *p, const struct stmt *stmt)
{
	const struct field *field = stmt->u.assign.field;
	const char *value = printer_expr(p, stmt->u.assign.value);
	struct site target = p->site;

	target.assigned = true;
	printer_line(p, arena_printf(p->kernel->arena, "%s = %s;", p->spelling->element(p->kernel, &target, field, target.at),
		p->spelling->stored ? p->spelling->stored(p->kernel, field, value) : value));
}

static const char *
temp_value(const struct printer *p, const struct value *value, const struct stmt *stmt)
{
	return asked_value(p->kernel, value, p->asked, stmt->u.assign.value, printer_expr(p, stmt->u.assign.value));
}

bool
is_neighbour_loop(const struct stmt *stmt)
{
	return stmt->kind == STMT_IF && stmt->u.branch.each;
}

/* The operand that a loop adds to a variable, or by which it multiplies it; NULL: it does neither. */
static const struct expr *
accumulated(const struct printer *p, const struct stmt *stmt)
{
	const struct expr *value = stmt->u.assign.value;

	return is_neighbour_loop(p->instance->stmt) && value->kind == EXPR_BINARY
		&& (value->u.binary.op == OP_ADD || value->u.binary.op == OP_MUL)
		&& value->u.binary.left->kind == EXPR_TEMP
		&& value->u.binary.left->u.temp.temp == stmt->u.assign.temp ? value->u.binary.right : NULL;
}

void
printer_assignment(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = printer_target(p, stmt->u.assign.temp);
	const struct expr *more = accumulated(p, stmt);

	if (p->chooses) {
		printer_line(p, p->spelling->levels->choice(p->kernel, printer_name(p, value), temp_value(p, value, stmt)));
		return;
	}
	printer_line(p, more ? arena_printf(p->kernel->arena, "%s %s= %s;", printer_name(p, value),
			op_text(stmt->u.assign.value->u.binary.op), printer_expr(p, more))
		: arena_printf(p->kernel->arena, "%s = %s;", printer_name(p, value), temp_value(p, value, stmt)));
}

void
printer_definition(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = printer_target(p, stmt->u.assign.temp);

	printer_line(p, arena_printf(p->kernel->arena, "%s%s %s = %s;", value->updated ? "" : "const ",
		type_name(value->temp->type), printer_name(p, value), temp_value(p, value, stmt)));
}
