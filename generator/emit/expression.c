#include "generator/emit/expression.h"
#include "generator/base/printed.h"
#include "generator/emit/strength.h"
#include "generator/plan/hoisted.h"
#include "generator/language/offset.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct writer {
	const struct kernel *kernel;
	const struct site *site;
	const struct expr *whole; /* what is hoisted, and now computed */
	FILE *out;
	int nesting; /* of parentheses */
};

static void put(struct writer *w, const struct expr *e, int least, bool bare);

/* What stands for an expression; nothing for the value of what is hoisted itself, unless that is another's name. */
static const struct hoisted *
find_hoisted(const struct writer *w, const struct expr *e)
{
	return w->whole == e && e->kind != EXPR_TEMP ? NULL : kernel_hoisted(w->kernel, e);
}

/* 0 as an int: in C its negative has no sign, unlike -0.0. */
static bool
is_whole_zero(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && strspn(e->u.number.text, "0") == strlen(e->u.number.text);
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
	if (e->type == TYPE_INT || isupper((unsigned char)*text) || (whole && bare && strlen(text) < MOST_DIGITS))
		return;
	fprintf(w->out, "%s%s", whole ? ".0" : "", e->type == TYPE_FLOAT ? "f" : "");
}

static void
put_field(struct writer *w, const struct expr *e)
{
	struct reference read = e->u.read;

	read.offset = offset_add(w->site->at, read.offset);
	if (read.level)
		read.offset.z = 0;
	fputs(w->kernel->kind->spelling->element(w->kernel, w->site, &read), w->out);
}

static void
put_level(struct writer *w, int least)
{
	const int z = w->site->at.z;
	const bool parentheses = kernel_level_is_sum(w->kernel, z) && least > SUM;

	fprintf(w->out, parentheses ? "(%s)" : "%s", kernel_level(w->kernel, z));
}

static void
put_distance(struct writer *w, enum side side, int least)
{
	const char *distance = w->kernel->kind->spelling->distance(w->kernel, w->site, side);

	fprintf(w->out, strchr(distance, ' ') && least > SUM ? "(%s)" : "%s", distance);
}

static void
put_temp(struct writer *w, const struct expr *e)
{
	const struct temp *temp = e->u.read.temp;

	fputs(temp->uniform ? w->kernel->plan->names.uniforms[temp->index]
		: w->kernel->kind->spelling->variable(w->kernel, w->site, temp,
			offset_add(w->site->at, e->u.read.offset)), w->out);
}

