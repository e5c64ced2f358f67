#include "generator/check/places.h"

/* "cells and edges" */
static const char *
locations_of_outputs(const struct checker *c)
{
	const char *text = "";
	int left = 0;

	for (int l = 0; l < LOCATIONS; l++)
		left += c->stencil->outputs_on[l];
	for (int l = 0; l < LOCATIONS; l++)
		if (c->stencil->outputs_on[l])
			text = arena_printf(c->arena, "%s%s%s", text, location_plurals[l], --left > 1 ? ", " : left ? " and " : "");
	return text;
}

/* What a block assigns first: a field, or a temporary with a location word or with a value already; NULL: neither. */
static const struct stmt *
find_located(const struct checker *c, const struct stmt *list, bool fields)
{
	const struct stmt *found = NULL;

	for (const struct stmt *s = list; s && !found; s = s->next) {
		const struct symbol *symbol = s->kind == STMT_ASSIGN ? find_symbol(c, s->u.assign.name) : NULL;

		if (symbol && (fields ? symbol->field && symbol->field->role != ROLE_IN
				: symbol->temp && (s->u.assign.written.location || symbol->temp->current)))
			found = s;
		for (int n = 0; n < MOST_NESTED && !found; n++)
			found = find_located(c, stmt_nested(s, n), fields);
	}
	return found;
}

/* All that a block assigns is on the location of its first output, else of its first temporary that has one. */
static enum location
location_of_block(const struct checker *c, const struct stmt *block)
{
	struct stmt own = *block;
	const struct stmt *first;
	const struct symbol *symbol;
	enum location location;

	if (block->written.location && read_location(c, block->written.location, block->written.span, &location))
		return location;
	own.next = NULL;
	first = find_located(c, &own, true);
	if (first)
		return find_symbol(c, first->u.assign.name)->field->where.location;
	first = find_located(c, &own, false);
	if (!first)
		return has_several_locations(c->stencil) ? LOCATIONS : c->stencil->location;
	symbol = find_symbol(c, first->u.assign.name);
	location = first->u.assign.written.location ? location_named(first->u.assign.written.location)
		: symbol->temp->where.location;
	return location == LOCATIONS ? c->stencil->location : location;
}

void
begin_block(const struct checker *c, const struct stmt *block)
{
	struct stmt own = *block;

	own.next = NULL;
	c->statement->half = c->scope->half = block->written.half || assigns_half(c, &own);
	if (!c->kind->has_relations)
		return;
	c->scope->block = location_of_block(c, block);
	if (c->scope->block == LOCATIONS) {
		error_at(c->source, block->span,
			"this %s assigns no output, and the outputs are on %s: assign one of its temporaries before "
			"it, as in '%s t = 0;'", block->kind == STMT_SWEEP ? "sweep" : "'if'", locations_of_outputs(c), location_names[c->stencil->location]);
		c->scope->block = c->stencil->location;
	}
	c->scope->own = c->scope->block;
}

/* Inside an if a version may keep what was before, so all is on one location. */
static void
check_inside_if(const struct checker *c, const struct stmt *stmt, enum location location)
{
	if (c->statement->kind == STMT_ASSIGN)
		return;
	if (location != c->scope->block || stmt->u.assign.slots || stmt->u.assign.stored)
		error_at(c->source, stmt->span, "inside this %s, assigned names are on %s%s",
			c->statement->kind == STMT_SWEEP ? "sweep" : "'if'", location_plurals[c->scope->block],
			has_several_locations(c->stencil) ? ": write another one for another location" : ", as the outputs are");
}

/* The relation over whose slots a target's name is bound; NULL after an error. */
static const struct relation *
bind_slots(const struct checker *c, struct binding *slots)
{
	if (!bind_name(c, slots))
		return NULL;
	if (!slots->chain->from && slots->chain->count == 1)
		return chain_last(slots->chain)->relation;
	error_at(c->source, slots->steps_span, "values for slots are on a relation of %s: bind the name to one, as in un[e in edges]",
		a_location(c->scope->own));
	return NULL;
}

