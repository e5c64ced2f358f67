#include "generator/check/places.h"

/* Inside an if a version may keep what was before, so all lies where the outputs do. */
static void
check_inside_if(const struct checker *c, const struct stmt *stmt, enum location location)
{
	if (c->statement->kind == STMT_ASSIGN)
		return;
	if (location != c->stencil->location || stmt->u.assign.slots || stmt->u.assign.stored)
		error_at(c->source, stmt->span, "inside an 'if' or a sweep, assigned names are on %s, as the outputs are",
			location_plurals[c->stencil->location]);
}

/* The relation over whose slots a target's name is bound; NULL after an error. */
static const struct relation *
bind_slots(const struct checker *c, struct binding *slots)
{
	if (!bind_name(c, slots))
		return NULL;
	if (!slots->chain->from && slots->chain->count == 1)
		return chain_last(slots->chain)->relation;
	error_at(c->source, slots->steps_span, "values for slots are on a relation of %s",
		a_location(c->scope->own));
	return NULL;
}

static bool
same_where(struct where a, struct where b)
{
	return a.location == b.location && a.relation == b.relation;
}

/* Where a temporary lies; the same in all its versions. */
static struct where
find_target(const struct checker *c, struct stmt *stmt, struct name_state *state)
{
	struct where where = { .location = c->stencil->location };

	if (stmt->u.assign.written.location)
		read_location(c, stmt->u.assign.written.location, stmt->u.assign.written.span, &where.location);
	if (where.location == LOCATIONS)
		where.location = c->stencil->location;
	check_inside_if(c, stmt, where.location);
	c->scope->own = where.location;
	if (stmt->u.assign.slots)
		where.relation = bind_slots(c, stmt->u.assign.slots);
	if (state->current && !same_where(state->where, where)) {
		error_at(c->source, stmt->u.assign.name_span, "'%s' has another location already: use another name",
			state->name);
		note_at(c->source, state->current->span, "assigned here");
	}
	return state->where = where;
}

struct where
begin_assign(const struct checker *c, struct stmt *stmt)
{
	const struct symbol *symbol = find_symbol(c, stmt->u.assign.name);

	if (symbol->temp)
		return find_target(c, stmt, symbol->temp);
	if (stmt->u.assign.written.location || stmt->u.assign.slots || stmt->u.assign.stored)
		error_at(c->source, stmt->span, "'%s' is declared with its location: write none here", stmt->u.assign.name);
	return (struct where){ .location = c->stencil->location };
}

void
end_assign(const struct checker *c)
{
	c->scope->own = c->stencil->location;
	c->scope->bound = NULL;
}
