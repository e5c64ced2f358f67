#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/loads_ahead_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/mesh/mesh_levels.h"
#include "generator/emit/printer.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_defaults.h"

#include <string.h>

/* Values of slots have as many strides a level as slots. */
static const char *
of_slots(const struct kernel *k, const struct field *field, const char *stride)
{
	const struct relation *relation = field->where.relation;

	return !relation ? stride : arena_printf(k->arena, "%d*%s", relation->degree.most, stride);
}

const char *
mesh_stride(const struct kernel *k, const struct field *field)
{
	return of_slots(k, field, arena_printf(k->arena, "%s_stride", location_names[field->where.location]));
}

const char *
mesh_level_start(const struct kernel *k, const struct field *field)
{
	return of_slots(k, field, location_plurals[field->where.location]);
}

/* Where the levels of an element, or of its slot, begin: innermost. */
static const char *
element_start(const struct kernel *k, const struct reference *to)
{
	const char *index = to->field->where.relation ? mesh_entry(k, to->neighbor) : mesh_element(k, to->neighbor);

	return arena_printf(k->arena, strchr(index, ' ') ? "(%s)*height" : "%s*height", index);
}

/* A value's index, in arrays that a CPU moves to the level of its loop, and sweeps to the lowest. Outside of loops over
 * levels it is on that level. */
static const char *
index_of(const struct kernel *k, const struct reference *to)
{
	const struct field *field = to->field;
	const char *index = field->where.relation ? mesh_entry(k, to->neighbor) : mesh_element(k, to->neighbor);

	if (field->shape != SHAPE_POINT)
		return index;
	if (k->flat)
		return k->variant->levels == LEVELS_INNERMOST ? element_start(k, to) : index;
	if (k->variant->levels == LEVELS_INNERMOST)
		return index_add(k->arena, arena_printf(k->arena, "%s + k", element_start(k, to)), to->offset.z, NULL);
	if (k->sweeps || !template_uses(k->access, "kernel", "seek"))
		index = arena_printf(k->arena, "%s + %s", mesh_level_start(k, field), index);
	return index_add(k->arena, index, to->offset.z, mesh_stride(k, field));
}

/* The level may be far away: the index may need more than an int. Arrays that were moved to a level count from there. */
static const char *
element_by_value(const struct kernel *k, const struct site *site, const struct reference *to)
{
	const bool innermost = k->variant->levels == LEVELS_INNERMOST;
	const struct reference own = { .field = to->field, .neighbor = to->neighbor };
	const char *index;

	if (to->field->shape == SHAPE_PROFILE)
		return kernel_element(k, to->field, c_level(k, site, to));
	if (!innermost)
		index = arena_printf(k->arena, "%s + %s*%s", index_of(k, &own), c_levels_up(k, site, to), mesh_stride(k, to->field));
	else if (k->sweeps)
		index = arena_printf(k->arena, "%s + %s", index_of(k, &own), c_levels_up(k, site, to));
	else
		index = arena_printf(k->arena, "%s + %s", element_start(k, to), c_level(k, site, to));
	return kernel_element(k, to->field, index);
}

/* A variable of a sweep: a CPU has one for each element of a block. */
static const char *
local_variable(const struct kernel *k, const struct field *field)
{
	const char *name = k->plan->names.fields[field->index];

	return targets[k->variant->target].blocks ? name
		: arena_printf(k->arena, "%s[%s - from]", name, k->plan->names.neighbors[OWN_ELEMENT]);
}

static const char *
element(const struct kernel *k, const struct site *site, const struct reference *to)
{
	const char *variable;

	if (to->level)
		return element_by_value(k, site, to);
	variable = site->assigned ? NULL : ahead_variable(k, to);
	if (variable)
		return variable;
	if (to->field->shared)
		return shared_element(k, to->field, to->offset.z);
	if (to->field->local)
		return local_variable(k, to->field);
	if (to->field->shape == SHAPE_SCALAR)
		return scalar_element(k, to->field);
	if (to->field->shape == SHAPE_PROFILE)
		return profile_element(k, to->field, to->offset.z);
	return kernel_element(k, to->field, index_of(k, to));
}

