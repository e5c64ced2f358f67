#include "runtime/mesh/mesh_compose.h"

#include <string.h>

/* Elements of a location, each once. */
struct met {
	int *elements, count;
	int *stamps, stamp; /* by element: stamp of those that are there */
};

/* What is met on the ways of one element's pieces. */
struct walker {
	const struct mesh *mesh;
	const struct mesh_table *tables;
	struct met ways[LOCATIONS][2]; /* of a step and of the next, which may lead to the same location */
	struct met less, all;
	bool missing;
};

static struct met
met_new(struct arena *arena, int count)
{
	return (struct met){
		.elements = arena_array(arena, int, count + 1), .stamps = arena_array(arena, int, count + 1), .stamp = 1,
	};
}

static void
met_clear(struct met *met)
{
	met->count = 0;
	met->stamp++;
}

static bool
met_has(const struct met *met, int element)
{
	return met->stamps[element] == met->stamp;
}

static void
met_add(struct met *met, int element)
{
	if (met_has(met, element))
		return;
	met->stamps[element] = met->stamp;
	met->elements[met->count++] = element;
}

/* Adds the neighbours of an element that a step leads to. */
static void
take_step(struct walker *w, const struct chain_step *step, int element, struct met *to)
{
	const int first = step->slot == ALL_SLOTS ? 0 : step->slot;
	const int end = step->slot == ALL_SLOTS ? relation_slots(w->tables, step->relation) : step->slot + 1;

	for (int slot = first; slot < end; slot++) {
		const int next = neighbour_at(w->tables, step->relation, element, slot);

		if (next >= 0)
			met_add(to, next);
		else if (step->relation->degree.kind == DEGREE_EXACT || step->slot != ALL_SLOTS)
			w->missing = true;
	}
}

/* What is at the end of a way. */
static const struct met *
walk(struct walker *w, const struct relation *relation, const struct relation_piece *piece, int element)
{
	struct met *at = &w->ways[relation->from][0];

	met_clear(at);
	met_add(at, element);
	for (int i = 0; i < piece->chain->count; i++) {
		const struct chain_step *step = &piece->chain->steps[i];
		struct met *to = &w->ways[step->relation->to][(i + 1) % 2];

		met_clear(to);
		for (int n = 0; n < at->count; n++)
			take_step(w, step, at->elements[n], to);
		at = to;
	}
	return at;
}

/* All that the relation leads to from an element. */
static void
meet(struct walker *w, const struct relation *relation, int element)
{
	met_clear(&w->all);
	w->missing = false;
	for (const struct relation_piece *piece = relation->pieces; piece; piece = piece->next) {
		const struct met *met;

		met_clear(&w->less);
		for (const struct relation_piece *less = piece->less; less; less = less->next) {
			met = walk(w, relation, less, element);
			for (int n = 0; n < met->count; n++)
				met_add(&w->less, met->elements[n]);
		}
		met = walk(w, relation, piece, element);
		for (int n = 0; n < met->count; n++)
			if (!met_has(&w->less, met->elements[n]))
				met_add(&w->all, met->elements[n]);
	}
}

static void
check_count(const struct walker *w, const struct relation *relation, int element)
{
	const struct degree *degree = &relation->degree;
	const bool exact = degree->kind == DEGREE_EXACT;

	if (degree->kind == DEGREE_ANY || (w->all.count <= degree->most && (!exact || w->missing
			|| w->all.count == degree->most)))
		return;
	findings_add(w->mesh->findings, FINDING_DEGREE, "%s relation %s.%s[%s%d]: %s %d has %d", exact ? "exact" : "at-most",
		location_names[relation->from], relation->name, exact ? "" : "<=", degree->most,
		location_names[relation->from], w->mesh->base + element, w->all.count);
}

static struct walker
walker_new(struct arena *arena, const struct mesh *mesh, const struct relation *relation,
	const struct mesh_table *tables)
{
	struct walker w = { .mesh = mesh, .tables = tables };

	for (int l = 0; l < LOCATIONS; l++)
		for (int i = 0; i < 2; i++)
			w.ways[l][i] = met_new(arena, mesh->count[l]);
	w.less = met_new(arena, mesh->count[relation->to]);
	w.all = met_new(arena, mesh->count[relation->to]);
	return w;
}

/* How many slots the table needs. */
static int
count_slots(struct walker *w, const struct relation *relation)
{
	int most = 0;

	if (relation->degree.kind != DEGREE_ANY)
		return relation->degree.most;
	for (int e = 0; e < w->mesh->count[relation->from]; e++) {
		meet(w, relation, e);
		most = w->all.count > most ? w->all.count : most;
	}
	return most;
}

bool
mesh_compose(const struct mesh *mesh, const struct relation *relation, struct mesh_table *tables,
	struct error *error)
{
	const int count = mesh->count[relation->from], before = mesh->findings->counts[FINDING_DEGREE];
	struct arena memory = { NULL };
	struct walker w = walker_new(&memory, mesh, relation, tables);
	const int slots = count_slots(&w, relation);
	int *at = arena_array(mesh->arena, int, (size_t)count*(size_t)slots + 1);

	for (int e = 0; e < count; e++) {
		int *row = at + (size_t)e*(size_t)slots;

		meet(&w, relation, e);
		check_count(&w, relation, e);
		for (int slot = 0; slot < slots; slot++)
			row[slot] = slot < w.all.count ? w.all.elements[slot] : -1;
	}
	arena_free(&memory);
	tables[relation->index] = (struct mesh_table){ slots, at };
	return findings_are_at_most(mesh->findings, FINDING_DEGREE, before, error);
}
