#include "generator/check/checker.h"
#include "generator/check/type_rules.h"

#include <string.h>

/* The type of a quotient or of a function such as sqrt. */
static enum type
real_of(const struct checker *c, enum type type)
{
	if (type == TYPE_NUMERAL)
		return TYPE_NUMERAL_REAL;
	return type == TYPE_INT ? c->precision : type;
}

/* Passes over a statement infer types until those of temporaries no longer change; a last one, with
 * report on, reports what is wrong. Until then a temporary that a sweep reads before it assigns it has no type,
 * and what it stands beside has that of the rest. */
struct inference {
	struct checker *c;
	bool report, changed;
};

static enum type infer(struct inference *in, struct expr *e);

static bool
wants(struct inference *in, struct expr *e, bool condition, const char *what)
{
	const enum type type = infer(in, e);

	if (type == TYPE_NONE)
		return !in->report;
	if ((type == TYPE_BOOL) == condition)
		return true;
	if (in->report)
		error_at(in->c->source, e->span, condition ? "%s needs a condition, not a number"
			: "%s needs a number, not a condition", what);
	return false;
}

static enum type
join_known(struct inference *in, enum type a, enum type b)
{
	return a == TYPE_NONE ? b : b == TYPE_NONE ? a : join_types(in->c, a, b);
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
	if (op == OP_DIV && in->report && is_zero_constant(right)) {
		error_at(in->c->source, right->span, "division by zero: write a divisor that is not 0");
		good = false;
	}
	if (!good)
		return TYPE_NONE;
	if (op <= OP_GE)
		return TYPE_BOOL;
	return op == OP_DIV ? real_of(in->c, join_known(in, left->type, right->type))
		: join_known(in, left->type, right->type);
}

static enum type
infer_select(struct inference *in, struct expr *e)
{
	struct expr *yes = e->u.select.yes, *no = e->u.select.no;
	const bool good = wants(in, e->u.select.condition, true, "'?'");
	const enum type a = infer(in, yes), b = infer(in, no);

	if (!good)
		return TYPE_NONE;
	if (a == TYPE_NONE || b == TYPE_NONE)
		return in->report ? TYPE_NONE : join_known(in, a, b);
	if ((a == TYPE_BOOL) == (b == TYPE_BOOL))
		return join_types(in->c, a, b);
	if (in->report) {
		error_at(in->c->source, e->at, "'?:' chooses between a condition and a number: write two numbers or two conditions");
		note_at(in->c->source, a == TYPE_BOOL ? yes->span : no->span, "this is the condition");
	}
	return TYPE_NONE;
}

static enum type
infer_call(struct inference *in, struct expr *e)
{
	const enum value_type value = functions[e->u.call.function].type;
	enum type type = TYPE_NUMERAL;
	char what[MAX_NAME + 3];

	snprintf(what, sizeof what, "'%s'", e->u.call.name);
	for (struct expr *a = e->u.call.arguments; a; a = a->next)
		type = wants(in, a, false, what) ? join_known(in, type, a->type) : TYPE_NONE;
	switch (type == TYPE_NONE ? VALUE_SAME : value) {
	case VALUE_SAME:      return type;
	case VALUE_REAL:      return real_of(in->c, type);
	case VALUE_CONDITION: return TYPE_BOOL;
	case VALUE_FLOAT:     return TYPE_FLOAT;
	case VALUE_DOUBLE:    return TYPE_DOUBLE;
	case VALUE_PRECISION: return in->c->precision;
	}
	return type;
}

/* A value for each neighbour, and none may exist: so all are real, as the infinities are. */
static enum type
infer_gathered(struct inference *in, struct expr *e)
{
	char what[MAX_NAME + 3];
	enum type type;

	snprintf(what, sizeof what, "'%s'", e->u.reduce.name);
	type = wants(in, e->u.reduce.body, false, what) ? e->u.reduce.body->type : TYPE_NONE;
	return real_of(in->c, type);
}

/* Whether a level by value is a whole number. It is written within calls that bring it into the levels that there are. */
static bool
infer_level(struct inference *in, struct expr *level)
{
	struct expr *written = level ? level->u.call.arguments->u.call.arguments : NULL;
	const enum type type = level ? infer(in, written) : TYPE_INT;

	if (type == TYPE_INT || type == TYPE_NUMERAL) {
		if (level)
			infer(in, level);
		return true;
	}
	if (in->report && type != TYPE_NONE)
		error_at(in->c->source, written->span, "a level is a whole number, not a %s: use ints", type == TYPE_BOOL ? "condition" : "real number");
	return !in->report;
}

