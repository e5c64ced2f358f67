#include "generator/plan/hoisted.h"
#include "generator/base/list.h"
#include "generator/language/grid_kind.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From where on an expression differs: from point to point; between calls of a kernel; never. */
enum made_of { OF_NUMBERS, OF_ARGUMENTS, OF_POINTS };

struct finder {
	struct arena *arena;
	const struct plan *plan;
	struct hoists *hoists;
	struct hoisted **last;
	const struct stmt *stmt;
	int room;
};

static bool
is_leaf(const struct expr *e)
{
	return !expr_operand(e, 0);
}

/* Whatever assigns a scalar that it reads has it as one that it does not only read. */
static enum made_of
made_of_leaf(const struct hoists *hoists, const struct expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		return OF_NUMBERS;
	case EXPR_PARAM:
		return OF_ARGUMENTS;
	case EXPR_TEMP:
		return e->u.read.temp->uniform || hoists->temps[e->u.read.temp->index] ? OF_ARGUMENTS : OF_POINTS;
	case EXPR_FIELD:
		return e->u.read.field->shape == SHAPE_SCALAR && e->u.read.field->role == ROLE_IN && !e->u.read.field->local
			? OF_ARGUMENTS : OF_POINTS;
	case EXPR_UNARY:
	case EXPR_BINARY:
	case EXPR_SELECT:
	case EXPR_CALL:
		return OF_NUMBERS; /* and what their operands are made of */
	case EXPR_ERROR:
	case EXPR_LEVEL:
	case EXPR_LEVELS:
	case EXPR_SIDE:
	case EXPR_NAME:
	case EXPR_REDUCE:
	case EXPR_EXISTS:
	case EXPR_COUNT:
		break;
	}
	return OF_POINTS;
}

/* Whether two nodes differ in nothing but their operands. */
static bool
are_alike(const struct expr *a, const struct expr *b)
{
	if (a->kind != b->kind || a->type != b->type || a->wraps != b->wraps)
		return false;
	switch (a->kind) {
	case EXPR_NUMBER: return !strcmp(a->u.number.text, b->u.number.text);
	case EXPR_PARAM:  return a->u.param == b->u.param;
	case EXPR_TEMP:   return a->u.read.temp == b->u.read.temp;
	case EXPR_FIELD:  return a->u.read.field == b->u.read.field;
	case EXPR_UNARY:  return a->u.unary.op == b->u.unary.op;
	case EXPR_BINARY: return a->u.binary.op == b->u.binary.op;
	case EXPR_CALL:   return a->u.call.function == b->u.call.function;
	case EXPR_SELECT: return true;
	default:          return false;
	}
}

static bool
are_equal(const struct expr *a, const struct expr *b)
{
	const struct expr *operand;

	if (!are_alike(a, b))
		return false;
	for (int n = 0; (operand = expr_operand(a, n)); n++)
		if (!are_equal(operand, expr_operand(b, n)))
			return false;
	return true;
}

static struct hoisted *
add_value(struct finder *f, const struct temp *temp, const struct expr *value)
{
	struct hoisted *hoisted = arena_new(f->arena, struct hoisted);

	*hoisted = (struct hoisted){ .temp = temp, .value = value, .stmt = f->stmt };
	f->hoists->count++;
	*f->last = hoisted;
	f->last = &hoisted->next;
	return hoisted;
}

/* A name for a param with a sign would help nobody. */
static bool
is_worth_a_name(const struct expr *e)
{
	return !is_leaf(e) && !(e->kind == EXPR_UNARY && is_leaf(e->u.unary.operand));
}

static void
add_part(struct finder *f, const struct expr *e)
{
	struct hoists *hoists = f->hoists;
	const struct hoisted *value = hoists->first;

	if (!is_worth_a_name(e))
		return;
	while (value && ((value->temp && value->temp->type != e->type) || !are_equal(value->value, e)))
		value = value->next;
	if (!value)
		value = add_value(f, NULL, e);
	hoists->parts = list_grow(f->arena, hoists->parts, sizeof *hoists->parts, hoists->part_count, &f->room);
	hoists->parts[hoists->part_count++] = (struct hoisted_part){ e, value };
}

