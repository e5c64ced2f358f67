#include "generator/plan/body.h"

int
variable_of(const struct body *b, const struct stmt *assign)
{
	return assign->u.assign.temp ? assign->u.assign.temp->index
		: b->p->stencil->temp_count + assign->u.assign.field->index;
}

const struct carried *
find_carried(const struct body *b, const struct temp *temp, const struct field *field)
{
	const struct carried *h = b->carried;

	while (h && (h->temp != temp || h->field != field))
		h = h->next;
	return h;
}

static void
unsupported(struct body *b, const char *why)
{
	if (!b->p->unsupported)
		b->p->unsupported = why;
}

int
levels_behind(const struct stmt *sweep, const struct expr *read)
{
	const bool up = sweep->u.sweep.order == SWEEP_UP;
	const bool own = sweep->kind == STMT_SWEEP && (read->kind == EXPR_TEMP ? read->u.read.temp->stmt == sweep
		: read->kind == EXPR_FIELD && assigns_field(sweep->u.sweep.body, read->u.read.field));
	const int z = own ? read->u.read.offset.z : 0;

	return own && (up ? z < 0 : z > 0) ? up ? -z : z : 0;
}

struct expr *
new_field_read(struct arena *arena, const struct field *field, struct offset at, struct span span)
{
	struct expr *e = arena_new(arena, struct expr);

	*e = (struct expr){ .kind = EXPR_FIELD, .type = field->type, .span = span, .at = span, .depth = 1 };
	e->u.read = (struct reference){ .field = field, .offset = at };
	return e;
}

struct expr *
new_temp_read(const struct body *b, const struct temp *temp, struct span span)
{
	struct expr *e = arena_new(b->p->arena, struct expr);

	*e = (struct expr){ .kind = EXPR_TEMP, .type = temp->type, .span = span, .at = span, .depth = 1 };
	e->u.read.temp = temp;
	return e;
}

static struct expr *
read_variable(const struct body *b, const struct field *variable, const struct expr *read)
{
	return new_field_read(b->p->arena, variable, (struct offset){ 0, 0, 0 }, read->span);
}

static struct expr *
body_field(struct body *b, const struct expr *e)
{
	const struct field *field = e->u.read.field;
	const struct carried *carried = find_carried(b, NULL, field);
	const int behind = levels_behind(b->stmt, e), z = e->u.read.offset.z;
	const struct temp *temp = b->current[b->p->stencil->temp_count + field->index];
	struct expr *read;

	if (behind)
		return read_variable(b, carried->variables[behind - 1], e);
	if (temp && !z && !e->u.read.chain)
		return new_temp_read(b, temp, e->span);
	if (field->assigned && (e->u.read.offset.x || e->u.read.offset.y))
		unsupported(b, "reads beside a column of what it assigns");
	read = new_field_read(b->p->arena, b->p->fields[field->index], e->u.read.offset, e->span);
	read->u.read.chain = e->u.read.chain;
	read->u.read.level = e->u.read.level ? body_expr(b, e->u.read.level) : NULL;
	return read;
}

/* Whether a level so far away is one of the domain, wherever the body is done. */
static bool
is_in_domain(const struct known *known, int z)
{
	return z == 0 || (z < 0 ? known->low[SIDE_BELOW] >= -z : known->low[SIDE_ABOVE] >= z);
}

static struct expr *
number(const struct body *b, enum type type, const char *text, struct span span)
{
	struct expr *e = arena_new(b->p->arena, struct expr);

	*e = (struct expr){ .kind = EXPR_NUMBER, .type = type, .span = span, .at = span, .depth = 1 };
	e->u.number.text = text;
	return e;
}

static struct expr *
binary(const struct body *b, enum op op, struct expr *left, struct expr *right, enum type type)
{
	struct expr *e = arena_new(b->p->arena, struct expr);

	*e = (struct expr){ .kind = EXPR_BINARY, .type = type, .span = left->span, .at = left->at, .depth = left->depth + 1 };
	e->u.binary.op = op;
	e->u.binary.left = left;
	e->u.binary.right = right;
	return e;
}

/* Arrays have no bools: 0 stands for false. */
struct expr *
kept_read(const struct body *b, const struct temp *temp, struct offset at, struct span span)
{
	struct expr *read = new_field_read(b->p->arena, b->p->kept[temp->index], at, span);

	return temp->type != TYPE_BOOL ? read : binary(b, OP_NE, read, number(b, read->type, "0", span), TYPE_BOOL);
}

struct expr *
kept_value(const struct body *b, const struct temp *temp, struct span span)
{
	struct expr *read = new_temp_read(b, temp, span), *chosen;
	const enum type type = b->p->bool_type;

	if (temp->type != TYPE_BOOL)
		return read;
	chosen = arena_new(b->p->arena, struct expr);
	*chosen = (struct expr){ .kind = EXPR_SELECT, .type = type, .span = span, .at = span, .depth = 2 };
	chosen->u.select.condition = read;
	chosen->u.select.yes = number(b, type, "1", span);
	chosen->u.select.no = number(b, type, "0", span);
	return chosen;
}

/* In a wider type, which a product with 1 of that type has. */
static struct expr *
widened(const struct body *b, struct expr *e, enum type type)
{
	return e->type == type ? e : binary(b, OP_MUL, e, number(b, type, "1", e->span), type);
}