static void
put_cast(struct writer *w, const struct expr *value, enum type type)
{
	fprintf(w->out, "(%s)", type_name(type));
	put(w, value, SIGN, false);
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
		put_cast(w, left, e->type);
	} else {
		put(w, left, op == OP_OR && left->kind == EXPR_BINARY
			&& left->u.binary.op == OP_OR ? OR : inner, lends_type(right, left));
	}
	if (own == PRODUCT) {
		/* Good before a sum in parentheses, elsewhere the last resort. */
		mark(w, strength(left) < ATOM && strength(right) < PRODUCT ? 2 : 5);
		fputs(op_text(op), w->out);
	} else {
		mark(w, own >= SUM);
		fprintf(w->out, " %s ", op_text(op));
	}
	put(w, right, inner + 1, lends_type(left, right));
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
	/* Compilers warn of negative constants that become unsigned without a cast, and know the values
	 * of temporaries. */
	const bool named = find_hoisted(w, e) != NULL;
	const bool cast = leftmost || e->kind == EXPR_TEMP || named || (strength(e) < ATOM && !e->wraps);

	if (!e->wraps || e->kind == EXPR_CALL || named) {
		fputs(cast ? "(unsigned)" : "", w->out);
		put(w, e, cast ? SIGN : least, false);
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
	if (e->kind == EXPR_CALL) { /* abs of the lowest int does not fit an int */
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
	put(w, e->u.select.yes, SELECT + 1, lends_type(e->u.select.no, e->u.select.yes));
	mark(w, 0);
	fputs(" : ", w->out);
	put(w, e->u.select.no, SELECT, lends_type(e->u.select.yes, e->u.select.no));
}

static const char *
function_name(struct arena *arena, const struct expr *e)
{
	const enum function fn = e->u.call.function;

	if (helper_of(e) >= 0)
		return helper_name(arena, helper_of(e), e->type);
	return type_is_whole(e->type) ? functions[fn].name
		: arena_printf(arena, "%s%s", functions[fn].c_name, e->type == TYPE_FLOAT ? "f" : "");
}

/* C++ has a sqrt, an fma and so on for each type, and none for a mixture. */
static void
put_argument(struct writer *w, const struct expr *argument, const struct expr *call)
{
	const bool tested = functions[call->u.call.function].type == VALUE_CONDITION;

	if (argument->type == call->type || helper_of(call) >= 0 || (tested && argument->type != TYPE_INT)) {
		put(w, argument, SELECT, false);
		return;
	}
	put_cast(w, argument, tested ? TYPE_DOUBLE : call->type);
}

static void
put_clamped_level(struct writer *w, const struct expr *e)
{
	const struct expr *level = e->u.call.arguments->u.call.arguments;

	put(w, level, SELECT, false);
	putc(',', w->out);
	mark(w, 0);
	putc(' ', w->out);
	put(w, level->next, SELECT, false);
	fputs(", ", w->out);
	put(w, e->u.call.arguments->next, SELECT, false);
}

static void
put_call(struct writer *w, const struct expr *e)
{
	if (is_conversion(e->u.call.function)) {
		put_cast(w, e->u.call.arguments, e->type);
		return;
	}
	fprintf(w->out, "%s(", function_name(w->kernel->arena, e));
	w->nesting++;
	if (helper_of(e) == HELPER_CLAMP_LEVEL) {
		put_clamped_level(w, e);
		w->nesting--;
		putc(')', w->out);
		return;
	}
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
		fputs(w->kernel->plan->names.params[e->u.param->index], w->out);
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
	case EXPR_SIDE:
		put_distance(w, e->u.side, least);
		break;
	case EXPR_EXISTS:
		fputs(w->kernel->kind->spelling->exists(w->kernel, e->u.exists.neighbor), w->out);
		break;
	case EXPR_REDUCE:
	case EXPR_COUNT:
	case EXPR_ERROR:
	case EXPR_NAME:
		break;
	}
}

static void
put(struct writer *w, const struct expr *e, int least, bool bare)
{
	const struct hoisted *hoisted = find_hoisted(w, e);
	const bool parentheses = strength(e) < least;

	if (hoisted) {
		fputs(hoisted->name, w->out);
		return;
	}
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

static const char *
text_of_expr(struct writer w, const struct expr *e)
{
	struct printed text;

	w.out = printed_begin(&text);
	put(&w, e, SELECT, e->kind == EXPR_NUMBER || e->kind == EXPR_UNARY);
	return printed_end(&text, w.kernel->arena);
}

const char *
c_expr(const struct kernel *kernel, const struct site *site, const struct expr *e)
{
	return text_of_expr((struct writer){ .kernel = kernel, .site = site }, e);
}

const char *
c_hoisted(const struct kernel *kernel, const struct hoisted *hoisted)
{
	const struct site here = { .at = { 0, 0, 0 } };

	return text_of_expr((struct writer){ .kernel = kernel, .site = &here, .whole = hoisted->value }, hoisted->value);
}

const char *
c_level(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	return c_expr(kernel, site, to->level);
}

const char *
c_levels_up(const struct kernel *kernel, const struct site *site, const struct reference *to)
{
	const char *own = kernel_level(kernel, 0);

	return arena_printf(kernel->arena, kernel_level_is_sum(kernel, 0) ? "(ptrdiff_t)(%s - (%s))" : "(ptrdiff_t)(%s - %s)",
		c_level(kernel, site, to), own);
}
