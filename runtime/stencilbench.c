#include "runtime/bench/bench_run.h"
#include "runtime/bench/count.h"
#include "runtime/bench/mesh_sizes.h"
#include "runtime/bench/tune.h"
#include "runtime/cli/interrupt.h"
#include "runtime/report/report.h"
#include "runtime/scaling/scaling.h"
#include "runtime/toolchain/cache.h"

/* A unit for each file, storage decision and precision. */
static bool
compile_all(struct tool *tool, const struct arguments *a, const struct axes *axes, struct unit *units, int count,
	struct error *error)
{
	const int variants = axes->decision_count*axes->precision_count;
	struct fixes *fixes = arena_new(&tool->arena, struct fixes);

	if (!fixes_read(&tool->arena, &a->fixed, fixes, error))
		return false;
	for (int i = 0; i < count; i++) {
		struct unit *unit = &units[i];

		/* Warnings are printed once, not for each precision. */
		tool->diagnostics.quiet = i % axes->precision_count != 0;
		compile_read(&tool->arena, &tool->diagnostics, a->files[i/variants], a->low, unit);
		unit->fixes = fixes;
		unit->decision = axes->decisions[i % variants/axes->precision_count];
		compile_selected(&tool->arena, a->templates, axes->precisions[i % axes->precision_count], a->stencil, unit);
	}
	diagnostics_finish(&tool->diagnostics);
	return diagnostics_status(&tool->diagnostics) ? error_reported(error, diagnostics_status(&tool->diagnostics))
		: compile_found(units, count, a->stencil, error) && fixes_known(fixes, error);
}

/* Reads lists and files. */
static bool
read_input(struct tool *tool, const struct arguments *a, struct axes *axes, struct unit **units, int *count, struct error *error)
{
	tool->templates.directory = a->templates;
	if (!axes_read(axes, &tool->arena, a, error))
		return false;
	*count = a->file_count*axes->decision_count*axes->precision_count;
	*units = arena_array(&tool->arena, struct unit, *count);
	return compile_all(tool, a, axes, *units, *count, error) && axes_read_meshes(axes, tool, a, *units, *count, error);
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
	if (!a->file_count && (!a->ping || a->patterns))
		return error_set(error, EXIT_USAGE, "no input file");
	if (a->kernels && (a->tune || scaling_is_wanted(a)))
		return error_set(error, EXIT_USAGE, "--kernels cannot be combined with --tune, --scaling, --model or --ping, which"
			" measure whole stencils");
	return true;
}

static bool
bench_files(struct tool *tool, const struct arguments *a, struct error *error)
{
	struct bench bench = { .tool = tool, .arguments = a };
	struct scaling scaling = { .tool = tool, .arguments = a, .backend = &bench.backend, .candidates = &bench.candidates };
	struct choice choice = { .storages = a->storage, .accesses = a->access, .swaps = arguments_swaps(&tool->arena, a) };
	struct axes axes;
	struct unit *units;
	int count;
	bool good = scaling_begin(&scaling, error) && read_input(tool, a, &axes, &units, &count, error)
		&& bench_read_steps(&axes, &choice, error);

	if (good && a->patterns)
		return bench_write_patterns(tool, a, &axes, units, count, error);
	good = good && bench_open(&bench, &axes, units, count, error)
		&& bench_choose(&bench, &axes, &choice, units, count, error);
	scaling.environment = bench.environment;
	return scaling_is_wanted(a) ? scaling_run(&scaling, good, error) : good && measure_all(&bench, error);
}

static bool
run(struct tool *tool, const struct arguments *a, struct error *error)
{
	if (a->clear_cache)
		return tool_clear_cache(tool, false, error);
	return check(a, error) && (!a->no_cache || cache_use_temporary(error)) && bench_files(tool, a, error);
}

/* Completes what the command line leaves open. Meshes are measured in the order that they have. */
static void
choose_defaults(struct arguments *a, const struct arguments *defaults)
{
	if (a->tune)
		tune_widen(a);
	if (a->mesh && !a->order)
		a->order = "given";
	if (scaling_is_wanted(a))
		scaling_choose(a);
	arguments_complete(a, defaults);
	a->no_time |= a->profile;
	a->ncu &= !a->profile;
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
		choose_defaults(&arguments, &defaults);
		status = run(&tool, &arguments, &error) ? EXIT_GOOD : tool_report(&tool, &error);
	}
	return tool_close(&tool, status);
}
