#include "passes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum type
declared_type(const struct checker *c, enum type declared)
{
	return declared == TYPE_REAL ? c->precision : declared;
}

static bool
is_numeral(enum type type)
{
	return type == TYPE_NUMERAL || type == TYPE_NUMERAL_REAL;
}

/* The type of an operation on two numbers. */
static enum type
join(const struct checker *c, enum type a, enum type b)
{
	if (a == TYPE_NONE || b == TYPE_NONE)
		return TYPE_NONE;
	if (a + b == TYPE_INT + TYPE_NUMERAL_REAL)
		return c->precision;
	return a > b ? a : b;
}

/* The type of a quotient or of a function such as sqrt. */
static enum type
real_of(const struct checker *c, enum type type)
{
	if (type == TYPE_NUMERAL)
		return TYPE_NUMERAL_REAL;
	return type == TYPE_INT ? c->precision : type;
}

/* The type of what stays without one: no operand had one to lend. */
static enum type
default_type(const struct checker *c, enum type type)
{
	if (type == TYPE_NUMERAL)
		return TYPE_INT;
	return type == TYPE_NUMERAL_REAL ? c->precision : type;
}

/* A pass over a statement first only infers, again and again until the types
 * of temporaries are settled, and then once more with report on. */
struct inference {
	struct checker *c;
	bool report, changed;
};

static enum type infer(struct inference *in, struct expr *e);

static bool
wants(struct inference *in, struct expr *e, bool condition, const char *what)
{
	const enum type type = infer(in, e);

	if (type == TYPE_NONE || (type == TYPE_BOOL) == condition)
		return type != TYPE_NONE;
	if (in->report)
		error_at(in->c->source, e->span, condition ? "%s needs a condition, not a number"
			: "%s needs a number, not a condition", what);
	return false;
}

/* Whether no digit before the exponent is other than 0. */
static bool
spells_zero(const char *number)
{
	return strcspn(number, "123456789") >= strcspn(number, "eE");
}

static bool
is_zero(const struct expr *e)
{
	if (e->kind == EXPR_UNARY && e->u.unary.op == OP_NEG)
		return is_zero(e->u.unary.operand);
	return e->kind == EXPR_NUMBER && spells_zero(e->u.number.text);
}

static enum type
infer_binary(struct inference *in, struct expr *e)
{
	const enum op op = e->u.binary.op;
	const bool condition = op == OP_OR || op == OP_AND;
	struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	char what[8];
	bool good;

	snprintf(what, sizeof what, "'%s'", op_text(op));
	good = wants(in, left, condition, what);
	good = wants(in, right, condition, what) && good;
	if (op == OP_DIV && in->report && is_zero(right)) {
		error_at(in->c->source, right->span, "division by zero");
		good = false;
	}
	if (!good)
		return TYPE_NONE;
	if (op <= OP_GE)
		return TYPE_BOOL;
	return op == OP_DIV ? real_of(in->c, join(in->c, left->type, right->type))
		: join(in->c, left->type, right->type);
}

static enum type
infer_select(struct inference *in, struct expr *e)
{
	struct expr *yes = e->u.select.yes, *no = e->u.select.no;
	const bool good = wants(in, e->u.select.condition, true, "'?'");
	const enum type a = infer(in, yes), b = infer(in, no);

	if (a == TYPE_NONE || b == TYPE_NONE || !good)
		return TYPE_NONE;
	if ((a == TYPE_BOOL) == (b == TYPE_BOOL))
		return join(in->c, a, b);
	if (in->report) {
		error_at(in->c->source, e->at, "'?:' chooses between a condition and a number");
		note_at(in->c->source, a == TYPE_BOOL ? yes->span : no->span, "this is the condition");
	}
	return TYPE_NONE;
}

static enum type
infer_call(struct inference *in, struct expr *e)
{
	const enum function fn = e->u.call.function;
	enum type type = TYPE_NUMERAL;
	char what[MAX_NAME + 3];

	snprintf(what, sizeof what, "'%s'", e->u.call.name);
	for (struct expr *a = e->u.call.arguments; a; a = a->next)
		type = wants(in, a, false, what) ? join(in->c, type, a->type) : TYPE_NONE;
	return fn == FN_min || fn == FN_max || fn == FN_abs ? type : real_of(in->c, type);
}

static enum type
infer_type(struct inference *in, struct expr *e)
{
	switch (e->kind) {
	case EXPR_ERROR:
	case EXPR_NAME:
		return TYPE_NONE;
	case EXPR_NUMBER:
		return strspn(e->u.number.text, "0123456789") == strlen(e->u.number.text)
			? TYPE_NUMERAL : TYPE_NUMERAL_REAL;
	case EXPR_LEVEL:
	case EXPR_LEVELS:
		return TYPE_INT;
	case EXPR_FIELD:
		return e->u.field.field->type;
	case EXPR_PARAM:
		return e->u.param->type;
	case EXPR_TEMP:
		return e->u.temp.temp->type;
	case EXPR_UNARY:
		if (!wants(in, e->u.unary.operand, e->u.unary.op == OP_NOT,
				e->u.unary.op == OP_NOT ? "'!'" : "'-'"))
			return TYPE_NONE;
		return e->u.unary.operand->type;
	case EXPR_BINARY:
		return infer_binary(in, e);
	case EXPR_SELECT:
		return infer_select(in, e);
	case EXPR_CALL:
		return infer_call(in, e);
	}
	return TYPE_NONE;
}

static enum type
infer(struct inference *in, struct expr *e)
{
	return e->type = infer_type(in, e);
}

