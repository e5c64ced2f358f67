#include "generator/split/split.h"

static struct expr *
new_expr(const struct clone *c, const struct expr *like, enum expr_kind kind, enum type type)
{
	struct expr *e = arena_new(c->split->arena, struct expr);

	e->kind = kind;
	e->type = type;
	e->span = like->span;
	e->at = like->at;
	e->depth = 1;
	return e;
}

static struct expr *
number(const struct clone *c, const struct expr *like, enum type type, const char *text)
{
	struct expr *e = new_expr(c, like, EXPR_NUMBER, type);

	e->u.number.text = text;
	return e;
}

/* Arrays have no bools: 0 stands for false. */
static struct expr *
as_bool(const struct clone *c, struct expr *e)
{
	struct expr *compared = new_expr(c, e, EXPR_BINARY, TYPE_BOOL);

	compared->depth = e->depth + 1;
	compared->u.binary.op = OP_NE;
	compared->u.binary.left = e;
	compared->u.binary.right = number(c, e, e->type, "0");
	return compared;
}

static struct expr *
as_real(const struct clone *c, struct expr *e, enum type type)
{
	struct expr *chosen = new_expr(c, e, EXPR_SELECT, type);

	chosen->depth = e->depth + 1;
	chosen->u.select.condition = e;
	chosen->u.select.yes = number(c, e, type, "1");
	chosen->u.select.no = number(c, e, type, "0");
	return chosen;
}

/* A temporary is what this kernel computes, or what an array holds. */
static struct expr *
clone_temp(const struct clone *c, const struct expr *e)
{
	const struct temp *temp = e->u.read.temp;
	const struct offset at = c->flat ? shape_offset(SHAPE_COLUMN, e->u.read.offset) : e->u.read.offset;
	struct expr *read;

	if (c->temps[temp->index]) {
		read = new_expr(c, e, EXPR_TEMP, e->type);
		read->u.read = e->u.read;
		read->u.read.temp = c->temps[temp->index];
		read->u.read.offset = at;
		return read;
	}
	read = new_expr(c, e, EXPR_FIELD, c->kept_fields[temp->index]->type);
	read->u.read = (struct reference){ .field = c->kept_fields[temp->index], .chain = e->u.read.chain };
	read->u.read.level = e->u.read.level ? clone_expr(c, e->u.read.level) : NULL;
	read->u.read.offset = shape_offset(read->u.read.field->shape, at);
	return temp->type == TYPE_BOOL ? as_bool(c, read) : read;
}

static struct expr *
clone_arguments(const struct clone *c, const struct expr *list)
{
	struct expr *first = NULL, **last = &first;

	for (; list; list = list->next) {
		*last = clone_expr(c, list);
		last = &(*last)->next;
	}
	return first;
}

struct expr *
clone_expr(const struct clone *c, const struct expr *e)
{
	struct expr *copy;

	if (e->kind == EXPR_TEMP)
		return clone_temp(c, e);
	copy = arena_new(c->split->arena, struct expr);
	*copy = *e;
	copy->next = NULL;
	if (e->kind == EXPR_FIELD) {
		copy->u.read.field = c->fields[e->u.read.field->index];
		copy->u.read.level = e->u.read.level ? clone_expr(c, e->u.read.level) : NULL;
	} else if (e->kind == EXPR_PARAM) {
		copy->u.param = c->params[e->u.param->index];
	} else if (e->kind == EXPR_UNARY) {
		copy->u.unary.operand = clone_expr(c, e->u.unary.operand);
	} else if (e->kind == EXPR_BINARY) {
		copy->u.binary.left = clone_expr(c, e->u.binary.left);
		copy->u.binary.right = clone_expr(c, e->u.binary.right);
	} else if (e->kind == EXPR_SELECT) {
		copy->u.select.condition = clone_expr(c, e->u.select.condition);
		copy->u.select.yes = clone_expr(c, e->u.select.yes);
		copy->u.select.no = clone_expr(c, e->u.select.no);
	} else if (e->kind == EXPR_CALL) {
		copy->u.call.arguments = clone_arguments(c, e->u.call.arguments);
	} else if (e->kind == EXPR_REDUCE) {
		copy->u.reduce.body = clone_expr(c, e->u.reduce.body);
	}
	return copy;
}

static bool
is_wanted(const struct clone *c, const struct stmt *s, bool fields)
{
	if (s->kind == STMT_ASSIGN)
		return s->u.assign.field ? fields : c->wanted[s->u.assign.temp->index];
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *t = stmt_nested(s, n); t; t = t->next)
			if (is_wanted(c, t, fields))
				return true;
	return false;
}

struct stmt *
clone_statement(const struct clone *c, const struct stmt *s, bool fields)
{
	struct stmt *copy = arena_new(c->split->arena, struct stmt);

	*copy = *s;
	copy->next = NULL;
	if (s->kind == STMT_ASSIGN) {
		copy->u.assign.value = clone_expr(c, s->u.assign.value);
		copy->u.assign.reduction = REDUCTION_NONE;
		copy->u.assign.field = s->u.assign.field ? c->fields[s->u.assign.field->index] : NULL;
		copy->u.assign.temp = s->u.assign.temp ? c->temps[s->u.assign.temp->index] : NULL;
		return copy;
	}
	if (s->kind == STMT_SWEEP) {
		copy->u.sweep.body = clone_list(c, s->u.sweep.body, fields);
		return copy;
	}
	copy->u.branch.condition = clone_expr(c, s->u.branch.condition);
	copy->u.branch.then = clone_list(c, s->u.branch.then, fields);
	copy->u.branch.otherwise = clone_list(c, s->u.branch.otherwise, fields);
	return copy;
}

struct stmt *
clone_list(const struct clone *c, const struct stmt *list, bool fields)
{
	struct stmt *first = NULL, **last = &first;

	for (; list; list = list->next)
		if (is_wanted(c, list, fields)) {
			*last = clone_statement(c, list, fields);
			last = &(*last)->next;
		}
	return first;
}

static struct stmt *
assignment(const struct clone *c, const char *name, struct span span, struct expr *value)
{
	struct stmt *s = arena_new(c->split->arena, struct stmt);

	s->kind = STMT_ASSIGN;
	s->span = span;
	s->depth = 1;
	s->u.assign.name = name;
	s->u.assign.name_span = span;
	s->u.assign.value = value;
	return s;
}

struct stmt *
clone_store(const struct clone *c, const struct temp *temp)
{
	struct field *field = c->kept_fields[temp->index];
	const struct expr read = {
		.kind = EXPR_TEMP, .type = temp->type, .span = temp->span, .at = temp->span, .depth = 1,
		.u.read.temp = temp,
	};
	struct expr *value = clone_temp(c, &read);
	struct stmt *s = assignment(c, field->name, temp->span,
		temp->type == TYPE_BOOL ? as_real(c, value, field->type) : value);

	s->u.assign.field = field;
	return s;
}

struct stmt *
clone_fetch(const struct clone *c, const struct temp *from, struct temp *to)
{
	const struct expr read = {
		.kind = EXPR_TEMP, .type = from->type, .span = from->span, .at = from->span, .depth = 1,
		.u.read.temp = from,
	};
	struct stmt *s = assignment(c, to->name, from->span, clone_temp(c, &read));

	s->u.assign.temp = to;
	to->stmt = s;
	return s;
}
