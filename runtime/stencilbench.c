#include "runtime/report/report_svg.h"
#include "runtime/bench/bench_run.h"
#include "runtime/bench/count.h"
#include "runtime/bench/families.h"
#include "runtime/bench/tune.h"
#include "runtime/bench/alternatives.h"
#include "runtime/bench/mesh_patterns.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/bench/patterns.h"
#include "runtime/bench/prune.h"
#include "runtime/cli/interrupt.h"
#include "runtime/report/report_csv.h"
#include "runtime/report/report_json.h"
#include "runtime/report/report_table.h"
#include "runtime/rows/environment.h"
#include "runtime/scaling/scaling.h"
#include "runtime/toolchain/cache.h"
#include "runtime/toolchain/toolchain.h"

#include <string.h>

static int
count_units(const struct arguments *arguments, const struct axes *axes)
{
	return arguments->file_count*axes->decision_count*axes->precision_count;
}

/* A unit for each file, what it keeps, and precision. */
static bool
compile_files(struct tool *tool, const struct arguments *arguments, const struct axes *axes, struct unit **units,
	struct error *error)
{
	const int variants = axes->decision_count*axes->precision_count;
	const int count = count_units(arguments, axes);

	*units = arena_array(&tool->arena, struct unit, count);
	for (int i = 0; i < count; i++) {
		const struct storage_decision *decision = &axes->decisions[i % variants/axes->precision_count];

		/* Warnings are printed once, not for each precision. */
		tool->diagnostics.quiet = i % axes->precision_count != 0;
		if (compile_file_storing(&tool->arena, &tool->diagnostics, arguments->files[i/variants],
				axes->precisions[i % axes->precision_count], decision, &(*units)[i]))
			compile_name(&tool->arena, arguments->templates, &(*units)[i]);
	}
	diagnostics_finish(&tool->diagnostics);
	return !diagnostics_status(&tool->diagnostics) || error_reported(error, diagnostics_status(&tool->diagnostics));
}

/* Prints the table and writes the files that are requested. */
static bool
report(struct bench *bench, struct results *results, struct error *error)
{
	const struct arguments *a = bench->arguments;

	for (int i = 0; i < bench->candidates.count; i++)
		if (bench->candidates.items[i].row)
			results_add(results, bench->candidates.items[i].row);
	results->summary = a->tune != NULL;
	report_table(results, stdout);
	if (a->csv && !report_csv(results, a->csv, error))
		return error_prefix(error, "cannot write %s: ", a->csv);
	if (a->svg && !report_svg(results, a->chart, a->svg, error))
		return error_prefix(error, "cannot write %s: ", a->svg);
	if (a->json && !report_json(results, a->json, error))
		return error_prefix(error, "cannot write %s: ", a->json);
	return true;
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

static bool
open_files(struct bench *bench, struct results *results, struct tuning *tuning, struct error *error)
{
	const struct arguments *a = bench->arguments;

	if (a->tune && !tune_open(bench, tuning, error))
		return false;
	bench->journal = a->journal && !a->profile ? journal_open(a->journal, results, error) : NULL;
	return !a->journal || a->profile || bench->journal;
}

/* Verifies, times and reports the candidates. Counters that are missing are no reason to report nothing. */
static bool
measure_all(struct bench *bench, struct error *error)
{
	const struct arguments *a = bench->arguments;
	struct results results;
	struct tuning tuning;
	int counted = EXIT_GOOD;
	bool good;

	results_open(&results, &bench->tool->arena, bench->environment, a->command);
	good = open_files(bench, &results, &tuning, error) && bench_run(bench, error);
	if (good && a->ncu && !interrupted() && !bench_count(bench, error))
		counted = tool_report(bench->tool, error);
	good = good && (a->profile || report(bench, &results, error)) && (!a->tune || tune(bench, &tuning, error));
	journal_close(bench->journal);
	if (good && !counted)
		counted = interrupted() ? EXIT_INTERRUPTED : bench->wrong ? EXIT_ERRORS : EXIT_GOOD;
	return good && (!counted || error_reported(error, counted));
}

static bool
check(const struct arguments *a, struct error *error)
{
	if (!a->file_count && !a->ping)
		return error_set(error, EXIT_USAGE, "no input file");
	if (a->kernels && (a->tune || scaling_is_wanted(a)))
		return error_set(error, EXIT_USAGE, "--kernels goes without --tune, --scaling, --model and --ping, which take stencils as a whole");
	return true;
}

/* Reads lists and files. */
static bool
read_input(struct tool *tool, const struct arguments *arguments, struct axes *axes, struct unit **units, struct error *error)
{
	tool->templates.directory = arguments->templates;
	return axes_read(axes, &tool->arena, arguments, error) && compile_files(tool, arguments, axes, units, error)
		&& axes_read_meshes(axes, tool, arguments, *units, count_units(arguments, axes), error);
}

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
		" are measured without contraction: measure those on planes apart, or give --exact");
}

static bool
has_tables(const struct stencil *stencil)
{
	return family_on(stencil)->tables;
}

