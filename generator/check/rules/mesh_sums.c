#include "generator/check/places.h"

/*
 * A sum over the domain is over one kind of levels, and on a mesh over one location: those of its first word, else of what it reads without
 * a place. They are found before names are resolved, for they say which elements the stencil updates.
 */

static bool
reads_scalar(const struct checker *c, const struct expr *e)
{
	const struct symbol *symbol = e->kind == EXPR_NAME ? find_symbol(c, e->u.name.name) : NULL;
	const struct expr *operand;

	if (symbol && symbol->field)
		return symbol->field->shape == SHAPE_SCALAR;
	if (symbol && symbol->temp)
		return !symbol->temp->differs && symbol->temp->scalar;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (reads_scalar(c, operand))
			return true;
	return false;
}

bool
seems_to_differ(const struct checker *c, const struct expr *e)
{
	const struct symbol *symbol = e->kind == EXPR_NAME ? find_symbol(c, e->u.name.name) : NULL;
	const struct expr *operand;

	if (symbol && symbol->field)
		return symbol->field->shape != SHAPE_SCALAR;
	if (symbol && symbol->temp)
		return symbol->temp->differs;
	if ((symbol && !symbol->param) || e->kind == EXPR_LEVEL || e->kind == EXPR_REDUCE || e->kind == EXPR_EXISTS || e->kind == EXPR_COUNT)
		return true;
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		if (seems_to_differ(c, operand))
			return true;
	return false;
}

bool
seems_scalar(const struct checker *c, const struct expr *e)
{
	return !seems_to_differ(c, e) && reads_scalar(c, e);
}

/* Where what a sum reads without a place is; it is on half levels if all of that is. */
struct found {
	enum location location;
	bool any_half, any_full;
};

static void
find_unplaced(const struct checker *c, const struct expr *e, struct found *found)
{
	const struct symbol *symbol = e->kind == EXPR_NAME && !e->u.name.shifted ? find_symbol(c, e->u.name.name) : NULL;
	const struct field *field = symbol ? symbol->field : NULL;
	const struct name_state *state = symbol ? symbol->temp : NULL;
	const struct where *where = field ? &field->where : state && state->differs ? &state->where : NULL;
	const struct expr *operand;

	if (where && !where->relation && (c->kind->has_relations ? where->location != LOCATIONS : !field || field->shape != SHAPE_PROFILE)) {
		const bool levels = field ? shapes[field->shape].axes[2] : state->shape != SHAPE_COLUMN;

		found->location = found->location == LOCATIONS ? where->location : found->location;
		found->any_half |= levels && where->half;
		found->any_full |= levels && !where->half;
	}
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		find_unplaced(c, operand, found);
}

static void
add_location(struct checker *c, enum location location, bool half)
{
	struct stencil *stencil = c->stencil;
	bool any = false;

	for (int l = 0; l < LOCATIONS; l++)
		any |= stencil->outputs_on[l];
	if (!any)
		c->scope->own = c->scope->block = stencil->location = location;
	stencil->outputs_on[location] = true;
	stencil->half_outputs |= half;
}

void
place_sum(struct checker *c, struct stmt *sum)
{
	struct written_where *written = &sum->u.assign.written;
	struct found found = { .location = LOCATIONS };

	if (!c->kind->has_relations) {
		find_unplaced(c, sum->u.assign.value, &found);
		written->half |= found.any_half && !found.any_full;
		c->stencil->half_outputs |= written->half;
		return;
	}
	if (sum->u.assign.stored || sum->u.assign.slots)
		error_at(c->source, sum->span, "a %s over the domain has one value: leave '%s' out",
			reduction_names[sum->u.assign.reduction], sum->u.assign.stored ? "stored" : "[NAME in ...]");
	find_unplaced(c, sum->u.assign.value, &found);
	if (!written->location && found.location == LOCATIONS) {
		error_at(c->source, sum->u.assign.value->span, "this %s reads nothing without a place, so its location is unknown: write that first,"
			" as in 'cell m = %s(...);'", reduction_names[sum->u.assign.reduction], reduction_names[sum->u.assign.reduction]);
		found.location = c->stencil->location;
	}
	if (!written->location) {
		written->location = location_names[found.location];
		written->span = sum->span;
		written->half |= found.any_half && !found.any_full;
	}
	if (read_location(c, written->location, written->span, &found.location))
		add_location(c, found.location, written->half);
}

static const struct field *
first_output(const struct checker *c, const struct stmt *list)
{
	const struct field *field = NULL;

	for (const struct stmt *s = list; s && !field; s = s->next) {
		if (s->kind == STMT_ASSIGN)
			field = find_symbol(c, s->u.assign.name)->field;
		for (int n = 0; n < MOST_NESTED && !field; n++)
			field = first_output(c, stmt_nested(s, n));
	}
	return field;
}

static void
place_list(const struct checker *c, const struct stmt *list, struct where where)
{
	for (const struct stmt *s = list; s; s = s->next) {
		struct name_state *state = s->kind == STMT_ASSIGN ? find_symbol(c, s->u.assign.name)->temp : NULL;
		const struct written_where *written = state ? &s->u.assign.written : NULL;

		for (int n = 0; n < MOST_NESTED; n++)
			place_list(c, stmt_nested(s, n), where);
		if (!state)
			continue;
		state->where = where;
		state->where.half |= written->half;
		if (written->location)
			state->where.location = location_named(written->location);
		state->differs = true;
	}
}

void
place_names(const struct checker *c, const struct stmt *stmt)
{
	struct stmt own = *stmt;
	struct where where = { .location = c->stencil->location, .half = stmt->written.half };
	struct name_state *state = stmt->kind == STMT_ASSIGN ? find_symbol(c, stmt->u.assign.name)->temp : NULL;
	const struct field *output;

	own.next = NULL;
	output = first_output(c, &own);
	where.half |= stmt->kind != STMT_ASSIGN && assigns_half(c, &own);
	if (stmt->written.location)
		where.location = location_named(stmt->written.location);
	else if (output && output->where.location != LOCATIONS)
		where.location = output->where.location;
	if (state && state->shape != SHAPE_COLUMN && (stmt->u.assign.reduction
			|| (!stmt->u.assign.written.location && !seems_to_differ(c, stmt->u.assign.value))))
		state->scalar = stmt->u.assign.reduction || reads_scalar(c, stmt->u.assign.value);
	else
		place_list(c, &own, where);
}