static bool
same_where(struct where a, struct where b)
{
	return a.location == b.location && a.relation == b.relation && a.half == b.half;
}

/* Where a temporary without a word is: in a block, on its location; else where the outputs are. */
static enum location
usual_location(const struct checker *c, const struct stmt *stmt)
{
	const char *outputs, *name = stmt->u.assign.name;

	if (c->statement->kind != STMT_ASSIGN)
		return c->scope->block;
	if (has_several_locations(c->stencil)) {
		outputs = locations_of_outputs(c);
		error_at(c->source, stmt->u.assign.name_span, stmt->u.assign.column
			? "column variable '%s' has the location of the outputs, but these are on %s: write a temporary, %s %s = ...;"
			: "'%s' needs a location, because the outputs are on %s: write %s %s = ...;", name, outputs, location_names[c->stencil->location], name);
	}
	return c->stencil->location;
}

/* Where a temporary lies; the same in all its versions. */
static struct where
find_target(const struct checker *c, struct stmt *stmt, struct name_state *state)
{
	struct where where = { .location = LOCATIONS };
	const struct written_where *written = &stmt->u.assign.written;

	if (written->location && !read_location(c, written->location, written->span, &where.location))
		where.location = c->stencil->location;
	if (!written->location && !(c->statement->kind == STMT_ASSIGN && state->shape != SHAPE_COLUMN && seems_scalar(c, stmt->u.assign.value)))
		where.location = usual_location(c, stmt);
	where.half = state->shape != SHAPE_COLUMN && (written->half || (c->statement->kind != STMT_ASSIGN && c->scope->half));
	if (c->statement->kind == STMT_ASSIGN)
		c->statement->half = where.half;
	check_inside_if(c, stmt, where.location);
	c->scope->own = where.location == LOCATIONS ? c->stencil->location : where.location;
	if (stmt->u.assign.slots)
		where.relation = bind_slots(c, stmt->u.assign.slots);
	if (state->current && !state->current->scalar && where.location != LOCATIONS && !same_where(state->where, where)) {
		error_at(c->source, stmt->u.assign.name_span, state->where.half != where.half ? "'%s' has levels of another kind already: use another name"
			: "'%s' has another location already: use another name", state->name);
		note_at(c->source, state->current->span, "assigned here");
	}
	return state->where = where;
}

/* A field is assigned on its own location. */
static struct where
find_field_target(const struct checker *c, const struct stmt *stmt, const struct field *field)
{
	const struct where where = { .location = field && field->role != ROLE_IN && field->where.location != LOCATIONS
		? field->where.location : c->stencil->location, .half = field && field->where.half };

	if (c->kind->has_relations && field && field->role != ROLE_IN)
		check_inside_if(c, stmt, where.location);
	if (c->statement->kind == STMT_ASSIGN)
		c->statement->half = where.half;
	c->scope->own = where.location;
	return where;
}

struct where
begin_assign(const struct checker *c, struct stmt *stmt)
{
	const struct symbol *symbol = find_symbol(c, stmt->u.assign.name);
	const struct written_where *written = &stmt->u.assign.written;

	if (symbol->temp)
		return find_target(c, stmt, symbol->temp);
	if (written->half && !c->kind->has_relations)
		error_at(c->source, stmt->span, "'%s' is declared with its levels: leave 'half' out here", stmt->u.assign.name);
	else if (written->location || written->half || stmt->u.assign.slots || stmt->u.assign.stored)
		error_at(c->source, stmt->span, "'%s' is declared with its location: write none here", stmt->u.assign.name);
	return find_field_target(c, stmt, symbol->field);
}

void
end_assign(const struct checker *c)
{
	c->scope->own = c->scope->block;
	c->scope->bound = NULL;
}
