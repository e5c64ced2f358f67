#include "tests/random/evaluator/evaluator_program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int
index_of_location(char location)
{
	return location == 'c' ? 0 : location == 'e' ? 1 : 2;
}

struct way *
find_way(const struct program *p, char from, const char *name)
{
	for (int i = 0; i < p->way_count; i++)
		if (p->ways[i].from == from && !strcmp(p->ways[i].name, name))
			return (struct way *)&p->ways[i];
	return NULL;
}

/* The relation of a piece; NULL: it is the element itself. */
static struct way *
way_of_piece(const struct program *p, const struct way *way, int piece)
{
	return way->pieces[piece].count ? find_way(p, way->from, way->pieces[piece].steps[0].relation) : NULL;
}

int
slots_of(const struct program *p, const struct way *way)
{
	int count = 0;

	if (way->most >= 0 && !way->piece_count)
		return way->most;
	for (int i = 0; i < way->piece_count; i++) {
		const struct way *piece = way_of_piece(p, way, i);

		count += piece ? slots_of(p, piece) : 1;
	}
	return way->piece_count ? count : way->slots;
}

int
neighbor_of(struct program *p, const struct way *way, int element, int slot)
{
	if (element < 0)
		return -1;
	if (!way->piece_count)
		return slot < way->slots ? way->table[(size_t)element*(size_t)way->slots + (size_t)slot] : -1;
	for (int i = 0; i < way->piece_count; i++) {
		const struct way *piece = way_of_piece(p, way, i);
		const int slots = piece ? slots_of(p, piece) : 1;

		if (slot < slots)
			return piece ? neighbor_of(p, piece, element, slot) : element;
		slot -= slots;
	}
	return -1;
}

/* Where a path leads to; its last step may be to all slots, and is not taken then: `relation` is what it goes over. Sets *broken if an exact
 * relation lacks a neighbor on the way. */
struct bound
follow_path(struct program *p, const struct path *path, const int *at, bool *broken)
{
	struct bound to = { .element = at[0], .owner = -1, .slot = -1, .location = p->here };
	const struct bound *from = p->bound;

	while (*path->from && from && strcmp(from->name, path->from))
		from = from->outer;
	if (*path->from && from) {
		to = *from;
		to.outer = NULL;
	}
	for (int i = 0; i < path->count && to.element >= 0; i++) {
		struct way *way = find_way(p, to.location, path->steps[i].relation);

		if (!way) {
			p->error = "a relation";
			return to;
		}
		to.relation = way->name;
		to.owner = to.element;
		to.slot = path->steps[i].slot;
		if (to.slot < 0)
			return to;
		to.element = neighbor_of(p, way, to.owner, to.slot);
		to.location = way->to;
		*broken |= to.element < 0 && way->exact;
	}
	return to;
}

static struct way *
way_of_binding(struct program *p, const struct binding *binding, const int *at, int *owner)
{
	bool broken = false;
	const struct bound to = follow_path(p, &binding->path, at, &broken);
	struct way *way = find_way(p, to.location, binding->path.steps[binding->path.count - 1].relation);

	*owner = to.element;
	if (!way)
		p->error = "a relation";
	return way;
}

int
most_slots(struct program *p, const struct node *node, const int *at)
{
	int most = 0, owner;

	for (int i = 0; i < node->bound_count; i++) {
		const struct way *way = way_of_binding(p, &node->bound[i], at, &owner);
		const int slots = way ? slots_of(p, way) : 0;

		most = slots > most ? slots : most;
	}
	return most;
}

bool
bind_neighbors(struct program *p, const struct node *node, const int *at, int slot, struct bound *bound)
{
	const struct bound *outer = p->bound;
	bool all = true;

	for (int i = 0; i < node->bound_count; i++) {
		int owner;
		struct way *way = way_of_binding(p, &node->bound[i], at, &owner);

		if (!way)
			return false;
		bound[i] = (struct bound){ .name = node->bound[i].name, .owner = owner, .slot = slot, .location = way->to,
			.relation = way->name, .element = slot < slots_of(p, way) ? neighbor_of(p, way, owner, slot) : -1,
			.outer = i ? &bound[i - 1] : outer };
		all &= bound[i].element >= 0;
	}
	return all;
}

bool
is_exact(struct program *p, const struct node *node, const int *at)
{
	int owner;
	const struct way *way = way_of_binding(p, &node->bound[0], at, &owner);

	return way && way->exact;
}

static struct value
start_value(const char *name, enum kind kind)
{
	struct value v = { .kind = K_DOUBLE };

	v.u.d = !strcmp(name, "sum") ? 0 : !strcmp(name, "product") ? 1 : !strcmp(name, "min") ? INFINITY : -INFINITY;
	return convert(v, kind);
}

struct value
combined(const char *name, struct value a, struct value b)
{
	if (!strcmp(name, "sum") || !strcmp(name, "product"))
		return calculate(*name == 's' ? '+' : '*', a, b);
	return (name[1] == 'i' ? holds("<", b, a) : holds("<", a, b)) ? b : a;
}

struct value
reduce_neighbors(struct program *p, const struct node *node, const int *at, enum kind kind, bool old)
{
	const struct bound *outer = p->bound;
	const bool exact = is_exact(p, node, at);
	const int slots = most_slots(p, node, at);
	struct value all = start_value(node->text, kind);

	for (int slot = 0; slot < slots; slot++) {
		struct bound bound[MOST_BOUND];
		const bool there = bind_neighbors(p, node, at, slot, bound);
		struct value one;

		if (!there) {
			note(p, C_MESH_EMPTY);
			continue;
		}
		if (outer)
			note(p, C_MESH_NESTED);
		p->bound = &bound[node->bound_count - 1];
		one = evaluate(p, node->part[0], at, kind, old);
		p->bound = outer;
		all = exact && slot == 0 ? one : combined(node->text, all, one);
	}
	return all;
}

int
slots_of_name(const struct program *p, const struct name *name)
{
	return *name->slots ? slots_of(p, find_way(p, name->location, name->slots)) : 1;
}

int
elements_of(const struct program *p, const struct name *name)
{
	return (name->location ? p->count[index_of_location(name->location)] : 1)*slots_of_name(p, name);
}

const struct way *
way_of_slots(const struct program *p, const struct statement *s)
{
	return *s->slots.name ? find_way(p, s->location, s->slots.path.steps[0].relation) : NULL;
}

struct bound
bind_slot(struct program *p, const struct statement *s, int element, int slot)
{
	const struct way *way = way_of_slots(p, s);

	return (struct bound){ .name = s->slots.name, .element = neighbor_of(p, way, element, slot), .owner = element, .slot = slot,
		.location = way->to, .relation = way->name };
}
