#include "bench.h"
#include "environment.h"
#include "patterns.h"

#include <string.h>

/* A unit for each file and precision. */
static int
compile_files(struct tool *tool, const struct arguments *arguments, const struct axes *axes,
	struct unit **units)
{
	const int count = arguments->file_count*axes->precision_count;

	*units = arena_array(&tool->arena, struct unit, count);
	for (int i = 0; i < count; i++) {
		const char *path = arguments->files[i/axes->precision_count];

		/* Warnings come once. */
		tool->diagnostics.quiet = i % axes->precision_count != 0;
		compile_file(&tool->arena, &tool->diagnostics, path,
			axes->precisions[i % axes->precision_count], &(*units)[i]);
	}
	diagnostics_finish(&tool->diagnostics);
	return tool->diagnostics.errors ? EXIT_ERRORS : EXIT_GOOD;
}

/* By default a GPU's kernels are timed with and without an empty cache. */
static struct sampling
choose_sampling(const struct bench *bench, const struct axes *axes)
{
	struct sampling sampling = {
		.runs = bench->arguments->runs, .usual_clock = bench->backend.info.clock,
		.stopped = interrupted,
	};

	memcpy(sampling.caches, axes->caches, sizeof sampling.caches);
	if (!bench->arguments->cache) {
		sampling.caches[CACHE_HOT] = true;
		sampling.caches[CACHE_COLD] = bench->backend.kind == BACKEND_CUDA;
	}
	return sampling;
}

/* Tables and files from the rows. Returns a status. */
static int
report(struct bench *bench, struct results *results)
{
	const struct arguments *a = bench->arguments;
	char message[512];

	for (int i = 0; i < bench->sweep.count; i++)
		if (bench->sweep.candidates[i].row)
			results_add(results, bench->sweep.candidates[i].row);
	report_table(results, stdout);
	if (a->csv && !report_csv(results, a->csv, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->csv, message);
	if (a->svg && !report_svg(results, a->chart, a->svg, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->svg, message);
	if (a->json && !report_json(results, a->json, message, sizeof message))
		return tool_fail(bench->tool, EXIT_IO, "cannot write %s: %s", a->json, message);
	return EXIT_GOOD;
}

static int
check(const struct tool *tool, const struct arguments *a)
{
	if (!a->file_count)
		return tool_fail(tool, EXIT_USAGE, "no input file");
	if (a->align > 4096 || (a->align & (a->align - 1)))
		return tool_fail(tool, EXIT_USAGE, "--align takes a power of two up to 4096, not %d", a->align);
	if (a->chart && !chart_kind_exists(a->chart))
		return tool_fail(tool, EXIT_USAGE, "--chart takes bars, lines, heat or roofline, not '%s'",
			a->chart);
	return EXIT_GOOD;
}

static int
bench_files(struct tool *tool, const struct arguments *arguments)
{
	struct bench bench = { .tool = tool, .arguments = arguments };
	const struct choice choice = { .storages = arguments->storage, .accesses = arguments->access };
	struct choice chosen = choice;
	struct results results;
	struct axes axes;
	struct unit *units;
	char message[1024];
	int status = check_backend(tool, arguments->backend);

	if (!status)
		status = axes_read(&axes, tool, arguments);
	tool->templates.directory = arguments->templates;
	if (!status)
		status = compile_files(tool, arguments, &axes, &units);
	if (status)
		return status;
	if (arguments->patterns)
		return patterns_write(tool, &axes, arguments->storage, units,
			arguments->file_count*axes.precision_count, arguments->patterns);
	if (!backend_open(&tool->arena, arguments->backend, arguments->exact, &bench.backend, message,
			sizeof message))
		return tool_fail(tool, EXIT_IO, "%s", message);
	chosen.target = bench.backend.target;
	bench.sampling = choose_sampling(&bench, &axes);
	bench.environment = environment_describe(&tool->arena, &bench.backend);
	results_open(&results, &tool->arena, bench.environment, arguments->command);
	status = sweep_create(&bench.sweep, tool, &axes, &chosen, units,
		arguments->file_count*axes.precision_count, &bench.backend);
	if (!status && arguments->journal && !arguments->profile && !(bench.journal = journal_open(arguments->journal, &results,
			message, sizeof message)))
		status = tool_fail(tool, EXIT_IO, "%s", message);
	if (!status)
		status = bench_run(&bench);
	journal_close(bench.journal);
	if (!status && arguments->ncu && !arguments->profile)
		status = bench_count(&bench);
	if (!status && !arguments->profile)
		status = report(&bench, &results);
	return status ? status : bench.wrong ? EXIT_ERRORS : EXIT_GOOD;
}

int
main(int argc, char **argv)
{
	struct tool tool;
	struct arguments arguments = {
		.size = "512x512x64", .storage = "all", .access = "all", .fields = "soa",
		.precision = "double", .order = "zcurve", .block = "64x2x1", .backend = "auto", .runs = 20,
		.align = USUAL_ALIGNMENT,
	};
	int status;

	tool_open(&tool, "stencilbench");
	if (arguments_read(&arguments, &tool, PROGRAM_BENCH, argc, argv, &status)) {
		arguments.no_time |= arguments.profile;
		status = check(&tool, &arguments);
		if (!status)
			status = bench_files(&tool, &arguments);
		if (fflush(stdout) && !status)
			status = tool_fail(&tool, EXIT_IO, "cannot write to standard output");
	}
	arena_free(&tool.arena);
	return status;
}
