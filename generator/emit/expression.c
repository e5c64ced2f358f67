#include "generator/plan/offset.h"
#include "generator/emit/expression.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/plane/columns.h"

#include <stdlib.h>
#include <string.h>

/* Binding strength, C's. */
enum { SELECT = 1, OR, AND, EQUAL, LESS, SUM, PRODUCT, SIGN, ATOM };

struct writer {
	struct kernel *kernel;
	struct offset at;
	FILE *out;
	int nesting; /* of parentheses */
};

static void put(struct writer *w, const struct expr *e, int least, bool bare);

static int
strength_of(enum op op)
{
	switch (op) {
	case OP_OR:  return OR;
	case OP_AND: return AND;
	case OP_EQ:
	case OP_NE:  return EQUAL;
	case OP_LT:
	case OP_LE:
	case OP_GT:
	case OP_GE:  return LESS;
	case OP_ADD:
	case OP_SUB: return SUM;
	case OP_MUL:
	case OP_DIV: return PRODUCT;
	case OP_NEG:
	case OP_NOT: return SIGN;
	}
	return ATOM;
}

static int
strength(const struct expr *e)
{
	if (e->wraps)
		return SIGN;
	switch (e->kind) {
	case EXPR_UNARY:  return SIGN;
	case EXPR_BINARY: return strength_of(e->u.binary.op);
	case EXPR_SELECT: return SELECT;
	case EXPR_ERROR:
	case EXPR_NUMBER:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_NAME:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
	case EXPR_CALL:   return ATOM;
	}
	return ATOM;
}

static bool
is_literal(const struct expr *e)
{
	const struct expr *operand;

	if (e->kind == EXPR_NUMBER)
		return true;
	if (e->kind != EXPR_UNARY && e->kind != EXPR_BINARY && e->kind != EXPR_SELECT)
		return false;
	for (int n = e->kind == EXPR_SELECT; (operand = expr_operand(e, n)); n++)
		if (!is_literal(operand))
			return false;
	return true;
}

/* C's -0 is 0, and not a zero with a sign. */
static bool
is_whole_zero(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && strspn(e->u.number.text, "0") == strlen(e->u.number.text);
}

/* Whether C makes a whole literal real because it stands beside this. */
static bool
lends_type(const struct expr *e)
{
	return e->type != TYPE_INT && !is_literal(e);
}

/* Marks a good place for a line break: the less nested, the better. */
static void
mark(struct writer *w, int rank)
{
	const int depth = 1 + 3*w->nesting + rank;

	putc(depth < 31 ? depth == '\n' ? '\n' + 1 : depth : 31, w->out);
}

static void
put_number(struct writer *w, const struct expr *e, bool bare)
{
	const char *text = e->u.number.text;
	const bool whole = strspn(text, "0123456789") == strlen(text);
	enum { MOST_DIGITS = 10 }; /* that an int can have */

	while (whole && text[0] == '0' && text[1])
		text++;
	fputs(text, w->out);
	if (e->type == TYPE_INT || (whole && bare && strlen(text) < MOST_DIGITS))
		return;
	fprintf(w->out, "%s%s", whole ? ".0" : "", e->type == TYPE_FLOAT ? "f" : "");
}

/* " - 2", or " - 2*stride": the way to another level, if it is another. */
static const char *
levels_text(struct arena *arena, int z, const char *step)
{
	const char *sign = z < 0 ? "-" : "+";

	if (!z)
		return "";
	if (!step)
		return arena_printf(arena, " %s %d", sign, abs(z));
	return abs(z) == 1 ? arena_printf(arena, " %s %s", sign, step)
		: arena_printf(arena, " %s %d*%s", sign, abs(z), step);
}

static void
put_field(struct writer *w, const struct expr *e)
{
	const struct field *field = e->u.field.field;
	const struct offset at = offset_add(w->at, e->u.field.offset);

	struct arena *arena = w->kernel->arena;
	const char *index = "";

	if (w->kernel->tile && field->shape != SHAPE_PROFILE) {
		fputs(kernel_point(w->kernel, field, at), w->out);
		return;
	}
	switch (field->shape) {
	case SHAPE_POINT:
		index = arena_printf(arena, "%s%s", kernel_index(w->kernel, INDEX_POINT, at),
			levels_text(arena, at.z, "stride"));
		break;
	case SHAPE_COLUMN:
		index = kernel_index(w->kernel, INDEX_COLUMN, at);
		break;
	case SHAPE_PROFILE:
		index = arena_printf(arena, "%s%s", kernel_level(w->kernel), levels_text(arena, at.z, NULL));
		break;
	}
	fputs(kernel_element(w->kernel, field, index), w->out);
}

