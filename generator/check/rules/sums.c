#include "generator/check/checker.h"

#include <string.h>

/*
 * A sum over the domain, or the least or greatest value there, becomes a statement of its own before the one
 * that it stands in: after
 *     a = sum(u*v)/sum(v*v);
 * has become
 *     a_sum = sum of u*v; a_sum2 = sum of v*v; a = a_sum/a_sum2;
 * nothing but those assignments has to know of sums.
 */

enum reduction
find_reduction(const struct checker *c, const struct expr *e)
{
	for (int i = REDUCTION_SUM; c->kind->has_sums && e->kind == EXPR_CALL && e->u.call.count == 1 && i <= REDUCTION_MAX; i++)
		if (!strcmp(e->u.call.name, reduction_names[i]))
			return (enum reduction)i;
	return REDUCTION_NONE;
}

/* Takes a sum's place: what is summed up is now the statement's value. */
static void
set_reduction(struct stmt *stmt, enum reduction reduction, const struct expr *sum)
{
	stmt->u.assign.reduction = reduction;
	stmt->u.assign.value = sum->u.call.arguments;
}

/* A name for the value of a sum: that of what it is made for, and the operation. */
static const char *
free_name(const struct checker *c, const char *name, const char *operation)
{
	const int length = MAX_NAME - 8; /* of the name, so that all of it fits */
	const char *text = arena_printf(c->arena, "%.*s_%s", length, name, operation);

	for (int n = 2; find_symbol(c, text)->name; n++)
		text = arena_printf(c->arena, "%.*s_%s%d", length, name, operation, n);
	return text;
}

/* A statement for a sum in the value of another statement; the sum becomes a read of what it makes. */
static struct stmt *
new_statement(struct checker *c, const struct stmt *around, struct expr *sum, enum reduction reduction)
{
	struct stmt *stmt = arena_new(c->arena, struct stmt);
	const char *name = free_name(c, around->u.assign.name, sum->u.call.name);

	*stmt = (struct stmt){ .kind = STMT_ASSIGN, .span = around->span, .depth = 1 };
	stmt->u.assign.name = name;
	stmt->u.assign.name_span = sum->span;
	stmt->u.assign.written = around->u.assign.written; /* the first word is that of the sum */
	set_reduction(stmt, reduction, sum);
	sum->kind = EXPR_NAME;
	sum->depth = 1;
	memset(&sum->u, 0, sizeof sum->u);
	sum->u.name.name = name;
	return stmt;
}

/* Puts statements for all sums below e before the one at *place. Returns false after too many names. */
static bool
take_sums(struct checker *c, struct stmt ***place, struct expr *e)
{
	struct stmt *around = **place, *stmt;
	const enum reduction reduction = find_reduction(c, e);

	for (int n = 0; expr_operand(e, n); n++)
		if (!take_sums(c, place, (struct expr *)expr_operand(e, n)))
			return false;
	if (!reduction)
		return true;
	around->u.assign.beside_sum = true;
	stmt = new_statement(c, around, e, reduction);
	place_sum(c, stmt);
	stmt->next = around;
	**place = stmt;
	*place = &stmt->next;
	return add_statement(c, stmt);
}

/* Whether what is assigned is the sum itself: a temporary is, a field may have another type. */
static bool
is_own(const struct checker *c, const struct stmt *stmt)
{
	return find_reduction(c, stmt->u.assign.value) && !find_symbol(c, stmt->u.assign.name)->field;
}

bool
check_sums(struct checker *c)
{
	for (struct stmt **place = &c->stencil->statements; *place; place = &(*place)->next) {
		struct stmt *stmt = *place;
		struct expr *value = stmt->kind == STMT_ASSIGN ? stmt->u.assign.value : NULL;

		if (value && is_own(c, stmt)) {
			set_reduction(stmt, find_reduction(c, value), value);
			value = stmt->u.assign.value;
			place_sum(c, stmt);
		}
		if (value && !take_sums(c, &place, value))
			return false;
		if (value && stmt->u.assign.beside_sum)
			stmt->u.assign.written = (struct written_where){ .location = NULL };
		place_names(c, stmt);
	}
	return true;
}

/* What differs from point to point in an expression, or NULL. */
static const struct expr *
find_varying(const struct expr *e)
{
	const struct expr *operand, *varying = NULL;

	if (e->kind == EXPR_FIELD)
		return e->u.read.field->shape == SHAPE_SCALAR ? NULL : e;
	if (e->kind == EXPR_TEMP)
		return e->u.read.temp->one_valued ? NULL : e;
	if (e->kind == EXPR_LEVEL || e->kind == EXPR_SIDE || e->kind == EXPR_ERROR || e->kind == EXPR_EXISTS
			|| e->kind == EXPR_COUNT)
		return e;
	for (int n = 0; !varying && (operand = expr_operand(e, n)); n++)
		varying = find_varying(operand);
	return varying;
}

static bool
is_scalar(const struct expr *e)
{
	return (e->kind == EXPR_FIELD && e->u.read.field->shape == SHAPE_SCALAR)
		|| (e->kind == EXPR_TEMP && e->u.read.temp->scalar);
}

static void
check_varying(const struct checker *c, const struct stmt *stmt, const struct expr *varying)
{
	const struct field *field = stmt->u.assign.field;

	if (!varying || varying->kind == EXPR_ERROR)
		return;
	if (stmt->u.assign.beside_sum)
		error_at(c->source, varying->span,
			"beside a sum only scalars, params and numbers can stand: assign the sum to a name of its own first");
	else if (field && field->shape == SHAPE_SCALAR)
		error_at(c->source, varying->span,
			"scalar '%s' has one value, but this differs from point to point: reduce it by sum, min or max",
			field->name);
}

static void
refuse_nested_scalars(const struct checker *c, const struct stmt *stmt)
{
	for (int n = 0; n < MOST_NESTED; n++)
		for (const struct stmt *s = stmt_nested(stmt, n); s; s = s->next) {
			if (s->kind == STMT_ASSIGN && s->u.assign.field && s->u.assign.field->shape == SHAPE_SCALAR)
				error_at(c->source, s->span, "scalar '%s' has one value: assign it outside of sweeps and ifs",
					s->u.assign.field->name);
			refuse_nested_scalars(c, s);
		}
}

void
check_scalars(const struct checker *c)
{
	const struct stmt *stmt = c->statement;
	struct temp *temp = stmt->kind == STMT_ASSIGN ? (struct temp *)stmt->u.assign.temp : NULL;
	const struct expr *varying;

	refuse_nested_scalars(c, stmt);
	if (stmt->kind != STMT_ASSIGN)
		return;
	varying = stmt->u.assign.reduction ? NULL : find_varying(stmt->u.assign.value);
	check_varying(c, stmt, varying);
	if (!temp || varying || stmt->u.assign.column)
		return;
	temp->one_valued = true;
	temp->scalar = stmt->u.assign.reduction || expr_any(stmt->u.assign.value, is_scalar);
}
