#include "generator/check/checker.h"
#include "generator/language/offset.h"

#include <math.h>
#include <stdlib.h>

/*
 * Comparisons of levels, or of distances to a side, that come out the same wherever they are evaluated: often
 * the guard of a read at an offset, which leaves out the guarded level itself.
 */

/* level*x + levels*y + constant, with the level of the point that is updated. Along the other axes a cell is
 * a level and a row all levels. */
struct linear {
	bool known;
	enum { AXIS_X, AXIS_Y, AXIS_Z } axis;
	bool distance; /* it counts from the border, wherever that is */
	double level, levels, constant;
};

/* Offsets from the updated point at which a statement is evaluated. */
struct heights {
	bool any;
	int low[AXES], high[AXES];
};

struct lint {
	struct checker *c;
	const struct footprint *outputs;
	struct extents border;   /* levels that are not updated; on a mesh what the reads take */
	struct heights *heights; /* by temp index */
	struct heights here;     /* of the statement being checked */
	int budget;              /* of nodes, through temporaries */
	struct level_condition *first, **last;
	bool report;             /* heights are known */
};

enum { MOST_NODES = 200 };

static const struct offset here = { 0, 0, 0 };

static const struct linear unknown;

static bool
is_constant(struct linear a)
{
	return a.known && a.level == 0 && a.levels == 0;
}

static struct linear
add(struct linear a, double factor, struct linear b)
{
	const struct linear varying = is_constant(a) ? b : a;

	if (!a.known || !b.known || (!is_constant(a) && !is_constant(b) && a.axis != b.axis))
		return unknown;
	return (struct linear){ true, varying.axis, a.distance || b.distance, a.level + factor*b.level,
		a.levels + factor*b.levels, a.constant + factor*b.constant };
}

static struct linear
multiply(struct linear a, struct linear b)
{
	const struct linear zero = { .known = true };

	return is_constant(a) ? add(zero, a.constant, b) : is_constant(b) ? add(zero, b.constant, a)
		: unknown;
}

/* The distance to a side, from the number of a level; the point is shifted from the updated one. */
static struct linear
distance_linear(const struct lint *l, enum side side, int shift)
{
	const struct extents *border = &l->border;
	const int axis = side_axis(side);

	return (int)side % 2 ? (struct linear){ true, axis, true, -1, 1, -1 - border->high[axis] - shift }
		: (struct linear){ true, axis, true, 1, 0, shift - border->low[axis] };
}

static struct linear find_linear(struct lint *l, const struct expr *e, struct offset shift);

static struct linear
binary_linear(struct lint *l, const struct expr *e, struct offset shift)
{
	const struct linear left = find_linear(l, e->u.binary.left, shift);
	const struct linear right = find_linear(l, e->u.binary.right, shift);
	const struct linear inverse = { .known = true, .constant = 1/right.constant };

	switch (e->u.binary.op) {
	case OP_ADD: return add(left, 1, right);
	case OP_SUB: return add(left, -1, right);
	case OP_MUL: return multiply(left, right);
	case OP_DIV: return is_constant(right) && right.constant != 0 ? multiply(left, inverse) : unknown;
	case OP_OR: case OP_AND: case OP_EQ: case OP_NE: case OP_LT: case OP_LE: case OP_GT: case OP_GE:
	case OP_NEG: case OP_NOT:
		break;
	}
	return unknown;
}