/* How many neighbours of a row a GPU loads before it computes; "": the compiler decides. */
static const char *
several_at_once(const struct kernel *k, const struct stmt *loop)
{
	const int several = mesh_neighbours_at_once(k->plan, loop->u.branch.condition->u.exists.neighbor);

	for (const struct stmt *s = loop->u.branch.then; s; s = s->next)
		if (is_neighbour_loop(s))
			return "";
	return several < 2 || !mesh_has_vectors(k) ? "" : int_text(k->arena, several);
}

/* What skips elements of the loop's own relations that are missing; they are looked up. */
static const char *
missing_elements(const struct kernel *k, int loop, bool *neighbors)
{
	const char *text = "";

	for (int s = loop; s; s = k->plan->neighbors->list[s].with) {
		neighbors[s] = neighbors[s] || mesh_may_be_missing(k, s);
		if (mesh_may_be_missing(k, s))
			text = join_lines(k->arena, text, EXPAND(k, mesh_common(k), "missing",
				{ "name", k->plan->names.neighbors[s] }));
	}
	return text;
}

/* Marks the neighbors of a loop: its own elements, and what begins there. */
static void
mark_loop(const struct kernel *k, const struct instance *instance, const struct stmt *loop, bool *own, bool *chained)
{
	const struct mesh_neighbors *all = k->plan->neighbors;

	mark_looked_up(k->plan, instance, loop->u.branch.then, own);
	for (int s = 1; s < all->count; s++)
		if (own[s] && all->list[s].slot != ALL_SLOTS) {
			chained[s] = true;
			own[s] = false;
		}
}

/* The elements of a loop and their levels; a loop that chooses has those of its own relation by now. */
static const char *
opening(const struct kernel *k, const struct instance *instance, const struct stmt *loop)
{
	const struct mesh_neighbors *all = k->plan->neighbors;
	const int neighbor = loop->u.branch.condition->u.exists.neighbor;
	const struct looked_up *table = lookups_table(k->lookups, all->list[neighbor].relation);
	const bool chooses = mesh_chooses(k, loop);
	bool *own = arena_array(k->arena, bool, all->count), *chained = arena_array(k->arena, bool, all->count);
	const char *missing;

	mark_loop(k, instance, loop, own, chained);
	missing = chooses ? "" : missing_elements(k, neighbor, own);
	return EXPAND(k, mesh_common(k), "loop",
		{ "unroll", macro_if(!table->rows && targets[k->variant->target].blocks) },
		{ "several", table->rows ? several_at_once(k, loop) : "" },
		{ "counter", mesh_counter(k, neighbor) },
		{ "slots", table->rows ? "" : int_text(k->arena, table->relation->degree.most) },
		{ "rows", table->rows ? lookups_table(k->lookups, table->rows)->name : "" },
		{ "before", mesh_element(k, all->list[neighbor].before) },
		{ "entry", chooses ? mesh_lookup(k, neighbor) : "" },
		{ "chosen", chooses && own[neighbor] ? k->plan->names.neighbors[neighbor] : "" },
		{ "location", location_names[all->list[neighbor].location] },
		{ "elements", join_lines(k->arena, chooses ? "" : mesh_loop_indices(k, neighbor, own, false),
			mesh_loop_level_vectors(k, instance, loop, false)) },
		{ "missing", missing },
		{ "chained", join_lines(k->arena, mesh_loop_indices(k, neighbor, chained, chooses),
		mesh_loop_level_vectors(k, instance, loop, true)) });
}

static const char *
exists(const struct kernel *k, int neighbor)
{
	return arena_printf(k->arena, "%s >= 0", mesh_element(k, neighbor));
}

const struct spelling mesh_spelling = {
	.element = element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = declares_where_assigned,
	.exists = exists, .opening = opening, .chooses = mesh_chooses, .choice = mesh_choice,
};
