#include "runtime/analysis/report_svg.h"
#include "runtime/bench/bench_run.h"
#include "runtime/bench/count.h"
#include "runtime/bench/families.h"
#include "runtime/bench/tune.h"
#include "runtime/candidates/alternatives.h"
#include "runtime/candidates/mesh_patterns.h"
#include "runtime/candidates/mesh_sizes.h"
#include "runtime/candidates/patterns.h"
#include "runtime/candidates/prune.h"
#include "runtime/cli/interrupt.h"
#include "runtime/problem/plane_device.h"
#include "runtime/report/report_csv.h"
#include "runtime/report/report_json.h"
#include "runtime/report/report_table.h"
#include "runtime/rows/environment.h"
#include "runtime/scaling/scaling.h"
#include "runtime/toolchain/toolchain.h"

#include <string.h>

static int
count_units(const struct arguments *arguments, const struct axes *axes)
{
	return arguments->file_count*axes->keeping_count*axes->precision_count;
}

/* A unit for each file, what it keeps, and precision. */
static int
compile_files(struct tool *tool, const struct arguments *arguments, const struct axes *axes,
	struct unit **units)
{
	const int variants = axes->keeping_count*axes->precision_count;
	const int count = count_units(arguments, axes);

	*units = arena_array(&tool->arena, struct unit, count);
	for (int i = 0; i < count; i++) {
		const struct keeping *keeping = &axes->keepings[i % variants/axes->precision_count];

		/* Warnings are printed once, not for each precision. */
		tool->diagnostics.quiet = i % axes->precision_count != 0;
		if (compile_file_keeping(&tool->arena, &tool->diagnostics, arguments->files[i/variants],
				axes->precisions[i % axes->precision_count], keeping, &(*units)[i]))
			compile_for_templates(&tool->arena, arguments->templates, &(*units)[i]);
	}
	diagnostics_finish(&tool->diagnostics);
	return diagnostics_status(&tool->diagnostics);
}

/* By default GPU kernels are timed with a cold and a hot cache, CPU kernels with a hot one. */
static struct sampling
choose_sampling(const struct bench *bench, const struct axes *axes)
{
	struct sampling sampling = {
		.runs = bench->arguments->runs, .longest = backend_is_gpu(&bench->backend) ? 1 : 0.3,
		.usual_clock = bench->backend.info.clock,
		.stopped = interrupted,
	};

	memcpy(sampling.caches, axes->caches, sizeof sampling.caches);
	if (!bench->arguments->cache) {
		sampling.caches[CACHE_HOT] = true;
		sampling.caches[CACHE_COLD] = backend_is_gpu(&bench->backend);
	}
	return sampling;
}

/* Prints the table and writes the files that are requested. Returns a status. */
static int
report(struct bench *bench, struct results *results)
{
	const struct arguments *a = bench->arguments;
	struct error error;

	for (int i = 0; i < bench->candidates.count; i++)
		if (bench->candidates.items[i].row)
			results_add(results, bench->candidates.items[i].row);
	results->summary = a->tune != NULL;
	report_table(results, stdout);
	if (a->csv && !report_csv(results, a->csv, &error))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->csv, error.text);
	if (a->svg && !report_svg(results, a->chart, a->svg, &error))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->svg, error.text);
	if (a->json && !report_json(results, a->json, &error))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->json, error.text);
	return EXIT_GOOD;
}

/* --tune searches every axis that is not named. */
static void
widen(struct arguments *a)
{
	if (!a->fields)
		a->fields = "all";
	if (!a->block)
		a->block = "sweep";
	for (int c = 0; c < TUNABLE_COUNT; c++)
		if (!a->tunables[c])
			a->tunables[c] = tunables[c].tried;
}

/* They are measured in the order that a mesh has. */
static void
choose_for_meshes(struct arguments *a)
{
	if (!a->order)
		a->order = "given";
}

static int
open_files(struct bench *bench, struct results *results, struct tuning *tuning)
{
	const struct arguments *a = bench->arguments;
	struct error error;
	const int status = a->tune ? tune_open(bench, tuning) : EXIT_GOOD;

	if (status || !a->journal || a->profile)
		return status;
	bench->journal = journal_open(a->journal, results, &error);
	return bench->journal ? EXIT_GOOD : tool_report(bench->tool, &error);
}

