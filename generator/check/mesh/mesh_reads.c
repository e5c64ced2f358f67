#include "generator/check/mesh/mesh_checker.h"

static const char *
name_where(const struct checker *c, struct where where)
{
	return where.relation ? arena_printf(c->arena, "%s.%s", location_names[where.location], where.relation->name)
		: location_plurals[where.location];
}

/* How to get from one location to another: by a bound name, ": theta[c]", else ": theta[cells[0]], or a sum",
 * or nothing. */
static const char *
suggest_place(const struct checker *c, const char *name, enum location from, enum location to)
{
	for (const struct bound *b = c->mesh->bound; b; b = b->outer)
		if (b->binding->place && b->binding->place->location == to)
			return arena_printf(c->arena, ": %s[%s]", name, b->binding->name);
	for (const struct relation *r = c->stencil->relations; r; r = r->next)
		if (r->from == from && r->to == to && r->degree.kind == DEGREE_EXACT)
			return arena_printf(c->arena, ": %s[%s[0]], or a sum", name, r->name);
		else if (r->from == from && r->to == to)
			return arena_printf(c->arena, ": a sum over %s", r->name);
	return "";
}

/* The relation of whose slots a place is one, or NULL. */
static const struct relation *
slot_of(const struct mesh_place *place)
{
	const struct place_step *last = place_last(place);

	if (!last && place->from)
		last = place_last(place->from->place);
	return last ? last->relation : NULL;
}

static bool
is_slot(const struct checker *c, const struct expr *e, const struct reading *reading, const struct mesh_place *place)
{
	const struct relation *relation = place ? slot_of(place) : NULL;

	if (relation == reading->where.relation)
		return true;
	if (!relation)
		error_at(c->source, e->span, "%s wants a slot of %s", reading->name, name_where(c, reading->where));
	else
		error_at(c->source, e->span, "%s lies on %s, this is one of %s.%s", reading->name,
			name_where(c, reading->where), location_names[relation->from], relation->name);
	note_at(c->source, reading->declared, "'%s' declared here", reading->name);
	return false;
}

static bool
is_at_location(const struct checker *c, const struct expr *e, const struct reading *reading, enum location at)
{
	if (at == reading->where.location)
		return true;
	error_at(c->source, e->span, "%s lies on %s, this is %s%s", reading->name, name_where(c, reading->where),
		a_location(at), e->u.name.shifted ? "" : suggest_place(c, reading->name, at, reading->where.location));
	note_at(c->source, reading->declared, "'%s' declared here", reading->name);
	return false;
}

/* Whether the place, NULL for the own point, is one where what is read has values. */
static bool
lies_there(const struct checker *c, const struct expr *e, const struct reading *reading, const struct mesh_place *place)
{
	if (reading->where.location == LOCATIONS) {
		if (place)
			error_at(c->source, e->u.name.offset_span, "'%s' has no neighbours: it is the same for all of a level",
				reading->name);
		return !place;
	}
	return reading->where.relation ? is_slot(c, e, reading, place)
		: is_at_location(c, e, reading, place ? place->location : c->mesh->own);
}

static bool
is_vertical(const struct checker *c, const struct expr *e)
{
	const struct offset offset = e->u.name.offset;

	if (e->u.name.written != 2 && !offset.x && !offset.y)
		return true;
	error_at(c->source, e->u.name.offset_span, "a mesh has no x and y: neighbours are places, %s[cells[0]], and levels"
		" [0,0,+1]", e->u.name.name);
	return false;
}

bool
refer_on_mesh(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to)
{
	const struct mesh_place *place;

	*to = (struct reference){ .offset = e->u.name.offset };
	if (!is_vertical(c, e))
		return false;
	if (e->u.name.steps) {
		place = resolve_place(c, e->u.name.steps, e->u.name.offset_span, c->mesh->own, &to->offset.z);
		if (!place)
			return false;
		to->chain = place->from || place->count ? place : NULL;
	}
	return lies_there(c, e, reading, to->chain);
}