/* A version that another statement made; ahead of a sweep, the one before its own. */
static struct expr *
read_kept(struct body *b, const struct temp *temp, struct offset at, struct span span)
{
	if (at.x || at.y)
		unsupported(b, "reads beside a column of what is kept");
	else if (!temp->level_bound && b->known && !is_in_domain(b->known, at.z))
		unsupported(b, "temporaries that are needed beyond the levels of the domain");
	return kept_read(b, temp, at, span);
}

/* A temporary that gather.h computes at its place. */
static struct expr *
read_on_the_fly(const struct body *b, const struct expr *e, const struct temp *temp)
{
	struct expr *read = new_temp_read(b, temp, e->span);

	read->u.read.offset = e->u.read.offset;
	read->u.read.chain = e->u.read.chain;
	return widened(b, read, e->type);
}

static struct expr *
body_temp(struct body *b, const struct expr *e)
{
	const struct temp *temp = e->u.read.temp;
	const struct offset at = e->u.read.offset;
	const int behind = levels_behind(b->stmt, e);
	const struct temp *before = temp->stmt == b->stmt ? temp->prior : temp;

	if (temp->uniform)
		return body_expr(b, temp->stmt->u.assign.value);
	if (temp->shape == SHAPE_COLUMN) {
		if (at.x || at.y)
			unsupported(b, "reads of a column variable beside its column");
		return read_variable(b, b->p->variables[temp->index], e);
	}
	if (temp->scalar)
		unsupported(b, "scalars beside sweeps");
	else if (behind)
		return read_variable(b, find_carried(b, temp, NULL)->variables[behind - 1], e);
	else if (temp->stmt == b->stmt && b->current[temp->index] && !at.z)
		return new_temp_read(b, b->current[temp->index], e->span);
	else if (before && is_on_the_fly(b->p, before))
		return read_on_the_fly(b, e, before);
	else
		return widened(b, read_kept(b, before, at, e->span), temp->type);
	return read_variable(b, b->p->frame->fields, e);
}

/* A choice that comes out the same on all levels, or one operand of && and || that does. */
static const struct expr *
folded(const struct body *b, const struct expr *e)
{
	enum truth truth;

	if (!b->known)
		return e;
	if (e->kind == EXPR_SELECT) {
		const struct expr *chosen;

		truth = truth_of(e->u.select.condition, b->known);
		chosen = truth == ALWAYS ? e->u.select.yes : e->u.select.no;
		return truth != UNSURE ? folded(b, chosen) : e;
	}
	if (e->kind == EXPR_BINARY && (e->u.binary.op == OP_AND || e->u.binary.op == OP_OR)) {
		truth = e->u.binary.op == OP_AND ? ALWAYS : NEVER;
		if (truth_of(e->u.binary.left, b->known) == truth)
			return folded(b, e->u.binary.right);
		if (truth_of(e->u.binary.right, b->known) == truth)
			return folded(b, e->u.binary.left);
	}
	return e;
}

static struct expr *
copy_arguments(struct body *b, const struct expr *list)
{
	struct expr *first = NULL, **last = &first;

	for (; list; list = list->next) {
		*last = body_expr(b, list);
		last = &(*last)->next;
	}
	return first;
}

/* A condition that comes out the same on all levels, as a value. */
static struct expr *
decided(const struct body *b, const struct expr *e, enum truth truth)
{
	return binary(b, truth == ALWAYS ? OP_EQ : OP_NE, number(b, TYPE_INT, "0", e->span), number(b, TYPE_INT, "0", e->span), TYPE_BOOL);
}

struct expr *
body_expr(struct body *b, const struct expr *whole)
{
	const struct expr *e = folded(b, whole);
	const enum truth truth = b->known ? truth_of(e, b->known) : UNSURE;
	struct expr *copy;

	if (truth != UNSURE)
		return decided(b, e, truth);

	if (e->type != whole->type)
		return widened(b, body_expr(b, e), whole->type);
	if (e->kind == EXPR_FIELD)
		return body_field(b, e);
	if (e->kind == EXPR_TEMP)
		return body_temp(b, e);
	copy = arena_new(b->p->arena, struct expr);
	*copy = *e;
	copy->next = NULL;
	if (e->kind == EXPR_SIDE)
		unsupported(b, "distances as numbers in sweeps");
	if (e->kind == EXPR_PARAM) {
		copy->u.param = b->p->params[e->u.param->index];
	} else if (e->kind == EXPR_UNARY) {
		copy->u.unary.operand = body_expr(b, e->u.unary.operand);
	} else if (e->kind == EXPR_BINARY) {
		copy->u.binary.left = body_expr(b, e->u.binary.left);
		copy->u.binary.right = body_expr(b, e->u.binary.right);
	} else if (e->kind == EXPR_SELECT) {
		copy->u.select.condition = body_expr(b, e->u.select.condition);
		copy->u.select.yes = body_expr(b, e->u.select.yes);
		copy->u.select.no = body_expr(b, e->u.select.no);
	} else if (e->kind == EXPR_CALL) {
		copy->u.call.arguments = copy_arguments(b, e->u.call.arguments);
	} else if (e->kind == EXPR_REDUCE) {
		copy->u.reduce.body = body_expr(b, e->u.reduce.body);
	}
	return copy;
}
