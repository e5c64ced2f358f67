#include "generator/check/side_comparison.h"
#include "generator/plan/column_planner.h"

#include <string.h>

static enum truth
opposite(enum truth truth)
{
	return truth == UNSURE ? UNSURE : truth == ALWAYS ? NEVER : ALWAYS;
}

static enum truth
compare(int low, int high, enum op op, int number)
{
	switch (op) {
	case OP_LT: return high < number ? ALWAYS : low >= number ? NEVER : UNSURE;
	case OP_LE: return high <= number ? ALWAYS : low > number ? NEVER : UNSURE;
	case OP_EQ: return low > number || high < number ? NEVER : low == high ? ALWAYS : UNSURE;
	case OP_GE: return opposite(compare(low, high, OP_LT, number));
	case OP_GT: return opposite(compare(low, high, OP_LE, number));
	case OP_NE: return opposite(compare(low, high, OP_EQ, number));
	case OP_OR: case OP_AND: case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_NEG: case OP_NOT:
		break;
	}
	return UNSURE;
}

enum truth
truth_of(const struct expr *e, const struct known *known)
{
	struct comparison c;
	enum truth left, right, decisive;

	if (e->kind == EXPR_UNARY && e->u.unary.op == OP_NOT)
		return opposite(truth_of(e->u.unary.operand, known));
	if (e->kind != EXPR_BINARY)
		return UNSURE;
	if (e->u.binary.op == OP_AND || e->u.binary.op == OP_OR) {
		decisive = e->u.binary.op == OP_AND ? NEVER : ALWAYS;
		left = truth_of(e->u.binary.left, known);
		right = truth_of(e->u.binary.right, known);
		return left == decisive || right == decisive ? decisive : left == right ? left : UNSURE;
	}
	return find_comparison(e, &c) ? compare(known->low[c.side], known->high[c.side], c.op, c.number) : UNSURE;
}

/* Levels from the lowest, and from the highest, at which something else may be done: in order. */
struct boundaries {
	int from_bottom[MOST_SEGMENTS + 1], from_top[MOST_SEGMENTS + 1];
	int bottom_count, top_count;
};

static void
add_boundary(int *boundaries, int *count, int boundary)
{
	int place = 0;

	while (place < *count && boundaries[place] < boundary)
		place++;
	if (boundary <= 0 || *count > MOST_SEGMENTS - 1 || (place < *count && boundaries[place] == boundary))
		return;
	memmove(&boundaries[place + 1], &boundaries[place], (size_t)(*count - place)*sizeof *boundaries);
	boundaries[place] = boundary;
	++*count;
}

/* A comparison comes out otherwise from the number on, or from the one after it. */
static void
add_comparison(struct boundaries *boundaries, const struct comparison *c)
{
	int *list = c->side == SIDE_BELOW ? boundaries->from_bottom : boundaries->from_top;
	int *count = c->side == SIDE_BELOW ? &boundaries->bottom_count : &boundaries->top_count;

	if (c->op == OP_LT || c->op == OP_GE || c->op == OP_EQ || c->op == OP_NE)
		add_boundary(list, count, c->number);
	if (c->op == OP_LE || c->op == OP_GT || c->op == OP_EQ || c->op == OP_NE)
		add_boundary(list, count, c->number + 1);
}

static void
find_boundaries(struct boundaries *boundaries, const struct expr *e)
{
	const struct expr *operand;
	struct comparison c;

	if (e->kind == EXPR_BINARY && find_comparison(e, &c) && side_axis(c.side) == 2)
		add_comparison(boundaries, &c);
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_boundaries(boundaries, operand);
}

static void
find_all_boundaries(struct boundaries *boundaries, const struct stmt *list)
{
	for (const struct stmt *s = list; s; s = s->next) {
		find_boundaries(boundaries, stmt_expr(s));
		for (int n = 0; n < MOST_NESTED; n++)
			find_all_boundaries(boundaries, stmt_nested(s, n));
	}
}

static void
raise(int *low, int to)
{
	if (*low < to)
		*low = to;
}

/* What is known between two marks, where both kinds of boundaries are apart. */
static struct known
known_between(const struct boundaries *boundaries, int needed, struct level_mark first, struct level_mark end)
{
	struct known known;

	for (int s = 0; s < SIDES; s++) {
		known.low[s] = INT_MIN;
		known.high[s] = INT_MAX;
	}
	known.low[SIDE_BELOW] = !first.from_top ? first.level
		: boundaries->bottom_count ? boundaries->from_bottom[boundaries->bottom_count - 1] : 0;
	known.low[SIDE_ABOVE] = end.from_top ? end.level : boundaries->top_count ? boundaries->from_top[boundaries->top_count - 1]
		: 0;
	if (!end.from_top) {
		known.high[SIDE_BELOW] = end.level - 1;
		raise(&known.low[SIDE_ABOVE], needed - end.level);
	}
	if (first.from_top) {
		known.high[SIDE_ABOVE] = first.level - 1;
		raise(&known.low[SIDE_BELOW], needed - first.level);
	}
	return known;
}

int
find_segments(const struct stmt *stmt, int needed, struct segment segments[MOST_SEGMENTS], struct known known[MOST_SEGMENTS],
	int *least)
{
	struct level_mark marks[2*MOST_SEGMENTS + 4];
	struct boundaries boundaries = { .bottom_count = 0 };
	struct stmt own = *stmt;
	int count = 0;

	own.next = NULL;
	find_all_boundaries(&boundaries, stmt->kind == STMT_SWEEP ? stmt->u.sweep.body : &own);
	marks[count++] = (struct level_mark){ 0, false };
	for (int i = 0; i < boundaries.bottom_count; i++)
		marks[count++] = (struct level_mark){ boundaries.from_bottom[i], false };
	for (int i = boundaries.top_count; i-- > 0; )
		marks[count++] = (struct level_mark){ boundaries.from_top[i], true };
	marks[count++] = (struct level_mark){ 0, true };
	*least = (boundaries.bottom_count ? boundaries.from_bottom[boundaries.bottom_count - 1] : 0)
		+ (boundaries.top_count ? boundaries.from_top[boundaries.top_count - 1] : 0);
	for (int i = 0; i < count - 1 && i < MOST_SEGMENTS; i++) {
		segments[i] = (struct segment){ .first = marks[i], .end = marks[i + 1] };
		known[i] = known_between(&boundaries, needed, marks[i], marks[i + 1]);
		segments[i].below = known[i].low[SIDE_BELOW];
		segments[i].above = known[i].low[SIDE_ABOVE];
	}
	return count - 1;
}
