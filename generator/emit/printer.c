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

/* Whether an assignment of a value is an update of its left operand, as in `x -= y`. */
static bool
is_update(const struct printer *p, const char *target, const struct expr *value)
{
	if (value->kind != EXPR_BINARY || value->type != value->u.binary.left->type || value->wraps || kernel_hoisted(p->kernel, value))
		return false;
	switch (value->u.binary.op) {
	case OP_ADD:
	case OP_SUB:
	case OP_MUL:
	case OP_DIV:
		return !strcmp(printer_expr(p, value->u.binary.left), target);
	default:
		return false;
	}
}

static void
put_assignment(const struct printer *p, const char *target, const struct expr *value, const char *text)
{
	printer_line(p, is_update(p, target, value) ? arena_printf(p->kernel->arena, "%s %s= %s;", target, op_text(value->u.binary.op),
			printer_expr(p, value->u.binary.right))
		: arena_printf(p->kernel->arena, "%s = %s;", target, text));
}

/* Whether the C type of a condition is that of a bool field's element, whose bytes other than 0 all mean true. */
static bool
is_byte(const struct expr *e)
{
	return e->kind == EXPR_SELECT ? is_byte(e->u.select.yes) || is_byte(e->u.select.no) : e->kind == EXPR_FIELD;
}

/* The value of an element, whose bools are 0 and 1. */
static const char *
stored_value(const struct printer *p, const struct field *field, const struct expr *value)
{
	const char *text = printer_expr(p, value);

	return field->type != TYPE_BOOL || !is_byte(value) ? text
		: arena_printf(p->kernel->arena, value->kind == EXPR_SELECT ? "(%s) != 0" : "%s != 0", text);
}

void
printer_store(const struct printer *p, const struct stmt *stmt)
{
	const struct field *field = stmt->u.assign.field;
	const char *value = stored_value(p, field, stmt->u.assign.value);
	struct site target = p->site;
	const struct reference to = { .field = field, .offset = target.at };
	const char *element;

	target.assigned = true;
	element = p->spelling->element(p->kernel, &target, &to);
	if (p->spelling->definition)
		element = arena_printf(p->kernel->arena, "%s%s", p->spelling->definition(p->kernel, &to), element);
	if (p->spelling->stored)
		printer_line(p, arena_printf(p->kernel->arena, "%s = %s;", element, p->spelling->stored(p->kernel, field, value)));
	else
		put_assignment(p, element, stmt->u.assign.value, value);
}

bool
is_neighbour_loop(const struct stmt *stmt)
{
	return stmt->kind == STMT_IF && stmt->u.branch.each;
}

void
printer_assignment(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = printer_target(p, stmt->u.assign.temp);
	const char *name = printer_name(p, value), *text = printer_expr(p, stmt->u.assign.value);
	const char *guarded = guarded_value(p->kernel, value, p->guarded, stmt->u.assign.value, text);

	if (p->chosen)
		printer_line(p, p->spelling->choice(p->kernel, p->chosen, name, guarded));
	else if (guarded != text)
		printer_line(p, arena_printf(p->kernel->arena, "%s = %s;", name, guarded));
	else
		put_assignment(p, name, stmt->u.assign.value, text);
}

void
printer_definition(const struct printer *p, const struct stmt *stmt)
{
	const struct value *value = printer_target(p, stmt->u.assign.temp);

	printer_line(p, arena_printf(p->kernel->arena, "%s%s %s = %s;", value->updated ? "" : "const ",
		type_name(value->temp->type), printer_name(p, value),
		guarded_value(p->kernel, value, p->guarded, stmt->u.assign.value, printer_expr(p, stmt->u.assign.value))));
}
