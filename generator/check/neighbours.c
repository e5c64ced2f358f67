#include "generator/check/places.h"

#include <string.h>

static bool
is_bound(const struct checker *c, const char *name)
{
	for (const struct bound *b = c->scope->bound; b; b = b->outer)
		if (!strcmp(b->binding->name, name))
			return true;
	return false;
}

static bool
is_neighbor_name(const struct checker *c, const char *name)
{
	for (const struct neighbor *n = c->stencil->neighbors; n; n = n->next)
		if (!strcmp(n->name, name))
			return true;
	return find_predeclared(c, name);
}

/* Whether a name stands for nothing else where it is bound; an error if it does. */
static bool
may_be_bound(const struct checker *c, const struct binding *binding)
{
	const char *name = binding->name;

	if (is_bound(c, name)) {
		error_at(c->source, binding->span, "'%s' is bound already: use another name", name);
		return false;
	}
	if (!find_symbol(c, name)->name && !is_neighbor_name(c, name) && !is_relation_name(c, name)
			&& find_function(name) < 0 && strcmp(name, "self") != 0)
		return true;
	error_at(c->source, binding->span, "'%s' has a meaning already: a bound name needs one of its own", name);
	return false;
}

static void
know(const struct checker *c, struct binding *binding)
{
	struct bound *bound = arena_new(c->arena, struct bound);

	*bound = (struct bound){ binding, c->scope->bound };
	c->scope->bound = bound;
}

static bool
resolve_binding(const struct checker *c, struct binding *binding)
{
	const bool good = may_be_bound(c, binding);

	binding->chain = resolve_several(c, binding->steps, binding->steps_span, c->scope->own);
	return good && binding->chain;
}

bool
bind_name(const struct checker *c, struct binding *binding)
{
	if (!resolve_binding(c, binding))
		return false;
	know(c, binding);
	return true;
}

/* Whether the slots of two relations can be gone through side by side. */
static bool
go_together(const struct checker *c, const struct binding *first, const struct binding *b)
{
	const struct relation *r = chain_last(first->chain)->relation, *s = chain_last(b->chain)->relation;
	const int count = b->chain->count - 1;

	if (first->chain->count != b->chain->count || !chain_begins(b->chain, count, first->chain)) {
		error_at(c->source, b->steps_span,
			"%s and %s are not of one %s, so they cannot be stepped through together: nest two reductions",
			s->name, r->name, location_names[r->from]);
		return false;
	}
	if (r->degree.kind == s->degree.kind && r->degree.most == s->degree.most)
		return true;
	error_at(c->source, b->steps_span, "%s and %s cannot be stepped through together: nest two reductions",
		degree_of_relation(c, r),
		degree_of_relation(c, s));
	return false;
}

static bool
bind_all(const struct checker *c, struct binding *bindings)
{
	bool good = true;
	int count = 0;

	for (struct binding *b = bindings; b; b = b->next) {
		good = resolve_binding(c, b) && good;
		if (++count == MAX_BOUND + 1)
			error_at(c->source, b->span, "more than %d relations are stepped through together: nest reductions", MAX_BOUND);
	}
	good = good && count <= MAX_BOUND;
	for (struct binding *b = bindings->next; b && good; b = b->next)
		good = go_together(c, bindings, b);
	for (struct binding *b = bindings; b && good; b = b->next) {
		good = may_be_bound(c, b); /* not twice in one list */
		if (good)
			know(c, b);
	}
	return good;
}

static bool
name_reduction(const struct checker *c, struct expr *e)
{
	for (int r = REDUCTION_SUM; r < REDUCTIONS; r++)
		if (!strcmp(reduction_names[r], e->u.reduce.name)) {
			e->u.reduce.reduction = (enum reduction)r;
			return true;
		}
	report_unknown(c, e->at, "reduction", e->u.reduce.name, suggest(e->u.reduce.name,
		&reduction_names[REDUCTION_SUM], REDUCTIONS - REDUCTION_SUM), "use one of these");
	note_at(c->source, e->at, "there are sum, product, min and max");
	return false;
}

bool
bind_reduction(const struct checker *c, struct expr *e)
{
	const bool good = name_reduction(c, e);

	return bind_all(c, e->u.reduce.bindings) && good;
}

void
warn_unread(const struct checker *c, const struct binding *bindings)
{
	for (const struct binding *b = bindings; b; b = b->next)
		if (!b->used)
			warning_at(c->source, b->span, "'%s' is never read; did you mean count(%s)?", b->name,
				chain_last(b->chain)->relation->name);
}
