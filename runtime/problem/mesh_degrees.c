#include "runtime/problem/mesh_degrees.h"

/* Whether threads that load all slots of an element, with or without a neighbor, load little in vain. */
static bool
is_full(const struct mesh_problem *p, const struct relation *relation)
{
	enum { FEW_SLOTS = 12 };
	const struct mesh_table *table = &p->tables[relation->index];
	const size_t entries = (size_t)p->mesh->count[relation->from]*(size_t)table->slots;
	size_t neighbors = 0;

	for (size_t i = 0; i < entries; i++)
		neighbors += table->at[i] >= 0;
	return table->slots <= FEW_SLOTS && 2*neighbors >= entries;
}

const struct known_degrees *
mesh_degrees(struct arena *arena, const struct mesh_problem *p, bool asked)
{
	struct known_degrees *degrees = arena_new(arena, struct known_degrees);
	struct known_degree *items;
	int count = 0;

	for (const struct relation *r = p->stencil->relations; r; r = r->next)
		count++;
	degrees->items = items = arena_array(arena, struct known_degree, count + 1);
	for (const struct relation *r = p->stencil->relations; r; r = r->next) {
		const int slots = p->tables[r->index].slots;

		if (r->degree.kind != DEGREE_ANY || !p->tables[r->index].at)
			continue;
		if (slots < 1 || slots > MAX_DEGREE || (!asked && !is_full(p, r)))
			return NULL;
		items[degrees->count++] = (struct known_degree){ r->from, r->name, slots };
	}
	return degrees->count ? degrees : NULL;
}

const struct unit *
mesh_unit_with_slots(struct arena *arena, const char *directory, const struct unit *unit, const struct mesh_problem *p, enum type precision,
	bool asked)
{
	const struct known_degrees *degrees = mesh_degrees(arena, p, asked);

	return degrees ? compile_with_degrees(arena, directory, unit, p->stencil, precision, degrees) : NULL;
}