/* What an expression is made of; of one that differs from point to point, adds the largest parts that do not. */
static enum made_of
find_parts(struct finder *f, const struct expr *e)
{
	enum { MOST_OPERANDS = 3 };
	enum made_of all = made_of_leaf(f->hoists, e), of[MOST_OPERANDS];
	const struct expr *operand;

	for (int n = 0; (operand = expr_operand(e, n)); n++) {
		of[n] = find_parts(f, operand);
		all = of[n] > all ? of[n] : all;
	}
	for (int n = 0; all == OF_POINTS && (operand = expr_operand(e, n)); n++)
		if (of[n] == OF_ARGUMENTS) /* of a level by value, the level alone: the rest is one helper */
			add_part(f, n == 0 && e->kind == EXPR_CALL && is_clamped_level(e) ? expr_operand(operand, 0) : operand);
	return all;
}

static void
find_in_expr(struct finder *f, const struct expr *e)
{
	if (find_parts(f, e) == OF_ARGUMENTS)
		add_part(f, e);
}

static enum made_of
made_of_all(const struct hoists *hoists, const struct expr *e)
{
	enum made_of all = made_of_leaf(hoists, e);
	const struct expr *operand;

	for (int n = 0; all != OF_POINTS && (operand = expr_operand(e, n)); n++) {
		const enum made_of of = made_of_all(hoists, operand);

		all = of > all ? of : all;
	}
	return all;
}

/* Where points have no offsets, all temporaries of this kind are the launcher's. */
static bool
is_hoisted(const struct finder *f, const struct stmt *assign)
{
	const struct temp *temp = assign->u.assign.temp;

	return temp && f->plan->stencil->kind->has_domain && temp->shape == SHAPE_POINT && temp->stmt == assign
		&& !assign->u.assign.reduction && !temp_is_updated(f->plan->stencil, temp)
		&& made_of_all(f->hoists, assign->u.assign.value) != OF_POINTS;
}

static void
find_in_statement(struct finder *f, const struct instance *instance, const struct stmt *stmt)
{
	if (stmt->kind == STMT_ASSIGN) {
		if (!plan_assigns(instance, stmt))
			return;
		if (!is_hoisted(f, stmt))
			find_in_expr(f, stmt->u.assign.value);
		else if (!f->hoists->temps[stmt->u.assign.temp->index])
			f->hoists->temps[stmt->u.assign.temp->index] = add_value(f, stmt->u.assign.temp, stmt->u.assign.value);
		return;
	}
	if (!plan_assigns_in(instance, stmt))
		return;
	find_in_expr(f, stmt->u.branch.condition);
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next)
			find_in_statement(f, instance, s);
}

static int
compare_parts(const void *first, const void *second)
{
	const uintptr_t a = (uintptr_t)((const struct hoisted_part *)first)->e, b = (uintptr_t)((const struct hoisted_part *)second)->e;

	return a < b ? -1 : a > b;
}

struct hoists *
hoists_find(struct arena *arena, const struct plan *plan)
{
	struct hoists *hoists = arena_new(arena, struct hoists);
	struct finder f = { .arena = arena, .plan = plan, .hoists = hoists, .last = &hoists->first };

	hoists->temps = arena_array(arena, struct hoisted *, plan->stencil->temp_count + 1);
	for (const struct instance *i = plan->instances; i; i = i->next) {
		f.stmt = i->stmt;
		if (!i->carried)
			find_in_statement(&f, i, i->stmt);
	}
	if (hoists->part_count)
		qsort(hoists->parts, (size_t)hoists->part_count, sizeof *hoists->parts, compare_parts);
	return hoists;
}

const struct hoisted *
hoisted_of(const struct hoists *hoists, const struct expr *e)
{
	const struct hoisted_part key = { e, NULL }, *found;

	if (e->kind == EXPR_TEMP)
		return hoists->temps[e->u.read.temp->index];
	if (is_leaf(e) || !hoists->part_count)
		return NULL;
	found = bsearch(&key, hoists->parts, (size_t)hoists->part_count, sizeof key, compare_parts);
	return found ? found->value : NULL;
}
