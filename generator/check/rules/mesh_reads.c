#include "generator/check/places.h"

static const char *
name_where(const struct checker *c, struct where where)
{
	return where.relation ? arena_printf(c->arena, "%s.%s", location_names[where.location], where.relation->name)
		: location_plurals[where.location];
}

/* The levels at which a name is written to be read: ".above", ".level[k]" or nothing. */
static const char *
written_levels(const struct checker *c, const struct expr *e)
{
	const struct expr *level = e->u.name.level;
	const char *text = "";

	for (const struct step_name *s = e->u.name.steps; s; s = s->next)
		text = arena_printf(c->arena, "%s.%s", text, s->name);
	if (level)
		text = arena_printf(c->arena, "%s.level[%s]", text, level->kind == EXPR_NUMBER ? level->u.number.text
			: level->kind == EXPR_NAME && !level->u.name.shifted ? level->u.name.name : "...");
	return text;
}

/* How to get from one location to another: by a bound name, ": theta[c]", else ": theta[cells[0]], or a sum",
 * or nothing. */
static const char *
suggest_place(const struct checker *c, const char *name, const char *levels, enum location from, enum location to)
{
	for (const struct bound *b = c->scope->bound; b; b = b->outer)
		if (b->binding->chain && b->binding->chain->location == to)
			return arena_printf(c->arena, ": %s[%s%s]", name, b->binding->name, levels);
	for (const struct relation *r = c->stencil->relations; r; r = r->next)
		if (r->from == from && r->to == to && r->degree.kind == DEGREE_EXACT)
			return arena_printf(c->arena, ": %s[%s[0]%s], or a sum", name, r->name, levels);
		else if (r->from == from && r->to == to)
			return arena_printf(c->arena, ": a sum over %s", r->name);
	return arena_printf(c->arena, ": choose a relation of %s that leads there", location_names[from]);
}

/* The relation of whose slots a place is one, or NULL. */
static const struct relation *
slot_of(const struct relation_chain *chain)
{
	const struct chain_step *last = chain_last(chain);

	if (!last && chain->from)
		last = chain_last(chain->from->chain);
	return last ? last->relation : NULL;
}

static bool
is_slot(const struct checker *c, const struct expr *e, const struct reading *reading, const struct relation_chain *chain)
{
	const struct relation *relation = chain ? slot_of(chain) : NULL;

	if (relation == reading->where.relation)
		return true;
	if (!relation)
		error_at(c->source, e->span, "%s needs a slot of %s: choose one, or go through all in a reduction",
			reading->name, name_where(c, reading->where));
	else
		error_at(c->source, e->span, "%s is on %s, but this is one of %s.%s: choose a slot of %s", reading->name,
			name_where(c, reading->where), location_names[relation->from], relation->name,
			name_where(c, reading->where));
	note_at(c->source, reading->declared, "'%s' declared here", reading->name);
	return false;
}

static bool
is_at_location(const struct checker *c, const struct expr *e, const struct reading *reading, const struct relation_chain *chain)
{
	const enum location at = chain ? chain->location : c->scope->own;

	if (at == reading->where.location)
		return true;
	error_at(c->source, e->span, "%s is on %s, but this is %s%s", reading->name, name_where(c, reading->where),
		a_location(at), chain || e->u.name.written ? ": name a relation that ends there"
		: suggest_place(c, reading->name, written_levels(c, e), at, reading->where.location));
	note_at(c->source, reading->declared, "'%s' declared here", reading->name);
	return false;
}

/* Whether the place, NULL for the own point, is one where what is read has values. */
static bool
lies_there(const struct checker *c, const struct expr *e, const struct reading *reading, const struct relation_chain *chain)
{
	if (reading->everywhere)
		return true;
	if (reading->where.location == LOCATIONS) {
		if (chain)
			error_at(c->source, e->u.name.offset_span,
				"'%s' has no neighbors: it is the same for all of a level; read it without one",
				reading->name);
		return !chain;
	}
	return reading->where.relation ? is_slot(c, e, reading, chain)
		: is_at_location(c, e, reading, chain);
}

static bool
is_vertical(const struct checker *c, const struct expr *e)
{
	const struct offset offset = e->u.name.offset;

	if (e->u.name.written != 2 && !offset.x && !offset.y)
		return true;
	error_at(c->source, e->u.name.offset_span, "a mesh has no x and y: neighbors are elements, %s[cells[0]], or levels, "
		"[0,0,+1]", e->u.name.name);
	return false;
}

bool
refer_on_mesh(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to)
{
	const struct relation_chain *chain;

	*to = (struct reference){ .offset = e->u.name.offset };
	if (!is_vertical(c, e))
		return false;
	if (e->u.name.steps) {
		chain = resolve_chain(c, e->u.name.steps, e->u.name.offset_span, c->scope->own, &to->offset.z);
		if (!chain)
			return false;
		to->chain = chain->from || chain->count ? chain : NULL;
	}
	return lies_there(c, e, reading, to->chain);
}
