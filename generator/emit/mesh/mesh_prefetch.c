#include "generator/emit/mesh/mesh_prefetch.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/text/wrap.h"

static const char next[] = "next"; /* the template's name of an element of the block's next chunk */

static bool
has_rows(const struct relation *relation)
{
	return relation && relation->degree.kind == DEGREE_ANY;
}

/* What an array has of an element: a value, or one for each slot. */
static const char *
ask_for(const struct kernel *k, const char *array, const struct relation *relation)
{
	const char *slots = !relation ? "1" : int_text(k->arena, relation->degree.most);

	return EXPAND(k, k->access, "ask", { "field", array }, { "slots", slots },
		{ "entry", !relation ? next : mesh_slot_index(k, relation, next, "0") });
}

/* Whether a relation is looked up at the element that is updated: no other look-up tells of which element. */
static bool
is_own_relation(const struct kernel *k, const struct relation *relation)
{
	const struct mesh_neighbors *neighbors = k->plan->neighbors;

	for (int s = 1; s < neighbors->count; s++)
		if (neighbors->list[s].relation == relation && neighbors->list[s].before == OWN_ELEMENT)
			return true;
	return false;
}

/* Whether a field has values that levels share at the element that is updated, or at its slots. */
static bool
is_own_field(const struct kernel *k, const struct field *field)
{
	const struct mesh_neighbor *neighbors = k->plan->neighbors->list;

	for (const struct reference *r = k->plan->reads; r; r = r->next)
		if (r->field == field && field->shape == SHAPE_COLUMN
				&& (field->where.relation ? neighbors[r->neighbor].before : r->neighbor) == OWN_ELEMENT)
			return true;
	return false;
}

/* Of rows nobody knows where they lie before it is read where they begin. */
const char *
mesh_prefetch(const struct kernel *k)
{
	const char *lines = "";

	if (!kernel_is_persistent(k))
		return "";
	for (int i = 0; i < k->lookups->count; i++) {
		const struct looked_up *table = &k->lookups->tables[i];

		if (!is_own_relation(k, table->relation))
			continue;
		if (!table->rows)
			lines = join_lines(k->arena, lines, ask_for(k, table->name, table->relation));
		else if (table->rows == table->relation)
			lines = join_lines(k->arena, lines, ask_for(k, arena_printf(k->arena, "%s_start", table->name), NULL));
	}
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (is_own_field(k, f) && !has_rows(f->where.relation))
			lines = join_lines(k->arena, lines, ask_for(k, k->plan->names.fields[f->index], f->where.relation));
	return lines;
}

const char *
mesh_prefetch_function(const struct kernel *kernels, int count)
{
	for (int i = 0; i < count; i++)
		if (!kernels[i].sweeps && *mesh_prefetch(&kernels[i]))
			return kernel_section(&kernels[i], kernels[i].access, "ask_function");
	return "";
}
