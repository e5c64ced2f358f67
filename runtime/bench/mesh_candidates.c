#include "runtime/bench/mesh_candidates.h"

#include "generator/variants/mesh_defaults.h"
#include "generator/variants/mesh_variants.h"
#include "runtime/bench/mesh_sizes.h"

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
build_for(struct builder *b, const struct mesh_size *mesh, const struct unit *unit, const struct plan *plan, enum type precision,
	struct kernels *kernels, struct error *error)
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
	if (!builder_choose_kernels(&own, plan, precision, kernels, error))
		return false;
	builder_build_later(b, unit, kernels);
	return true;
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

bool
mesh_candidates(struct builder *b, const struct unit *unit, const struct plan *plan, enum type precision,
	struct error *error)
{
	const struct candidate candidate = { .unit = unit, .plan = plan };

	if (!check_tunables(b->axes, error))
		return false;
	for (int m = 0; m < b->axes->mesh_count; m++) {
		struct kernels kernels = { 0 };

		if (!build_for(b, &b->axes->meshes[m], unit, plan, precision, &kernels, error))
			return false;
		add_on_mesh(b, &b->axes->meshes[m], &kernels, candidate);
	}
	return true;
}