/* The level of the point that the instance is about. It is a sum where the kernel
 * counts levels from another one than the lowest, or where the point lies above
 * or below its own. */
static void
put_level(struct writer *w, int least)
{
	const char *level = kernel_level(w->kernel);
	const bool parentheses = (strchr(level, ' ') || w->at.z) && least > SUM;

	fprintf(w->out, parentheses ? "(%s%s" : "%s%s", level,
		levels_text(w->kernel->arena, w->at.z, NULL));
	if (parentheses)
		putc(')', w->out);
}

static void
put_temp(struct writer *w, const struct expr *e)
{
	const struct temp *temp = e->u.temp.temp;
	const struct plan *plan = w->kernel->plan;

	if (temp->uniform)
		fputs(plan->uniform_names[temp->index], w->out);
	else
		fputs(kernel_value(w->kernel, temp, offset_add(w->at, e->u.temp.offset)), w->out);
}

static void
put_binary(struct writer *w, const struct expr *e)
{
	const struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	const enum op op = e->u.binary.op;
	const int own = strength_of(op);
	/* Compilers ask for parentheses around && inside ||. */
	const int inner = op == OP_OR ? EQUAL : own;

	if (op == OP_DIV && left->type == TYPE_INT && right->type == TYPE_INT) {
		fprintf(w->out, "(%s)", type_name(e->type));
		put(w, left, SIGN, false);
	} else {
		put(w, left, op == OP_OR && left->kind == EXPR_BINARY
			&& left->u.binary.op == OP_OR ? OR : inner, lends_type(right));
	}
	if (own == PRODUCT) {
		/* Good before a sum in parentheses, elsewhere the last resort. */
		mark(w, strength(left) < ATOM && strength(right) < PRODUCT ? 2 : 5);
		fputs(op_text(op), w->out);
	} else {
		mark(w, own >= SUM);
		fprintf(w->out, " %s ", op_text(op));
	}
	put(w, right, inner + 1, lends_type(left));
}

static void
put_unsigned(struct writer *w, const struct expr *e, int least, bool leftmost);

/* A sum, a product or a sign that may leave an int's 32 bits: unsigned it wraps, and
 * C converts its right operand. */
static void
put_unsigned_operation(struct writer *w, const struct expr *e)
{
	const int own = strength_of(e->kind == EXPR_UNARY ? e->u.unary.op : e->u.binary.op);

	if (e->kind == EXPR_UNARY) {
		putc('-', w->out);
		put_unsigned(w, e->u.unary.operand, SIGN + 1, true);
		return;
	}
	put_unsigned(w, e->u.binary.left, own, true);
	mark(w, own == PRODUCT ? 5 : 1);
	fprintf(w->out, own == PRODUCT ? "%s" : " %s ", op_text(e->u.binary.op));
	put_unsigned(w, e->u.binary.right, own + 1, false);
}

static void
put_unsigned(struct writer *w, const struct expr *e, int least, bool leftmost)
{
	if (!e->wraps || e->kind == EXPR_CALL) {
		fputs(leftmost ? "(unsigned)" : "", w->out);
		put(w, e, leftmost ? SIGN : least, false);
		return;
	}
	if (strength_of(e->kind == EXPR_UNARY ? e->u.unary.op : e->u.binary.op) >= least) {
		put_unsigned_operation(w, e);
		return;
	}
	putc('(', w->out);
	w->nesting++;
	put_unsigned_operation(w, e);
	w->nesting--;
	putc(')', w->out);
}

static void
put_wrapped(struct writer *w, const struct expr *e)
{
	if (e->kind == EXPR_CALL) { /* abs: no int has the lowest one's magnitude */
		fputs("(int)(unsigned)fabs((double)", w->out);
		put(w, e->u.call.arguments, SIGN, false);
	} else {
		fputs("(int)(", w->out);
		put_unsigned_operation(w, e);
	}
	putc(')', w->out);
}

