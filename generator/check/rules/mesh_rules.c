#include "generator/check/places.h"

static void
check_where(const struct checker *c, struct field *f)
{
	const struct written_where *written = &f->written;
	enum location location;

	check_half(c, f);
	if (f->shape == SHAPE_PROFILE || f->shape == SHAPE_SCALAR) {
		if (written->location && f->shape == SHAPE_PROFILE)
			error_at(c->source, written->span, "a profile has one value per level and no location: leave the location out");
		return;
	}
	if (!written->location) {
		error_at(c->source, f->span, "%s has no location: declare it on cell, edge or vertex", f->name);
		return;
	}
	if (!read_location(c, written->location, written->span, &location))
		return;
	f->where.location = location;
	if (!written->relation)
		return;
	f->where.relation = find_relation(c, location, written->relation);
	if (!f->where.relation)
		report_missing_relation(c, written->relation_span, location, written->relation);
	else if (f->role != ROLE_IN)
		error_at(c->source, f->span, "'%s' is written, so its location is cell, edge or vertex", f->name);
}

/* The locations of outputs; with none, cells. */
static void
find_locations(struct stencil *stencil)
{
	bool any = false;

	stencil->location = CELL;
	for (const struct field *f = stencil->fields; f; f = f->next) {
		if (f->role == ROLE_IN || f->where.location == LOCATIONS)
			continue;
		if (!any)
			stencil->location = f->where.location;
		stencil->outputs_on[f->where.location] = any = true;
	}
}

static void
check_neighbor(const struct checker *c, const struct neighbor *n)
{
	if (n->offset.x || n->offset.y)
		error_at(c->source, n->span, "a mesh has no x and y: a neighbor is an element, [cells[1]], or levels away, "
			"[0,0,+1]");
	if (is_relation_name(c, n->name))
		error_at(c->source, n->span, "'%s' is the name of a relation: use another name", n->name);
}

static bool
refuse(const struct checker *c, struct span span, const char *what)
{
	error_at(c->source, span, "%s are for stencils on structured grids: leave them out", what);
	return false;
}

bool
check_on_mesh(struct checker *c)
{
	struct stencil *stencil = c->stencil;

	list_relations(c);
	for (struct field *f = stencil->fields; f; f = f->next) {
		check_where(c, f);
		if (f->probe)
			error_at(c->source, f->span, "probe field '%s': probes are for stencils on sparse grids only; leave 'probe' out",
				f->name);
	}
	find_locations(stencil);
	c->scope->own = c->scope->block = stencil->location;
	for (const struct neighbor *n = stencil->neighbors; n; n = n->next)
		check_neighbor(c, n);
	if (stencil->sweep)
		error_at(c->source, stencil->sweep_span, "'sweep up;' is for stencils on sparse grids only: here write sweep up { ... }");
	if (stencil->has_halo)
		error_at(c->source, stencil->halo_span, "a mesh has no halo: zones [FIRST, LAST] say which rows from its"
			" boundary are updated");
	if (stencil->boundaries)
		refuse(c, stencil->boundaries->span, "boundaries");
	lower_zones(c);
	return true;
}