/* shift: from the point of the statement to the one at which e is evaluated. */
static struct linear
find_linear(struct lint *l, const struct expr *e, struct offset shift)
{
	const struct linear zero = { .known = true };
	const struct temp *temp;

	if (e->wraps || l->budget-- <= 0)
		return unknown;
	switch (e->kind) {
	case EXPR_NUMBER:
		return (struct linear){ .known = true, .constant = strtod(e->u.number.text, NULL) };
	case EXPR_LEVEL:
		return (struct linear){ true, AXIS_Z, false, 1, 0, shift.z };
	case EXPR_LEVELS:
		return (struct linear){ true, AXIS_Z, false, 0, 1, 0 };
	case EXPR_SIDE:
		return distance_linear(l, e->u.side, side_axis(e->u.side) == 0 ? shift.x
			: side_axis(e->u.side) == 1 ? shift.y : shift.z);
	case EXPR_TEMP:
		temp = e->u.read.temp;
		return temp->stmt->kind != STMT_ASSIGN ? unknown
			: find_linear(l, temp->stmt->u.assign.value, offset_add(shift, e->u.read.offset));
	case EXPR_UNARY:
		return e->u.unary.op == OP_NEG ? add(zero, -1, find_linear(l, e->u.unary.operand, shift))
			: unknown;
	case EXPR_BINARY:
		return binary_linear(l, e, shift);
	case EXPR_SELECT: case EXPR_CALL: case EXPR_FIELD: case EXPR_PARAM: case EXPR_ERROR:
	case EXPR_NAME: case EXPR_REDUCE: case EXPR_EXISTS: case EXPR_COUNT:
		break;
	}
	return unknown;
}

/* The least value of a linear form where the domain begins `below` levels above the
 * lowest level and ends `above` below the highest. Of the domain's levels, those that
 * lie i above its lowest and j below its highest one are all i, j >= 0. */
static double
least(const struct lint *l, struct linear a, int below, int above)
{
	const double first = a.level*(below + l->here.low[a.axis]), last = a.level*(below + l->here.high[a.axis]);

	if (a.levels < 0 || a.level + a.levels < 0)
		return -INFINITY;
	return a.levels*(below + above + 1) + a.constant + (first < last ? first : last);
}

enum outcome { EITHER, NEVER, ALWAYS };

static enum outcome
opposite(enum outcome outcome)
{
	return outcome == NEVER ? ALWAYS : outcome == ALWAYS ? NEVER : EITHER;
}

/* The outcome of difference OP 0. */
static enum outcome
compare(const struct lint *l, enum op op, struct linear difference, int below, int above)
{
	const struct linear zero = { .known = true };
	const double low = least(l, difference, below, above);
	const double high = -least(l, add(zero, -1, difference), below, above);

	switch (op) {
	case OP_LT: return low >= 0 ? NEVER : high < 0 ? ALWAYS : EITHER;
	case OP_LE: return low > 0 ? NEVER : high <= 0 ? ALWAYS : EITHER;
	case OP_EQ: return low > 0 || high < 0 ? NEVER : low == 0 && high == 0 ? ALWAYS : EITHER;
	case OP_GE: return opposite(compare(l, OP_LT, difference, below, above));
	case OP_GT: return opposite(compare(l, OP_LE, difference, below, above));
	case OP_NE: return opposite(compare(l, OP_EQ, difference, below, above));
	case OP_OR: case OP_AND: case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_NEG:
	case OP_NOT:
		break;
	}
	return EITHER;
}

static void
note_border(const struct lint *l, const struct expr *read, int levels, const char *which)
{
	const struct stencil *stencil = l->c->stencil;
	const struct span span = stencil->has_halo ? stencil->halo_span : read->span;

	if (levels == 1)
		note_at(l->c->source, span, "this removes the %s level from the domain; to keep it, guard it by a distance", which);
	else
		note_at(l->c->source, span, "this removes the %d %s levels from the domain; to keep them, guard it by a distance",
			levels, which);
}

