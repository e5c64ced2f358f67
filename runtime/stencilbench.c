#include "runtime/bench/bench_run.h"
#include "runtime/bench/count.h"
#include "runtime/bench/tune.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/cli/interrupt.h"
#include "runtime/report/report.h"
#include "runtime/scaling/scaling.h"
#include "runtime/toolchain/cache.h"

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

/* They are measured in the order that a mesh has. */
static void
choose_for_meshes(struct arguments *a)
{
	if (!a->order)
		a->order = "given";
}

/* Verifies and times the candidates, counts, and writes the results. */
static bool
measure_all(struct bench *bench, struct error *error)
{
	const struct arguments *a = bench->arguments;
	struct results results;
	struct tuning tuning;

	results_open(&results, &bench->tool->arena, bench->environment, a->command);
	results.summary = a->tune != NULL;
	if ((a->tune && !tune_open(bench, &tuning, error)) || !bench_run(bench, &results, error))
		return false;
	if (a->ncu && !interrupted())
		bench_count(bench);
	return (a->profile || report_write(&results, a, error)) && (!a->tune || tune(bench, &tuning, error))
		&& bench_finish(bench, error);
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

static bool
bench_files(struct tool *tool, const struct arguments *arguments, struct error *error)
{
	struct bench bench = { .tool = tool, .arguments = arguments };
	struct scaling scaling = { .tool = tool, .arguments = arguments, .backend = &bench.backend, .candidates = &bench.candidates };
	struct choice choice = { .storages = arguments->storage, .accesses = arguments->access };
	struct axes axes;
	struct unit *units;
	bool good = scaling_begin(&scaling, error) && read_input(tool, arguments, &axes, &units, error)
		&& bench_read_steps(&axes, &choice, error);
	const int count = good ? count_units(arguments, &axes) : 0;

	if (good && arguments->patterns)
		return bench_write_patterns(tool, arguments, &axes, units, count, error);
	good = good && bench_open(&bench, &axes, units, count, error)
		&& bench_choose(&bench, &axes, &choice, units, count, error);
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
			tune_widen(&arguments);
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