static enum type
infer_type(struct inference *in, struct expr *e)
{
	switch (e->kind) {
	case EXPR_ERROR:
	case EXPR_NAME:
		return TYPE_NONE;
	case EXPR_NUMBER:
		if (e->u.number.type)
			return e->u.number.type;
		return strspn(e->u.number.text, "0123456789") == strlen(e->u.number.text)
			? TYPE_NUMERAL : TYPE_NUMERAL_REAL;
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
		return TYPE_INT;
	case EXPR_FIELD:
		return infer_level(in, e->u.read.level) ? e->u.read.field->type : TYPE_NONE;
	case EXPR_PARAM:
		return e->u.param->type;
	case EXPR_TEMP:
		return infer_level(in, e->u.read.level) ? e->u.read.temp->type : TYPE_NONE;
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
	case EXPR_REDUCE:
		return infer_gathered(in, e);
	case EXPR_EXISTS:
		return TYPE_BOOL;
	case EXPR_COUNT:
		return TYPE_INT;
	}
	return TYPE_NONE;
}

static enum type
infer(struct inference *in, struct expr *e)
{
	return e->type = infer_type(in, e);
}

static enum type
infer_reduction(struct inference *in, const struct stmt *stmt)
{
	struct expr *value = stmt->u.assign.value;

	return wants(in, value, false, "a sum") ? real_of(in->c, value->type) : TYPE_NONE;
}

/* No real number becomes an int: of one that is too large, targets make different ints. */
static void
check_assigned(const struct checker *c, const struct field *field, struct span span, enum type type)
{
	if (type == TYPE_NONE)
		return;
	if (field->type == TYPE_BOOL && type != TYPE_BOOL)
		error_at(c->source, span, "'%s' is bool, this is a number: assign a condition, such as x != 0", field->name);
	else if (field->type != TYPE_BOOL && type == TYPE_BOOL)
		error_at(c->source, span, "a field holds numbers, this is a condition: write condition ? 1 : 0");
	else if (field->type == TYPE_INT && type != TYPE_INT && type != TYPE_NUMERAL)
		error_at(c->source, span, "'%s' is int, this is a real number: assign a whole number, or declare '%s' real", field->name,
			field->name);
}

static void
infer_assign(struct inference *in, struct stmt *stmt)
{
	enum type type = stmt->u.assign.reduction ? infer_reduction(in, stmt) : infer(in, stmt->u.assign.value);
	struct temp *temp = (struct temp *)stmt->u.assign.temp;
	enum type joined;

	if (stmt->u.assign.field && in->report)
		check_assigned(in->c, stmt->u.assign.field, stmt->u.assign.value->span, type);
	if (!temp || type == TYPE_NONE)
		return;
	if (temp->shape == SHAPE_COLUMN && is_numeral(type))
		type = TYPE_NUMERAL_REAL; /* a sweep that adds to it begins with 0 */
	if (temp->type && (temp->type == TYPE_BOOL) != (type == TYPE_BOOL)) {
		if (in->report)
			error_at(in->c->source, stmt->u.assign.value->span,
				"'%s' gets a number on one path and a condition on another: use two names", temp->name);
		return;
	}
	joined = temp->type ? join_types(in->c, temp->type, type) : type;
	in->changed |= joined != temp->type;
	temp->type = joined;
}

static void
infer_statements(struct inference *in, struct stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_ASSIGN)
			infer_assign(in, stmt);
		if (stmt->kind == STMT_IF)
			wants(in, stmt->u.branch.condition, true, "'if'");
		for (int n = 0; n < MOST_NESTED; n++)
			infer_statements(in, stmt_nested(stmt, n));
	}
}

/* Infers until no temporary gets another type; false if that takes too long. */
static bool
infer_all(struct inference *in)
{
	for (int round = 0; round < MAX_ROUNDS; round++) {
		in->changed = false;
		infer_statements(in, in->c->statement);
		if (!in->changed)
			return true;
	}
	return false;
}

bool
check_types(struct checker *c)
{
	struct inference in = { .c = c };
	bool good;
	struct stmt *following = c->statement->next;

	c->statement->next = NULL;
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		temp->type = temp->prior ? temp->prior->type : TYPE_NONE;
	good = infer_all(&in);
	for (struct temp *temp = c->statement_temps; temp; temp = temp->next)
		temp->type = default_type(c, temp->type);
	good = infer_all(&in) && good; /* a numeral has become a double next to floats */
	in.report = true;
	infer_statements(&in, c->statement);
	type_literals(c, c->statement);
	for (const struct temp *temp = c->statement_temps; temp; temp = temp->next)
		if (!temp->type && !c->source->diagnostics->errors)
			error_at(c->source, temp->span, "'%s' is made of nothing but itself: assign it a value first", temp->name);
	c->statement->next = following;
	return good || report_no_fixpoint(c);
}