static void
check_comparison(struct lint *l, const struct expr *e)
{
	const struct extents *border = &l->border;
	const enum op op = e->u.binary.op;
	struct linear difference;
	enum outcome outcome;
	int below, above;

	l->budget = MOST_NODES;
	difference = add(find_linear(l, e->u.binary.left, here), -1, find_linear(l, e->u.binary.right, here));
	if (!difference.known || is_constant(difference))
		return;
	below = border->low[difference.axis];
	above = border->high[difference.axis];
	outcome = compare(l, op, difference, below, above);
	if (outcome == EITHER)
		return;
	warning_at(l->c->source, e->span, outcome == NEVER ? "this never holds in the domain: leave out what it guards"
		: "this always holds in the domain: leave the condition out");
	if (below && !difference.distance && compare(l, op, difference, 0, above) == EITHER)
		note_border(l, l->outputs->absolute.by[SIDE_BELOW], below, "lowest");
	if (above && !difference.distance && compare(l, op, difference, below, 0) == EITHER)
		note_border(l, l->outputs->absolute.by[SIDE_ABOVE], above, "highest");
}

static void
add_heights(struct heights *to, struct heights by, struct offset offset)
{
	const int shift[AXES] = { offset.x, offset.y, offset.z };

	for (int a = 0; a < AXES && by.any; a++) {
		if (!to->any || by.low[a] + shift[a] < to->low[a])
			to->low[a] = by.low[a] + shift[a];
		if (!to->any || by.high[a] + shift[a] > to->high[a])
			to->high[a] = by.high[a] + shift[a];
	}
	to->any |= by.any;
}

static bool
compares_numbers(const struct expr *e)
{
	return e->kind == EXPR_BINARY && e->u.binary.op >= OP_EQ && e->u.binary.op <= OP_GE;
}

/* Calls a visitor with what is assigned to a temporary, at the point at which it is read. */
typedef void visit(struct lint *l, const struct expr *e, struct offset shift, void *found);

static void
visit_assigned(struct lint *l, const struct stmt *stmt, const struct temp *temp, struct offset shift, visit *visitor,
	void *found)
{
	if (stmt->kind == STMT_ASSIGN && stmt->u.assign.temp == temp && !stmt->u.assign.reduction)
		visitor(l, stmt->u.assign.value, shift, found);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			visit_assigned(l, s, temp, shift, visitor, found);
}

static void
visit_operands(struct lint *l, const struct expr *e, struct offset shift, visit *visitor, void *found)
{
	const struct expr *operand;

	if (e->kind == EXPR_TEMP)
		for (const struct temp *t = e->u.read.temp; t && l->budget > 0; t = t->prior)
			visit_assigned(l, t->stmt, t, offset_add(shift, e->u.read.offset), visitor, found);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		visitor(l, operand, shift, found);
}

/* What a number is made of. */
struct ingredients {
	bool level, data; /* data: real numbers of fields */
};

static void
find_ingredients(struct lint *l, const struct expr *e, struct offset shift, void *found)
{
	struct ingredients *ingredients = found;

	if (l->budget-- <= 0)
		return;
	ingredients->level |= e->kind == EXPR_LEVEL;
	ingredients->data |= e->kind == EXPR_REDUCE || (e->kind == EXPR_FIELD && e->type != TYPE_INT);
	visit_operands(l, e, shift, find_ingredients, found);
}

static bool
counts_levels(struct lint *l, const struct expr *e)
{
	struct ingredients ingredients = { false, false };

	l->budget = MOST_NODES;
	find_ingredients(l, e, here, &ingredients);
	return ingredients.level && !ingredients.data;
}

struct comparisons {
	int budget;
	bool undecided;        /* one of levels may hold or not */
	bool reported[SIDES];
};

/* Finds the comparisons of levels in a condition, also in temporaries. */
static void
find_comparisons(struct lint *l, const struct expr *e, struct offset shift, void *found)
{
	struct comparisons *comparisons = found;
	const struct extents *border = &l->border;
	struct linear difference;

	if (comparisons->budget-- <= 0)
		return;
	if (!compares_numbers(e)) {
		l->budget = comparisons->budget;
		visit_operands(l, e, shift, find_comparisons, found);
		return;
	}
	if (!counts_levels(l, e->u.binary.left) && !counts_levels(l, e->u.binary.right))
		return;
	l->budget = MOST_NODES;
	difference = add(find_linear(l, e->u.binary.left, shift), -1, find_linear(l, e->u.binary.right, shift));
	if (!difference.known || compare(l, e->u.binary.op, difference, border->low[2], border->high[2]) == EITHER)
		comparisons->undecided = true;
	else {
		comparisons->reported[SIDE_BELOW] |= compare(l, e->u.binary.op, difference, 0, border->high[2]) == EITHER;
		comparisons->reported[SIDE_ABOVE] |= compare(l, e->u.binary.op, difference, border->low[2], 0) == EITHER;
	}
}