static void
infer_assign(struct inference *in, struct stmt *stmt)
{
	const enum type type = infer(in, stmt->u.assign.value);
	struct temp *temp = (struct temp *)stmt->u.assign.temp;
	enum type joined;

	if (stmt->u.assign.field && type == TYPE_BOOL && in->report)
		error_at(in->c->source, stmt->u.assign.value->span,
			"a field holds numbers, this is a condition");
	if (!temp || type == TYPE_NONE)
		return;
	if (temp->type && (temp->type == TYPE_BOOL) != (type == TYPE_BOOL)) {
		if (in->report)
			error_at(in->c->source, stmt->u.assign.value->span,
				"'%s' gets a number on one path and a condition on another", temp->name);
		return;
	}
	joined = temp->type ? join(in->c, temp->type, type) : type;
	in->changed |= joined != temp->type;
	temp->type = joined;
}

static void
infer_statements(struct inference *in, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_ASSIGN) {
			infer_assign(in, stmt);
			continue;
		}
		wants(in, stmt->u.branch.condition, true, "'if'");
		infer_statements(in, stmt->u.branch.then);
		infer_statements(in, stmt->u.branch.otherwise);
	}
}

bool
check_number(const struct checker *c, struct span span, const char *text, enum type type)
{
	bool fits;

	errno = 0;
	if (type == TYPE_INT) {
		const long value = strtol(text, NULL, 10);

		fits = !errno && value <= 2147483647 && value >= -2147483647;
	} else {
		const double value = type == TYPE_FLOAT ? strtof(text, NULL) : strtod(text, NULL);

		fits = isfinite(value) && (value != 0 || spells_zero(text));
	}
	if (!fits)
		error_at(c->source, span, "number out of range for %s", type_name(type));
	return fits;
}

/* The quotient of two whole literals, in decimals, where a power of two divides
 * so that it is exact; NULL elsewhere. */
static const char *
exact_quotient(const struct checker *c, const char *dividend, const char *divisor)
{
	enum { MOST_DECIMALS = 12 };
	char decimals[MOST_DECIMALS + 1] = "0";
	long long a, b, rest;

	if (strlen(dividend) > 9 || strlen(divisor) > 9)
		return NULL;
	a = strtoll(dividend, NULL, 10);
	b = strtoll(divisor, NULL, 10);
	rest = a % b;
	for (int i = 0; rest && i < MOST_DECIMALS; i++, rest = rest*10 % b) {
		decimals[i] = (char)('0' + rest*10/b);
		decimals[i + 1] = '\0';
	}
	while (b % 2 == 0)
		b /= 2;
	if (rest || a % b)
		return NULL;
	return arena_printf(c->arena, "%lld.%s", a/strtoll(divisor, NULL, 10), decimals);
}

static bool
is_whole(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && e->type == TYPE_NUMERAL;
}

static void
fold(const struct checker *c, struct expr *e)
{
	const struct expr *left = e->u.binary.left, *right = e->u.binary.right;
	const char *quotient;

	if (e->u.binary.op != OP_DIV || !is_whole(left) || !is_whole(right) || is_zero(right))
		return;
	quotient = exact_quotient(c, left->u.number.text, right->u.number.text);
	if (!quotient)
		return;
	e->kind = EXPR_NUMBER;
	e->depth = 1;
	e->u.number.text = quotient;
}

/* Gives the literals below e, and what is made of literals only, the type that
 * the context lends; everything else already has its own. */
static void
settle(const struct checker *c, struct expr *e, enum type type)
{
	enum type inner;

	if (is_numeral(e->type)) {
		if (e->kind == EXPR_BINARY)
			fold(c, e);
		e->type = type;
	}
	inner = e->type;
	switch (e->kind) {
	case EXPR_NUMBER:
		check_number(c, e->span, e->u.number.text, e->type);
		break;
	case EXPR_UNARY:
		settle(c, e->u.unary.operand, inner);
		break;
	case EXPR_BINARY:
		if (inner == TYPE_BOOL)
			inner = default_type(c, join(c, e->u.binary.left->type, e->u.binary.right->type));
		settle(c, e->u.binary.left, inner);
		settle(c, e->u.binary.right, inner);
		break;
	case EXPR_SELECT:
		settle(c, e->u.select.condition, TYPE_BOOL);
		settle(c, e->u.select.yes, inner);
		settle(c, e->u.select.no, inner);
		break;
	case EXPR_CALL:
		for (struct expr *a = e->u.call.arguments; a; a = a->next)
			settle(c, a, inner);
		break;
	case EXPR_ERROR:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_NAME:
	case EXPR_FIELD:
	case EXPR_PARAM:
	case EXPR_TEMP:
		break;
	}
}

static void
settle_statements(const struct checker *c, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_IF) {
			settle(c, stmt->u.branch.condition, TYPE_BOOL);
			settle_statements(c, stmt->u.branch.then);
			settle_statements(c, stmt->u.branch.otherwise);
		} else {
			settle(c, stmt->u.assign.value, stmt->u.assign.temp ? stmt->u.assign.temp->type
				: stmt->u.assign.field ? stmt->u.assign.field->type : TYPE_DOUBLE);
		}
}

bool
check_types(struct checker *c)
{
	struct inference in = { .c = c };
	int rounds = 0;
	struct stmt *following = c->statement->next;

	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		temp->type = temp->prior ? temp->prior->type : TYPE_NONE;
	do {
		in.changed = false;
		infer_statements(&in, c->statement);
	} while (in.changed && ++rounds < MAX_ROUNDS);
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		temp->type = default_type(c, temp->type);
	in.report = true;
	infer_statements(&in, c->statement);
	settle_statements(c, c->statement);
	c->statement->next = following;
	return !in.changed || report_tangle(c);
}
