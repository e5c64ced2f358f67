#include "runtime/bench/bench.h"

#include "runtime/bench/alternatives.h"
#include "runtime/bench/count.h"
#include "runtime/bench/families.h"
#include "runtime/bench/prune.h"
#include "runtime/rows/environment.h"
#include "runtime/toolchain/toolchain.h"

/* Whether the kernels of some stencil are built without contraction; an error where those of others
 * are not. */
static bool
needs_exact(const struct bench *bench, const struct unit *units, int count, bool *exact, struct error *error)
{
	bool others = false;

	*exact = bench->arguments->exact;
	for (int u = 0; u < count && !bench->arguments->exact; u++)
		for (int s = 0; s < units[u].count; s++)
			if (family_on(units[u].plans[s]->stencil)->exact)
				*exact = true;
			else
				others = true;
	return !*exact || !others || error_set(error, EXIT_USAGE, "stencils on sparse grids"
		" are measured without contraction: measure those on structured grids apart, or give --exact");
}

static bool
has_tables(const struct stencil *stencil)
{
	return family_on(stencil)->write_patterns;
}

/* An error for the first stencil on a grid that an option is not for. */
static bool
check_option(const char *option, bool is_for(const struct stencil *stencil), const struct unit *units, int count,
	struct error *error)
{
	for (int u = 0; u < count; u++)
		for (int s = 0; s < units[u].count; s++)
			if (!is_for(units[u].plans[s]->stencil))
				return error_set(error, EXIT_USAGE, "%s is for stencils on structured grids and meshes, and '%s' is on %s: leave it out",
					option,
					units[u].plans[s]->stencil->name, units[u].plans[s]->stencil->grid);
	return true;
}

bool
bench_open(struct bench *bench, const struct axes *axes, const struct unit *units, int count, struct error *error)
{
	const struct arguments *a = bench->arguments;
	bool exact;

	if (!backend_choose_gpu(a->device, error))
		return false;
	if ((a->tune && !check_option("--tune", is_tuned, units, count, error)) || !needs_exact(bench, units, count, &exact, error))
		return false;
	if (!backend_open(&bench->tool->arena, a->backend, exact, &bench->backend, error)
			|| !backend_check_gpu(&bench->backend, a->device, error) || !backend_prepare(&bench->backend, true, error))
		return false;
	if (a->fetch && !backend_set_fetch(&bench->backend, a->fetch, error))
		return error_prefix(error, "--fetch: ");
	if (a->graph && !a->scaling && !backend_records(&bench->backend))
		return error_set(error, EXIT_USAGE, "--graph needs backend cuda, not %s: leave it out",
			backend_names[bench->backend.kind]);
	bench->sampling = sampling_choose(a, axes, &bench->backend);
	bench->environment = environment_describe(&bench->tool->arena, &bench->backend);
	return !a->ncu || bench_can_count(bench, error);
}

bool
bench_read_steps(const struct axes *axes, struct choice *choice, struct error *error)
{
	const int tunable = TUNABLE_steps_per_launch;

	if (axes->tunable_counts[tunable] > 1)
		return error_set(error, EXIT_USAGE, "--%s accepts one number, not several, whose results differ: run each by"
			" itself", tunables[tunable].name);
	if (axes->tunable_counts[tunable])
		choice->tunables[tunable] = *axes->tunables[tunable];
	return true;
}

bool
bench_write_patterns(struct tool *tool, const struct arguments *a, const struct axes *axes, const struct unit *units, int count,
	struct error *error)
{
	if (!check_option("--patterns", has_tables, units, count, error))
		return false;
	return family_on(units->plans[0]->stencil)->write_patterns(tool, a, axes, units, count, error);
}

bool
bench_choose(struct bench *bench, struct axes *axes, struct choice *choice, struct unit *units, int count, struct error *error)
{
	struct tool *tool = bench->tool;
	const struct arguments *a = bench->arguments;
	bool good;

	axes_suit_backend(axes, &tool->arena, a, &bench->backend);
	choice->target = bench->backend.target;
	if (a->tune && !a->store && !a->places)
		count = units_with_alternatives(&tool->arena, a->templates, choice->target, &units, count);
	progress_open(&bench->progress, tool->name, a->verbose);
	bench->backend.toolchain->building = progress_compiling;
	bench->backend.toolchain->context = &bench->progress;
	good = candidates_create(&bench->candidates, tool, axes, choice, units, count, &bench->backend, error);
	bench->backend.toolchain->building = NULL;
	progress_close(&bench->progress);
	if (good && !a->all_blocks)
		prune(&bench->candidates, tool, &bench->backend, a->verbose);
	if (good && a->kernels)
		candidates_add_parts(&bench->candidates, &tool->arena);
	return good;
}