static void
put_select(struct writer *w, const struct expr *e)
{
	put(w, e->u.select.condition, SELECT + 1, true);
	mark(w, 0);
	fputs(" ? ", w->out);
	put(w, e->u.select.yes, SELECT + 1, lends_type(e->u.select.no));
	mark(w, 0);
	fputs(" : ", w->out);
	put(w, e->u.select.no, SELECT, lends_type(e->u.select.yes));
}

static const char *
function_name(struct kernel *kernel, const struct expr *e)
{
	const enum function fn = e->u.call.function;
	int helper = fn == FN_min ? HELPER_LESSER : fn == FN_max ? HELPER_GREATER : -1;

	if (literal_power(e) >= 0)
		helper = HELPER_POWER + literal_power(e);
	if (helper >= 0) {
		kernel->helpers[helper][e->type] = true;
		return helper_name(kernel->arena, helper, e->type);
	}
	return e->type == TYPE_INT ? functions[fn].name
		: arena_printf(kernel->arena, "%s%s", functions[fn].c_name, e->type == TYPE_FLOAT ? "f" : "");
}

/* C++ has a sqrt, an fma and so on for each type, and none for a mixture. */
static void
put_argument(struct writer *w, const struct expr *argument, const struct expr *call)
{
	const enum function fn = call->u.call.function;

	if (argument->type == call->type || fn == FN_min || fn == FN_max || literal_power(call) >= 0) {
		put(w, argument, SELECT, false);
		return;
	}
	fprintf(w->out, "(%s)", type_name(call->type));
	put(w, argument, SIGN, false);
}

static void
put_call(struct writer *w, const struct expr *e)
{
	fprintf(w->out, "%s(", function_name(w->kernel, e));
	w->nesting++;
	for (const struct expr *a = e->u.call.arguments; a; a = a->next) {
		if (a != e->u.call.arguments) {
			if (literal_power(e) >= 0)
				break;
			putc(',', w->out);
			mark(w, 0);
			putc(' ', w->out);
		}
		put_argument(w, a, e);
	}
	w->nesting--;
	putc(')', w->out);
}

static void
put_plain(struct writer *w, const struct expr *e, int least, bool bare)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		put_number(w, e, bare);
		break;
	case EXPR_LEVEL:
		put_level(w, least);
		break;
	case EXPR_LEVELS:
		fputs("levels", w->out);
		break;
	case EXPR_FIELD:
		put_field(w, e);
		break;
	case EXPR_PARAM:
		fputs(w->kernel->plan->param_names[e->u.param->index], w->out);
		break;
	case EXPR_TEMP:
		put_temp(w, e);
		break;
	case EXPR_UNARY:
		fputs(op_text(e->u.unary.op), w->out);
		put(w, e->u.unary.operand, SIGN + 1, bare && !is_whole_zero(e->u.unary.operand));
		break;
	case EXPR_BINARY:
		put_binary(w, e);
		break;
	case EXPR_SELECT:
		put_select(w, e);
		break;
	case EXPR_CALL:
		put_call(w, e);
		break;
	case EXPR_ERROR:
	case EXPR_NAME:
		break;
	}
}

static void
put(struct writer *w, const struct expr *e, int least, bool bare)
{
	const bool parentheses = strength(e) < least;

	if (parentheses) {
		putc('(', w->out);
		w->nesting++;
	}
	if (e->wraps)
		put_wrapped(w, e);
	else
		put_plain(w, e, least, bare);
	if (parentheses) {
		w->nesting--;
		putc(')', w->out);
	}
}

const char *
c_expr(struct kernel *kernel, struct offset at, const struct expr *e)
{
	struct writer w = { .kernel = kernel, .at = at };
	char *text = NULL;
	const char *copy;
	size_t length = 0;

	w.out = open_memstream(&text, &length);
	if (!w.out)
		return "";
	put(&w, e, SELECT, e->kind == EXPR_NUMBER || e->kind == EXPR_UNARY);
	fclose(w.out);
	copy = arena_strndup(kernel->arena, text, length);
	free(text);
	return copy;
}
