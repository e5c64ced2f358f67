#include "tests/random/evaluator/evaluator_program.h"

#include <stdlib.h>
#include <string.h>

/* Which elements of a mesh are updated: those with all neighbors of exact relations that their values are made of. */

static bool is_whole(struct program *p, const struct node *node, const int *at);

/* What is read at a place that is missing counts only if an exact relation lacks it. */
static bool
is_place_whole(struct program *p, const struct node *node, const int *at)
{
	bool broken = false;
	const struct bound to = follow_path(p, &node->path, at, &broken);
	const struct name *name = node->name;
	const bool slots = name && *name->slots;

	if (to.element < 0 || !name || name->role != 't' || !name->whole || !name->location)
		return !broken;
	return name->whole[slots ? (size_t)to.owner*(size_t)slots_of_name(p, name) + (size_t)to.slot
		: (size_t)to.element];
}

/* An exact relation has all of its neighbors; others count where they exist. */
static bool
are_terms_whole(struct program *p, const struct node *node, const int *at)
{
	const struct bound *outer = p->bound;
	bool whole = true;

	for (int i = 0; i < node->bound_count; i++) {
		bool broken = false;

		if (follow_path(p, &node->bound[i].path, at, &broken).element < 0)
			return !broken;
	}
	for (int slot = 0; whole && slot < most_slots(p, node, at); slot++) {
		struct bound bound[MOST_BOUND];

		if (bind_neighbors(p, node, at, slot, bound)) {
			p->bound = &bound[node->bound_count - 1];
			whole = is_whole(p, node->part[0], at);
			p->bound = outer;
			continue;
		}
		whole = !is_exact(p, node, at);
	}
	return whole;
}

static bool
is_count_whole(struct program *p, const struct node *node, const int *at)
{
	bool broken = false, whole = true;
	const struct bound to = follow_path(p, &node->path, at, &broken);
	const struct way *way = find_way(p, to.location, node->path.steps[node->path.count - 1].relation);

	if (to.element < 0 || !way || !way->exact)
		return !broken;
	for (int slot = 0; slot < slots_of(p, way); slot++)
		whole &= neighbor_of(p, way, to.element, slot) >= 0;
	return whole;
}

static bool
is_whole(struct program *p, const struct node *node, const int *at)
{
	if (node->form == F_NEIGHBORS)
		return are_terms_whole(p, node, at);
	if (node->form == F_COUNT)
		return is_count_whole(p, node, at);
	if (node->form == F_REDUCTION)
		return true;
	if (node->form == F_NAME && !is_place_whole(p, node, at))
		return false;
	for (int i = 0; i < node->parts; i++)
		if (!is_whole(p, node->part[i], at))
			return false;
	return true;
}

/* All that a statement assigns lacks something. */
static bool
spoil(struct program *p, const struct statement *s, size_t at)
{
	bool changed = false;

	if (*s->target) {
		const struct name *name = find_name(p, s->target);
		bool *whole = name->role == 't' ? name->whole : p->inside[index_of_location(s->location)];

		if (name->role != 't' && (!s->location || name->shape == 's'))
			return false;
		changed = whole[at];
		whole[at] = false;
		return changed;
	}
	for (const struct statement *t = s->yes; t; t = t->next)
		changed |= spoil(p, t, at);
	for (const struct statement *t = s->no; t; t = t->next)
		changed |= spoil(p, t, at);
	return changed;
}

static bool
restrict_by(struct program *p, const struct statement *s, const int *place, size_t at)
{
	bool changed = s->value && is_in_rows(p, s, place[0]) && !is_whole(p, s->value, place) && spoil(p, s, at);

	for (const struct statement *t = s->yes; t; t = t->next)
		changed |= restrict_by(p, t, place, at);
	for (const struct statement *t = s->no; t; t = t->next)
		changed |= restrict_by(p, t, place, at);
	return changed;
}

