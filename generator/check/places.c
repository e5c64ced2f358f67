#include "generator/check/places.h"

#include <stdlib.h>
#include <string.h>

void
check_half(const struct checker *c, struct field *f)
{
	f->where.half = f->written.half;
	c->stencil->half_outputs |= f->where.half && f->role != ROLE_IN;
	if (f->where.half && !shapes[f->shape].axes[2])
		error_at(c->source, f->written.span, "'%s' has no levels, so it has no half levels: leave 'half' out", f->name);
}

/* A chain under construction, and where it stands so far. */
struct walk {
	const struct checker *c;
	struct relation_chain *chain;
	struct span span;
	int *up; /* levels */
};

enum { MAX_STEPS = 64 };

static bool
add_height(struct walk *w, struct offset offset)
{
	*w->up += offset.z;
	if (abs(*w->up) <= MAX_OFFSET)
		return true;
	error_at(w->c->source, w->span, "offset of %d levels is out of range: write %d at most", *w->up,
		*w->up < 0 ? -MAX_OFFSET : MAX_OFFSET);
	return false;
}

static void
report_no_relation(const struct walk *w, const struct step_name *step)
{
	const struct checker *c = w->c;
	const enum location at = w->chain->location;
	const char **names = arena_array(c->arena, const char *, 2*MAX_NAMES), *meant;
	int count = 0;

	if (is_relation_name(c, step->name)) {
		report_missing_relation(c, step->span, at, step->name);
		return;
	}
	for (const struct relation *r = c->stencil->relations; r && count < MAX_NAMES; r = r->next)
		if (r->from == at)
			names[count++] = r->name;
	for (const struct neighbor *n = c->stencil->neighbors; n && count < 2*MAX_NAMES - 2; n = n->next)
		names[count++] = n->name;
	meant = suggest(step->name, names, count);
	report_unknown(c, step->span, "relation or element", step->name, meant,
		arena_printf(c->arena, "use one of %s, or declare it", spell_relations(c, at)));
}

static bool
add_step(struct walk *w, const struct step_name *step)
{
	const struct relation *relation = find_relation(w->c, w->chain->location, step->name);

	if (!relation) {
		report_no_relation(w, step);
		return false;
	}
	if (!has_slot(w->c, relation, step))
		return false;
	if (w->chain->count == MAX_STEPS) {
		error_at(w->c->source, w->span, "a path of more than %d relations: assign a temporary on the way, and read that",
			MAX_STEPS);
		return false;
	}
	w->chain->steps[w->chain->count++] = (struct chain_step){ relation, step->slot };
	w->chain->location = relation->to;
	return true;
}

/* A neighbor of the stencil's own, or above and below. */
static bool
add_neighbor(struct walk *w, const struct neighbor *neighbor)
{
	for (const struct step_name *step = neighbor->steps; step; step = step->next) {
		const struct neighbor *vertical = find_predeclared(w->c, step->name);

		if (vertical ? !add_height(w, vertical->offset) : !add_step(w, step))
			return false;
	}
	return add_height(w, neighbor->offset);
}

static struct binding *
find_bound(const struct checker *c, const char *name)
{
	for (const struct bound *b = c->scope->bound; b; b = b->outer)
		if (!strcmp(b->binding->name, name))
			return b->binding;
	return NULL;
}

static struct relation_chain *
walk(const struct checker *c, const struct step_name *steps, struct span span, enum location own, int *up)
{
	struct relation_chain *chain = arena_new(c->arena, struct relation_chain);
	struct walk w = { c, chain, span, up };
	struct binding *from = steps->slot == ALL_SLOTS ? find_bound(c, steps->name) : NULL;

	chain->steps = arena_array(c->arena, struct chain_step, MAX_STEPS);
	chain->location = own;
	if (from) {
		from->used = true;
		chain->from = from;
		chain->location = from->chain->location;
		steps = steps->next;
	}
	for (; steps; steps = steps->next) {
		const struct neighbor *neighbor = steps->slot == ALL_SLOTS ? find_neighbor(c, steps->name) : NULL;

		if (neighbor ? !add_neighbor(&w, neighbor) : !add_step(&w, steps))
			return NULL;
	}
	return chain;
}

/* Reports a step to several; those before `end` must not be. */
static bool
leads_to_one(const struct checker *c, const struct relation_chain *chain, struct span span, int end)
{
	for (int i = 0; i < end; i++) {
		const struct relation *relation = chain->steps[i].relation;

		if (chain->steps[i].slot != ALL_SLOTS)
			continue;
		if (i + 1 < chain->count)
			error_at(c->source, span, "a chain reaches %s more than once: choose one, %s[0], nest two sums, or name the "
				"distinct ones in a relation", location_plurals[chain->location], relation->name);
		else
			error_at(c->source, span, "%s leads to several: choose one, %s[0], or reduce all, as in sum(e in ...)",
				relation->name, relation->name);
		return false;
	}
	return true;
}

const struct relation_chain *
resolve_chain(const struct checker *c, const struct step_name *steps, struct span span, enum location own, int *up)
{
	const struct relation_chain *chain = walk(c, steps, span, own, up);

	return chain && leads_to_one(c, chain, span, chain->count) && must_exist(c, chain, span) ? chain : NULL;
}

const struct relation_chain *
resolve_several(const struct checker *c, const struct step_name *steps, struct span span, enum location own)
{
	int up = 0;
	struct relation_chain *chain = walk(c, steps, span, own, &up);

	if (!chain || !leads_to_one(c, chain, span, chain->count - 1))
		return NULL;
	if (up || !chain->count || chain_last(chain)->slot != ALL_SLOTS) {
		error_at(c->source, span, up ? "write levels where a value is read: z[e.above]"
			: "this is one element; a bound name iterates over a relation, as in e in edges");
		return NULL;
	}
	return must_exist(c, chain, span) ? chain : NULL;
}

const struct relation_chain *
resolve_tested(const struct checker *c, const struct step_name *steps, struct span span, enum location own)
{
	int up = 0;
	const struct relation_chain *chain = walk(c, steps, span, own, &up);

	return chain && leads_to_one(c, chain, span, chain->count) ? chain : NULL;
}
