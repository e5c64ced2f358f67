#include "generator/interpret/interpret_mesh_run.h"

int
relation_slots(const struct mesh_table *tables, const struct relation *relation)
{
	return relation->degree.kind == DEGREE_ANY ? tables[relation->index].slots : relation->degree.most;
}

static int
entry(const struct mesh_table *table, int element, int slot)
{
	return slot < table->slots ? table->at[(size_t)element*(size_t)table->slots + (size_t)slot] : -1;
}

/* Of a relation without a table: its pieces are the element itself or other relations, one after the other. */
int
neighbour_at(const struct mesh_table *tables, const struct relation *relation, int element, int slot)
{
	if (element < 0)
		return -1;
	if (relation->has_table)
		return entry(&tables[relation->index], element, slot);
	for (const struct relation_piece *piece = relation->pieces; piece; piece = piece->next) {
		const struct chain_step *step = chain_last(piece->chain);
		const int slots = step ? relation_slots(tables, step->relation) : 1;

		if (slot < slots)
			return step ? neighbour_at(tables, step->relation, element, slot) : element;
		slot -= slots;
	}
	return -1;
}

static const struct bound_neighbour *
find_neighbour(const struct mesh_point *point, const struct binding *binding)
{
	const struct bound_neighbour *bound = point->bound;

	while (bound && bound->binding != binding)
		bound = bound->outer;
	return bound;
}

/* Where a chain begins. */
static struct mesh_target
begin(const struct relation_chain *chain, const struct mesh_point *point)
{
	const struct bound_neighbour *from;

	if (!chain || !chain->from)
		return (struct mesh_target){ point->element, -1, -1, false };
	from = find_neighbour(point, chain->from);
	return (struct mesh_target){ from->element, from->owner, from->slot, false };
}

struct mesh_target
follow(const struct mesh_interpretation *given, const struct relation_chain *chain, const struct mesh_point *point)
{
	struct mesh_target to = begin(chain, point);

	for (int i = 0; chain && i < chain->count && to.element >= 0; i++) {
		const struct chain_step *step = &chain->steps[i];

		if (step->slot == ALL_SLOTS)
			break;
		to.owner = to.element;
		to.slot = step->slot;
		to.element = neighbour_at(given->tables, step->relation, to.owner, step->slot);
		to.broken |= to.element < 0 && step->relation->degree.kind == DEGREE_EXACT;
	}
	return to;
}

bool
is_exact_reduction(const struct expr *reduce)
{
	return chain_last(reduce->u.reduce.bindings->chain)->relation->degree.kind == DEGREE_EXACT;
}

int
reduction_slots(const struct mesh_interpretation *given, const struct expr *reduce)
{
	int most = 0;

	for (const struct binding *b = reduce->u.reduce.bindings; b; b = b->next) {
		const int slots = relation_slots(given->tables, chain_last(b->chain)->relation);

		most = slots > most ? slots : most;
	}
	return most;
}

bool
bind_term(const struct mesh_interpretation *given, const struct expr *reduce, const struct mesh_point *point,
	int slot, struct bound_neighbour *bound)
{
	const struct bound_neighbour *outer = point->bound;
	bool all = true;

	for (const struct binding *b = reduce->u.reduce.bindings; b; b = b->next, bound++) {
		const int owner = follow(given, b->chain, point).element;

		*bound = (struct bound_neighbour){
			.binding = b, .owner = owner, .slot = slot, .outer = outer,
			.element = neighbour_at(given->tables, chain_last(b->chain)->relation, owner, slot),
		};
		all = all && bound->element >= 0;
		outer = bound;
	}
	return all;
}