/* A reduction over the mesh is over elements that have what it reads. */
static void
restrict_by_reductions(struct program *p, const struct node *node)
{
	for (int i = 0; i < node->parts; i++)
		restrict_by_reductions(p, node->part[i]);
	if (node->form != F_REDUCTION)
		return;
	p->here = node->over;
	for (int e = 0; e < p->count[index_of_location(node->over)]; e++)
		if (!is_whole(p, node->part[0], (int[]){ e, 0, 0 }))
			p->inside[index_of_location(node->over)][e] = false;
}

static void
restrict_by_statement(struct program *p, struct statement *s)
{
	const struct way *way = way_of_slots(p, s);
	const int slots = way ? slots_of(p, way) : 1;

	for (int i = 0; i < p->name_count; i++) {
		struct name *name = &p->names[i];
		const size_t count = (size_t)elements_of(p, name);
		bool *before = name->whole;

		if (name->role != 't' || !assigns(s, name->text))
			continue;
		name->whole = malloc(count + 1);
		for (size_t e = 0; e < count; e++)
			name->whole[e] = !before || !name->keeps || before[e];
		free(before);
	}
	p->here = s->location;
	for (int e = 0; s->location && e < p->count[index_of_location(s->location)]; e++)
		for (int slot = 0; slot < slots; slot++) {
			const int at[AXES_3] = { e, slot, 0 };
			struct bound own;

			if (way) {
				own = bind_slot(p, s, e, slot);
				p->bound = &own;
				if (own.element < 0)
					continue;
			}
			while (restrict_by(p, s, at, (size_t)e*(size_t)slots + (size_t)slot))
				;
		}
	p->bound = NULL;
	if (s->value)
		restrict_by_reductions(p, s->value);
}

/* The row that a word means; 0: inner elements. */
static int
row_of(struct program *p, const char *word)
{
	const struct name *name = find_name(p, word);

	return !strcmp(word, "inner") ? 0 : name ? (int)name->number : atoi(word);
}

bool
is_in_rows(struct program *p, const struct statement *s, int element)
{
	const int *rows = s->location ? p->given->rows[index_of_location(s->location)] : NULL;
	const int row = rows ? rows[element] : 0;
	int first, last;

	if (!*s->rows[0] || !s->location)
		return true;
	first = row_of(p, s->rows[0]);
	last = row_of(p, s->rows[1]);
	return row > 0 ? first && row >= first && (!last || row <= last) : !last;
}

static bool
is_in_zones(const struct program *p, int l, int element)
{
	const int row = p->given->rows[l] ? p->given->rows[l][element] : 0;

	if (!p->zones[0])
		return true;
	return row > 0 ? row >= p->zones[0] && (p->zones[1] < 0 || row <= p->zones[1]) : p->zones[1] < 0;
}

bool
find_elements(struct program *p)
{
	bool all = true, needed[LOCATIONS_3] = { false };

	for (int l = 0; l < LOCATIONS_3; l++) {
		p->inside[l] = malloc((size_t)p->count[l] + 1);
		for (int e = 0; e < p->count[l]; e++)
			p->inside[l][e] = is_in_zones(p, l, e);
	}
	for (struct statement *s = p->statements; s; s = s->next) {
		struct statement *next = s->next;
		struct reach ignored = { .any = { false } };

		s->next = NULL;
		type_statement(p, s, &ignored);
		restrict_by_statement(p, s);
		for (int i = 0; i < p->name_count; i++) {
			if (p->names[i].role == 't' && assigns(s, p->names[i].text))
				p->names[i].kind = p->names[i].new_kind;
			else if (assigns(s, p->names[i].text) && p->names[i].shape != 's')
				needed[index_of_location(s->location)] = true;
		}
		s->next = next;
	}
	for (int l = 0; l < LOCATIONS_3; l++)
		all &= !needed[l] || (p->count[l] && memchr(p->inside[l], true, (size_t)p->count[l]*sizeof(bool)));
	return all;
}
