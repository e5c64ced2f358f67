#include "runtime/bench/mesh_candidates.h"

#include "generator/variants/mesh_defaults.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/cli/lists.h"
#include "runtime/problem/mesh_degrees.h"
#include "runtime/problem/mesh_read.h"

#include <string.h>

static void
add_on_mesh(struct builder *b, const struct mesh_size *mesh, const struct kernels *kernels, struct candidate candidate)
{
	candidate.grid = mesh;
	candidate.size = (struct triple){ mesh->mesh->count[candidate.plan->stencil->location], 1, mesh->levels };
	for (int o = 0; o < mesh->numbering_count; o++)
		for (int k = 0; k < kernels->count; k++) {
			candidate.numbering = &mesh->numberings[o];
			candidate.kernel = &kernels->built[k];
			builder_add_blocks(b, candidate);
		}
}

/* What --tune tries of a number, and one value more. */
static void
try_another(struct arena *arena, struct axes *axes, int tunable, int value)
{
	const int count = axes->tunable_counts[tunable];
	int *values = arena_array(arena, int, count + 1);

	if (!count || axes->tunables_asked[tunable])
		return;
	for (int i = 0; i < count; i++) {
		if (axes->tunables[tunable][i] == value)
			return;
		values[i] = axes->tunables[tunable][i];
	}
	values[count] = value;
	axes->tunables[tunable] = values;
	axes->tunable_counts[tunable]++;
}

/* With --tune: the default of a number, and a value. */
static void
try_value(struct arena *arena, struct axes *axes, int tunable, int value)
{
	int *values = arena_array(arena, int, 2);

	if (!axes->tries || !value || axes->tunables_asked[tunable])
		return;
	values[1] = value;
	axes->tunables[tunable] = values;
	axes->tunable_counts[tunable] = 2;
}

/* The levels of such a grid that are updated, where all fields have as many. */
static int
updated_levels(const struct plan *plan, int levels)
{
	const struct mesh_reach reach = mesh_reach(plan);
	const int updated = levels - reach.below - reach.above;

	return updated < 1 ? 1 : updated;
}

/* Kernels for a mesh: their slices are for its sizes. */
static bool
choose_for(const struct builder *b, const struct mesh_size *mesh, const struct plan *plan, enum type precision, struct kernels *kernels,
	struct error *error)
{
	const struct triple size = { mesh->mesh->count[plan->stencil->location], 1, updated_levels(plan, mesh->levels) };
	const struct mesh_slices slices = mesh_slices(plan, precision, size.x, size.z, backend_multiprocessors(b->backend));
	struct axes axes = *b->axes;
	struct builder own = *b;

	try_another(&b->tool->arena, &axes, TUNABLE_levels_per_thread, slices.levels);
	try_another(&b->tool->arena, &axes, TUNABLE_unroll, slices.unroll);
	try_value(&b->tool->arena, &axes, TUNABLE_ahead, slices.ahead);
	try_value(&b->tool->arena, &axes, TUNABLE_registers_per_thread, slices.registers);
	own.axes = &axes;
	own.slices_of = &size;
	return builder_choose_kernels(&own, plan, precision, kernels, error);
}

/* Numbers that are asked for and that no access has. */
static bool
check_tunables(const struct axes *axes, struct error *error)
{
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if (axes->tunables_asked[t] && !meshes_have_tunable(t))
			return error_set(error, EXIT_USAGE, "no access has --%s on meshes: leave it out", tunables[t].name);
	return true;
}

/* A stencil as it is compiled for a mesh, and the storages that it then may have. */
struct form {
	const struct unit *unit;
	const struct plan *plan;
	const char *storages;
};

/* The storages of a list, which may be all of them, that are rows, or that are not; NULL: there are none. */
static const char *
storages_of_form(struct arena *arena, const char *list, bool rows)
{
	const char *text = NULL;

	if (!catalogue_names_some(list))
		return rows ? mesh_storages[MESH_ROWS] : list;
	for (const char **name = split(arena, list); *name; name++)
		if (!strcmp(*name, mesh_storages[MESH_ROWS]) == rows)
			text = text ? arena_printf(arena, "%s,%s", text, *name) : *name;
	return text;
}

/* Whether one access, and so one storage, stands for all. */
static bool
has_one_storage(const struct builder *b)
{
	return b->axes->usual_access && !catalogue_names_some(b->choice->storages);
}

/* Compiles a stencil for tables of slots, where a mesh has few neighbors. The form has no unit if it is not wanted or not possible. */
static bool
find_slots(const struct builder *b, const struct mesh_size *mesh, const struct form *written, enum type precision, struct form *slots,
	struct error *error)
{
	struct arena *arena = &b->tool->arena;
	const struct stencil *stencil = plan_checked(written->plan);
	const char *list = has_one_storage(b) ? NULL : b->choice->storages;
	struct mesh_problem problem;

	*slots = (struct form){ .storages = storages_of_form(arena, b->choice->storages, false) };
	if (!mesh_wants_slots(arena, written->plan, list, *b->axes->levels))
		return true;
	if (!mesh_problem_open(&problem, arena, stencil, written->plan, mesh->mesh, error))
		return mesh_fail(b->tool, mesh->what, false, mesh->mesh, error);
	slots->unit = mesh_unit_with_slots(arena, b->tool->templates.directory, written->unit, &problem, precision, catalogue_names_some(list));
	if (slots->unit)
		slots->plan = *slots->unit->plans;
	return true;
}

/* Adds the kernels of a form on a mesh. */
static bool
add_form(struct builder *b, const struct mesh_size *mesh, const struct form *form, enum type precision, struct error *error)
{
	const struct candidate candidate = { .unit = form->unit, .plan = form->plan };
	struct choice choice = *b->choice;
	struct builder own = *b;
	struct kernels kernels = { 0 };

	choice.storages = form->storages;
	own.choice = &choice;
	if (!choose_for(&own, mesh, form->plan, precision, &kernels, error))
		return false;
	builder_build_later(b, form->unit, &kernels);
	add_on_mesh(b, mesh, &kernels, candidate);
	return true;
}

/* Rows as the stencil is written, and slots where they are known, but only one of them if one stands for all. */
static bool
add_forms(struct builder *b, const struct mesh_size *mesh, const struct unit *unit, const struct plan *plan, enum type precision,
	struct error *error)
{
	struct form written = { unit, plan, b->choice->storages }, slots;

	if (!find_slots(b, mesh, &written, precision, &slots, error))
		return false;
	if (slots.unit)
		written.storages = has_one_storage(b) ? NULL : storages_of_form(&b->tool->arena, b->choice->storages, true);
	return (!written.storages || add_form(b, mesh, &written, precision, error))
		&& (!slots.unit || !slots.storages || add_form(b, mesh, &slots, precision, error));
}

bool
mesh_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision,
	struct error *error)
{
	if (!check_tunables(b->axes, error))
		return false;
	for (int m = 0; m < b->axes->mesh_count; m++)
		if (!add_forms(b, &b->axes->meshes[m], unit, plan, precision, error))
			return false;
	return true;
}