/* Verifies, times and reports the candidates. */
static int
measure_all(struct bench *bench)
{
	struct results results;
	struct tuning tuning;
	int status, counted = EXIT_GOOD;

	results_open(&results, &bench->tool->arena, bench->environment, bench->arguments->command);
	status = open_files(bench, &results, &tuning);
	if (!status)
		status = bench_run(bench);
	if (!status && bench->arguments->ncu && !interrupted())
		counted = bench_count(bench);
	if (!status && !bench->arguments->profile)
		status = report(bench, &results);
	if (!status && bench->arguments->tune)
		status = tune(bench, &tuning);
	journal_close(bench->journal);
	if (status || counted)
		return status ? status : counted;
	return interrupted() ? EXIT_INTERRUPTED : bench->wrong ? EXIT_ERRORS : EXIT_GOOD;
}

static int
check(const struct tool *tool, const struct arguments *a)
{
	if (!a->file_count && !a->ping)
		return tool_fail(tool, EXIT_USAGE, "no input file");
	if (a->kernels && (a->tune || scaling_is_wanted(a)))
		return tool_fail(tool, EXIT_USAGE, "--kernels goes without --tune, --scaling, --model and --ping, which take stencils as a whole");
	return EXIT_GOOD;
}

/* Reads lists and files. */
static int
read_input(struct tool *tool, const struct arguments *arguments, struct axes *axes, struct unit **units)
{
	int status;

	tool->templates.directory = arguments->templates;
	status = axes_read(axes, tool, arguments);
	if (!status)
		status = compile_files(tool, arguments, axes, units);
	return status ? status : axes_read_meshes(axes, tool, arguments, *units, count_units(arguments, axes));
}

/* Whether the kernels of some stencil are built without contraction; an error where those of others
 * are not. */
static int
needs_exact(const struct bench *bench, const struct unit *units, int count, bool *exact)
{
	bool others = false;

	*exact = bench->arguments->exact;
	for (int u = 0; u < count && !bench->arguments->exact; u++)
		for (int s = 0; s < units[u].count; s++)
			if (family_on(units[u].plans[s]->stencil)->exact)
				*exact = true;
			else
				others = true;
	return !*exact || !others ? EXIT_GOOD : tool_fail(bench->tool, EXIT_USAGE, "stencils on sparse grids"
		" are measured without contraction: measure those on planes apart, or give --exact");
}

static bool
has_tables(const struct stencil *stencil)
{
	return family_on(stencil)->tables;
}

/* An error for the first stencil on a grid that an option is not for. */
static int
check_option(const struct tool *tool, const char *option, bool is_for(const struct stencil *stencil),
	const struct unit *units, int count)
{
	for (int u = 0; u < count; u++)
		for (int s = 0; s < units[u].count; s++)
			if (!is_for(units[u].plans[s]->stencil))
				return tool_fail(tool, EXIT_USAGE, "%s is for stencils on planes and meshes, and '%s' is on %s", option,
					units[u].plans[s]->stencil->name, units[u].plans[s]->stencil->grid);
	return EXIT_GOOD;
}

static int
open_backend(struct bench *bench, const struct axes *axes, const struct unit *units, int count)
{
	const struct arguments *a = bench->arguments;
	bool exact;
	int status = a->tune ? check_option(bench->tool, "--tune", is_tuned, units, count) : EXIT_GOOD;
	struct error error;

	if (!status)
		status = needs_exact(bench, units, count, &exact);
	if (status)
		return status;
	if (!backend_open(&bench->tool->arena, a->backend, exact, &bench->backend, &error)
			|| !backend_prepare(&bench->backend, true, &error))
		return tool_report(bench->tool, &error);
	if (a->fetch && !backend_set_fetch(&bench->backend, a->fetch, &error))
		return tool_fail(bench->tool, EXIT_USAGE, "--fetch: %s", error.text);
	if (a->graph && !a->scaling && !backend_records(&bench->backend))
		return tool_fail(bench->tool, EXIT_USAGE, "--graph: the backend is %s, and only cuda records launches",
			backend_names[bench->backend.kind]);
	bench->sampling = choose_sampling(bench, axes);
	bench->environment = environment_describe(&bench->tool->arena, &bench->backend);
	return a->ncu ? bench_can_count(bench) : EXIT_GOOD;
}

/* Shows how many of the kernels are compiled. */
static void
show_building(void *progress, int count, int done)
{
	if (!done)
		progress_stage(progress, "compiling", count);
	else
		progress_add(progress, 1);
}