/* An error for the first stencil on a grid that an option is not for. */
static bool
check_option(const char *option, bool is_for(const struct stencil *stencil), const struct unit *units, int count,
	struct error *error)
{
	for (int u = 0; u < count; u++)
		for (int s = 0; s < units[u].count; s++)
			if (!is_for(units[u].plans[s]->stencil))
				return error_set(error, EXIT_USAGE, "%s is for stencils on planes and meshes, and '%s' is on %s", option,
					units[u].plans[s]->stencil->name, units[u].plans[s]->stencil->grid);
	return true;
}

static bool
open_backend(struct bench *bench, const struct axes *axes, const struct unit *units, int count, struct error *error)
{
	const struct arguments *a = bench->arguments;
	bool exact;

	if ((a->tune && !check_option("--tune", is_tuned, units, count, error)) || !needs_exact(bench, units, count, &exact, error))
		return false;
	if (!backend_open(&bench->tool->arena, a->backend, exact, &bench->backend, error)
			|| !backend_prepare(&bench->backend, true, error))
		return false;
	if (a->fetch && !backend_set_fetch(&bench->backend, a->fetch, error))
		return error_prefix(error, "--fetch: ");
	if (a->graph && !a->scaling && !backend_records(&bench->backend))
		return error_set(error, EXIT_USAGE, "--graph: the backend is %s, and only cuda records launches",
			backend_names[bench->backend.kind]);
	bench->sampling = sampling_choose(a, axes, &bench->backend);
	bench->environment = environment_describe(&bench->tool->arena, &bench->backend);
	return !a->ncu || bench_can_count(bench, error);
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
static bool
read_steps(const struct axes *axes, struct choice *choice, struct error *error)
{
	const int tunable = TUNABLE_steps_per_launch;

	if (axes->tunable_counts[tunable] > 1)
		return error_set(error, EXIT_USAGE, "--%s takes one number: results differ from number to number", tunables[tunable].name);
	if (axes->tunable_counts[tunable])
		choice->tunables[tunable] = *axes->tunables[tunable];
	return true;
}

static bool
add_kernels(struct bench *bench, struct error *error)
{
	const struct candidate *whole = candidates_add_parts(&bench->candidates, &bench->tool->arena);

	return !whole || error_set(error, EXIT_USAGE, "--kernels: those of '%s' are on a mesh, where none is timed alone",
		whole->plan->stencil->name);
}

/* The table of the patterns, without any kernel. */
static bool
write_patterns(struct tool *tool, const struct arguments *a, const struct axes *axes, const struct unit *units, int count,
	struct error *error)
{
	if (!check_option("--patterns", has_tables, units, count, error))
		return false;
	return a->mesh ? mesh_patterns_write(tool, axes, units, count, a->patterns, error)
		: patterns_write(&tool->arena, axes, a->storage, units, count, a->patterns, error);
}

/* Chooses and builds the kernels of the units. */
static bool
create_candidates(struct bench *bench, struct axes *axes, struct choice *choice, struct unit *units, int count,
	struct error *error)
{
	struct tool *tool = bench->tool;
	const struct arguments *a = bench->arguments;
	bool good;

	axes_suit_backend(axes, &tool->arena, a, &bench->backend);
	choice->target = bench->backend.target;
	if (a->tune && !a->store && !a->places)
		count = units_with_alternatives(&tool->arena, a->templates, choice->target, &units, count);
	progress_open(&bench->progress, tool->name, a->verbose);
	bench->backend.toolchain->building = show_building;
	bench->backend.toolchain->context = &bench->progress;
	good = candidates_create(&bench->candidates, tool, axes, choice, units, count, &bench->backend, error);
	bench->backend.toolchain->building = NULL;
	progress_close(&bench->progress);
	if (good && !a->all_blocks)
		prune(&bench->candidates, tool, &bench->backend, a->verbose);
	return good && (!a->kernels || add_kernels(bench, error));
}

static bool
bench_files(struct tool *tool, const struct arguments *arguments, struct error *error)
{
	struct bench bench = { .tool = tool, .arguments = arguments };
	struct scaling scaling = { .tool = tool, .arguments = arguments, .backend = &bench.backend, .candidates = &bench.candidates };
	struct choice choice = { .storages = arguments->storage, .accesses = arguments->access };
	struct axes axes;
	struct unit *units;
	bool good = scaling_begin(&scaling, error) && read_input(tool, arguments, &axes, &units, error)
		&& read_steps(&axes, &choice, error);
	const int count = good ? count_units(arguments, &axes) : 0;

	if (good && arguments->patterns)
		return write_patterns(tool, arguments, &axes, units, count, error);
	good = good && open_backend(&bench, &axes, units, count, error)
		&& create_candidates(&bench, &axes, &choice, units, count, error);
	scaling.environment = bench.environment;
	return scaling_is_wanted(arguments) ? scaling_run(&scaling, good, error) : good && measure_all(&bench, error);
}

static bool
run(struct tool *tool, const struct arguments *a, struct error *error)
{
	if (a->clear_cache)
		return tool_clear_cache(tool, false, error);
	return check(a, error) && (!a->no_cache || cache_use_temporary(error)) && bench_files(tool, a, error);
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
	struct error error;
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
		status = run(&tool, &arguments, &error) ? EXIT_GOOD : tool_report(&tool, &error);
	}
	return tool_close(&tool, status);
}