static struct level_condition *
find_level_condition(struct lint *l, const struct expr *condition, const struct stmt *branch)
{
	struct comparisons comparisons = { .budget = MOST_NODES };
	struct level_condition *made;

	find_comparisons(l, condition, here, &comparisons);
	if (!comparisons.undecided)
		return NULL;
	made = arena_new(l->c->arena, struct level_condition);
	*made = (struct level_condition){ .condition = condition, .branch = branch };
	for (enum side s = 0; s < SIDES; s++)
		made->reported[s] = comparisons.reported[s];
	*l->last = made;
	l->last = &made->next;
	return made;
}

static void
check_expression(struct lint *l, const struct expr *e)
{
	const struct expr *operand;

	if (l->report && compares_numbers(e))
		check_comparison(l, e);
	if (l->report && e->kind == EXPR_SELECT)
		((struct expr *)e)->u.select.of_level = find_level_condition(l, e->u.select.condition, NULL);
	if (e->kind == EXPR_TEMP)
		add_heights(&l->heights[e->u.read.temp->index], l->here, e->u.read.offset);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		check_expression(l, operand);
}

/* Where a statement is evaluated: where its targets are needed. */
static void
find_heights(struct lint *l, const struct stmt *stmt)
{
	const struct heights point = { .any = true };

	if (stmt->kind == STMT_ASSIGN) {
		add_heights(&l->here, stmt->u.assign.temp ? l->heights[stmt->u.assign.temp->index] : point,
			here);
		return;
	}
	if (stmt->kind == STMT_SWEEP) /* also beyond the columns of the domain, but on its levels */
		add_heights(&l->here, point, here);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			find_heights(l, s);
}

static void
check_inner(struct lint *l, struct stmt *stmt)
{
	const struct temp *temp = stmt->kind == STMT_ASSIGN ? stmt->u.assign.temp : NULL;

	if (stmt_expr(stmt))
		check_expression(l, stmt_expr(stmt));
	if (l->report && stmt->kind == STMT_IF)
		stmt->u.branch.of_level = find_level_condition(l, stmt->u.branch.condition, stmt);
	if (temp && temp->prior)
		add_heights(&l->heights[temp->prior->index], l->here, here);
	for (int n = 0; n < MOST_NESTED; n++)
		for (struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			check_inner(l, s);
}

static void
check_at_heights(struct lint *l, struct stmt *stmt)
{
	l->here = (struct heights){ .any = false };
	find_heights(l, stmt);
	if (l->here.any)
		check_inner(l, stmt);
}

void
check_conditions(struct checker *c, const struct footprint *outputs)
{
	struct stencil *stencil = c->stencil;
	struct lint l = { .c = c, .outputs = outputs, .border = border_of(stencil, outputs) };
	struct stmt **statements = arena_array(c->arena, struct stmt *, MAX_STATEMENTS);
	int count = 0;

	l.heights = arena_array(c->arena, struct heights, stencil->temp_count + 1);
	for (struct stmt *s = stencil->statements; s; s = s->next)
		statements[count++] = s;
	for (int i = count; i-- > 0; ) /* those that read a temporary come after it */
		check_at_heights(&l, statements[i]);
	l.report = true;
	l.last = &l.first;
	for (int i = 0; i < count; i++)
		check_at_heights(&l, statements[i]);
	check_level_conditions(c, outputs, l.first);
}
