#include "generator/language/ast.h"

#include <string.h>

const struct shape_info shapes[] = {
	[SHAPE_POINT]   = { "",        { true,  true,  true } },
	[SHAPE_COLUMN]  = { "column",  { true,  true,  false } },
	[SHAPE_PROFILE] = { "profile", { false, false, true } },
};

struct offset
shape_offset(enum shape shape, struct offset offset)
{
	const bool *axes = shapes[shape].axes;

	return (struct offset){ axes[0] ? offset.x : 0, axes[1] ? offset.y : 0, axes[2] ? offset.z : 0 };
}

const char *const grid_names[GRID_COUNT] = {
#define GRID(name) #name,
#include "generator/language/grids.def"
};

const struct function_info functions[FN_COUNT] = {
#define FUNCTION(name, arguments, flops, c_name, exact, errors, roundings) \
	{ #name, arguments, flops, #c_name, exact, ERRORS_##errors, roundings },
#include "generator/language/functions.def"
};

int
find_function(const char *name)
{
	for (int i = 0; i < FN_COUNT; i++)
		if (!strcmp(functions[i].name, name))
			return i;
	return -1;
}

const char *
type_name(enum type type)
{
	switch (type) {
	case TYPE_NONE:         return "unknown";
	case TYPE_BOOL:         return "bool";
	case TYPE_INT:          return "int";
	case TYPE_REAL:         return "real";
	case TYPE_FLOAT:        return "float";
	case TYPE_DOUBLE:       return "double";
	case TYPE_NUMERAL:
	case TYPE_NUMERAL_REAL: return "number";
	}
	return NULL;
}

const char *
op_text(enum op op)
{
	switch (op) {
	case OP_OR:  return "||";
	case OP_AND: return "&&";
	case OP_EQ:  return "==";
	case OP_NE:  return "!=";
	case OP_LT:  return "<";
	case OP_LE:  return "<=";
	case OP_GT:  return ">";
	case OP_GE:  return ">=";
	case OP_ADD: return "+";
	case OP_SUB:
	case OP_NEG: return "-";
	case OP_MUL: return "*";
	case OP_DIV: return "/";
	case OP_NOT: return "!";
	}
	return NULL;
}

const struct expr *
expr_operand(const struct expr *e, int n)
{
	const struct expr *argument;

	switch (e->kind) {
	case EXPR_UNARY:
		return n == 0 ? e->u.unary.operand : NULL;
	case EXPR_BINARY:
		return n == 0 ? e->u.binary.left : n == 1 ? e->u.binary.right : NULL;
	case EXPR_SELECT:
		return n == 0 ? e->u.select.condition : n == 1 ? e->u.select.yes
			: n == 2 ? e->u.select.no : NULL;
	case EXPR_CALL:
		for (argument = e->u.call.arguments; argument && n > 0; n--)
			argument = argument->next;
		return argument;
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_NAME:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
		return NULL;
	}
	return NULL;
}

int
literal_power(const struct expr *call)
{
	const struct expr *exponent;

	if (call->kind != EXPR_CALL || call->u.call.function != FN_pow || call->u.call.count != 2)
		return -1;
	exponent = call->u.call.arguments->next;
	if (exponent->kind != EXPR_NUMBER || strlen(exponent->u.number.text) != 1
			|| *exponent->u.number.text < '0' || *exponent->u.number.text > '8')
		return -1;
	return *exponent->u.number.text - '0';
}

static void
indent(FILE *out, int depth)
{
	fprintf(out, "%*s", 2*depth, "");
}

static void
dump_offset(FILE *out, struct offset offset)
{
	fprintf(out, " [%d,%d,%d]", offset.x, offset.y, offset.z);
}

static void
dump_name(FILE *out, const struct expr *e)
{
	fprintf(out, "name %s", e->u.name.name);
	if (e->u.name.written)
		dump_offset(out, e->u.name.offset);
	for (const struct step_name *step = e->u.name.steps; step; step = step->next)
		fprintf(out, "%s%s", step == e->u.name.steps ? " " : ".", step->name);
}

static void
dump_expr(FILE *out, const struct expr *e, int depth)
{
	const struct expr *operand;

	indent(out, depth);
	switch (e->kind) {
	case EXPR_ERROR:
		fputs("error", out);
		break;
	case EXPR_NUMBER:
		fprintf(out, "number %s", e->u.number.text);
		break;
	case EXPR_LEVEL:
		fputs("level", out);
		break;
	case EXPR_LEVELS:
		fputs("levels", out);
		break;
	case EXPR_NAME:
		dump_name(out, e);
		break;
	case EXPR_FIELD:
		fprintf(out, "field %s", e->u.field.field->name);
		dump_offset(out, e->u.field.offset);
		break;
	case EXPR_PARAM:
		fprintf(out, "param %s", e->u.param->name);
		break;
	case EXPR_TEMP:
		fprintf(out, "temp %s#%d", e->u.temp.temp->name, e->u.temp.temp->version);
		dump_offset(out, e->u.temp.offset);
		break;
	case EXPR_UNARY:
		fprintf(out, "unary %s", op_text(e->u.unary.op));
		break;
	case EXPR_BINARY:
		fprintf(out, "binary %s", op_text(e->u.binary.op));
		break;
	case EXPR_SELECT:
		fputs("select", out);
		break;
	case EXPR_CALL:
		fprintf(out, "call %s", e->u.call.name);
		break;
	}
	fprintf(out, "%s%s\n", e->type ? " : " : "", e->type ? type_name(e->type) : "");
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		dump_expr(out, operand, depth + 1);
}

static void
dump_statements(FILE *out, const struct stmt *stmt, int depth)
{
	for (; stmt; stmt = stmt->next) {
		indent(out, depth);
		if (stmt->kind == STMT_ASSIGN) {
			const struct temp *temp = stmt->u.assign.temp;

			fprintf(out, "assign %s", stmt->u.assign.name);
			if (temp)
				fprintf(out, "#%d : %s", temp->version, type_name(temp->type));
			putc('\n', out);
			dump_expr(out, stmt->u.assign.value, depth + 1);
			continue;
		}
		fputs("if\n", out);
		dump_expr(out, stmt->u.branch.condition, depth + 1);
		indent(out, depth);
		fputs("then\n", out);
		dump_statements(out, stmt->u.branch.then, depth + 1);
		if (stmt->u.branch.otherwise) {
			indent(out, depth);
			fputs("else\n", out);
			dump_statements(out, stmt->u.branch.otherwise, depth + 1);
		}
	}
}

static void
dump_extents(FILE *out, const char *name, struct extents extents)
{
	fprintf(out, "  %s [%d,%d,%d] [%d,%d,%d]\n", name, extents.low[0], extents.low[1],
		extents.low[2], extents.high[0], extents.high[1], extents.high[2]);
}

void
ast_dump(FILE *out, const struct stencil *stencil)
{
	static const char *const roles[] = { "in", "out", "inout" };

	fprintf(out, "stencil %s on %s\n", stencil->name, stencil->grid);
	for (const struct field *f = stencil->fields; f; f = f->next)
		fprintf(out, "  %s %s%s%s %s%s%s%s%s\n", roles[f->role], type_name(f->type ? f->type : f->declared),
			f->probe || *shapes[f->shape].name ? " " : "", f->probe ? "probe" : shapes[f->shape].name,
			f->name, f->low ? " = " : "", f->low ? f->low : "", f->low ? ".." : "", f->low ? f->high : "");
	for (const struct param *p = stencil->params; p; p = p->next)
		fprintf(out, "  param %s %s%s%s\n", type_name(p->type ? p->type : p->declared), p->name,
			p->value ? " = " : "", p->value ? p->value : "");
	for (const struct neighbor *n = stencil->neighbors; n; n = n->next) {
		fprintf(out, "  neighbor %s", n->name);
		dump_offset(out, n->offset);
		putc('\n', out);
	}
	if (stencil->has_halo) {
		fputs("  halo", out);
		dump_offset(out, stencil->halo);
		putc('\n', out);
	}
	if (stencil->sweep)
		fprintf(out, "  sweep %s\n", stencil->sweep == SWEEP_UP ? "up" : "down");
	dump_statements(out, stencil->statements, 1);
	if (!stencil->has_domain)
		return;
	dump_extents(out, "extents", stencil->extents);
	dump_extents(out, "border", stencil->border);
}