/* Only accesses that do so many steps a launch are legal then, and all are verified alike. */
static int
read_steps(struct tool *tool, const struct axes *axes, struct choice *choice)
{
	const int tunable = TUNABLE_steps_per_launch;

	if (axes->tunable_counts[tunable] > 1)
		return tool_fail(tool, EXIT_USAGE, "--%s takes one number: results differ from number to number", tunables[tunable].name);
	if (axes->tunable_counts[tunable])
		choice->tunables[tunable] = *axes->tunables[tunable];
	return EXIT_GOOD;
}

static int
add_kernels(struct bench *bench)
{
	const struct candidate *whole = candidates_add_parts(&bench->candidates, &bench->tool->arena);

	return !whole ? EXIT_GOOD : tool_fail(bench->tool, EXIT_USAGE, "--kernels: those of '%s' are on a mesh, where none is timed alone",
		whole->plan->stencil->name);
}

static int
bench_files(struct tool *tool, const struct arguments *arguments)
{
	struct bench bench = { .tool = tool, .arguments = arguments };
	struct scaling scaling = { .tool = tool, .arguments = arguments, .backend = &bench.backend, .candidates = &bench.candidates };
	struct choice choice = { .storages = arguments->storage, .accesses = arguments->access };
	struct axes axes;
	struct unit *units;
	int status = scaling_begin(&scaling), unit_count;

	if (!status)
		status = read_input(tool, arguments, &axes, &units);
	unit_count = status ? 0 : count_units(arguments, &axes);
	if (!status)
		status = read_steps(tool, &axes, &choice);
	if (!status && arguments->patterns)
		status = check_option(tool, "--patterns", has_tables, units, unit_count);
	if (!status && arguments->patterns)
		return arguments->mesh ? mesh_patterns_write(tool, &axes, units, unit_count, arguments->patterns)
			: patterns_write(tool, &axes, arguments->storage, units, unit_count, arguments->patterns);
	if (!status)
		status = open_backend(&bench, &axes, units, unit_count);
	if (!status)
		axes_suit_backend(&axes, tool, arguments, &bench.backend);
	choice.target = bench.backend.target;
	if (!status && arguments->tune && !arguments->store && !arguments->places)
		unit_count = units_with_alternatives(&tool->arena, arguments->templates, choice.target, &units, unit_count);
	progress_open(&bench.progress, tool->name, arguments->verbose);
	if (!status) {
		bench.backend.toolchain->building = show_building;
		bench.backend.toolchain->context = &bench.progress;
	}
	if (!status)
		status = candidates_create(&bench.candidates, tool, &axes, &choice, units, unit_count, &bench.backend);
	if (!status)
		bench.backend.toolchain->building = NULL;
	progress_close(&bench.progress);
	if (!status && !arguments->all_blocks)
		prune(&bench.candidates, tool, &bench.backend, arguments->verbose);
	if (!status && arguments->kernels)
		status = add_kernels(&bench);
	scaling.environment = bench.environment;
	return scaling_is_wanted(arguments) ? scaling_run(&scaling, status) : status ? status : measure_all(&bench);
}

int
main(int argc, char **argv)
{
	static const struct arguments defaults = {
		.storage = "all", .access = "all", .fields = "soa", .levels = "all",
		.precision = "double", .order = "zcurve", .backend = "auto", .runs = 20,
		.probes = 100000, .level_list = "64",
	};
	struct tool tool;
	struct arguments arguments;
	int status;

	tool_open(&tool, "stencilbench");
	if (arguments_read(&arguments, &defaults, &tool, PROGRAM_BENCH, argc, argv, &status)) {
		if (arguments.tune)
			widen(&arguments);
		if (arguments.mesh)
			choose_for_meshes(&arguments);
		if (scaling_is_wanted(&arguments))
			scaling_choose(&arguments);
		arguments_complete(&arguments, &defaults);
		arguments.no_time |= arguments.profile;
		arguments.ncu &= !arguments.profile;
		status = arguments.clear_cache ? EXIT_GOOD : check(&tool, &arguments);
		if (!status && arguments.no_cache)
			status = tool_avoid_cache(&tool);
		if (!status)
			status = arguments.clear_cache ? tool_clear_cache(&tool, false) : bench_files(&tool, &arguments);
	}
	if (fflush(stdout) && !status)
		status = tool_fail(&tool, EXIT_IO, "cannot write to standard output");
	arena_free(&tool.arena);
	return status;
}
