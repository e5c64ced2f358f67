#include "choose.h"
#include "execution.h"
#include "measure.h"
#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
"Usage: stencilbench [OPTION]... FILE.stencil...\n"
"Verify kernels against the interpreter, then time them.\n"
"\n"
"  --size XxYxZ       cells, halo included; default 512x512x64\n"
"  --storage LIST     default: all that are legal\n"
"  --access LIST      default: all that are legal\n"
"  --fields LAYOUT    soa (default), aos, aosoa: arrays of fields, or of structs;\n"
"                     aos_in, aosoa_in: of structs of the in fields\n"
"  --levels-per-thread N\n"
"                     of access zslice: 1 to 1024, default 8\n"
"  --order LIST       of columns: row, zcurve[:WIDTH], hilbert, random[:SEED];\n"
"                     default zcurve; means nothing to regular grids\n"
"  --block LIST       threads, as 64x2x1; the best one is shown\n"
"  --precision TYPE   double (default) or float\n"
"  --backend NAME     auto (default): cuda where there is a GPU and nvcc, else\n"
"                     openmp; host runs the CUDA text on the CPU, slowly\n"
"  --param NAME=VALUE instead of the default\n"
"  --runs N           samples, default 20\n"
"  --templates DIR    use these templates instead of the built-in ones\n"
"  --exact            no contraction on a GPU, and results bit for bit\n"
"  --no-time          verify only\n"
"  --csv FILE         one line for each kernel, order and block\n"
"  --help, --version\n"
"\n"
"Exit status: 0 good, 1 a kernel is wrong or the input has errors, 2 usage,\n"
"3 input/output, or the backend is not to be had.\n";

struct options {
	int size[3];
	struct choice choice;
	const char *orders, *blocks, *backend, *csv;
	const char **params;
	int param_count, runs;
	bool exact, no_time;
};

enum option_code {
	OPT_SIZE = 256, OPT_STORAGE, OPT_ACCESS, OPT_FIELDS, OPT_ORDER, OPT_BLOCK, OPT_PRECISION, OPT_BACKEND,
	OPT_PARAM, OPT_RUNS, OPT_LEVELS, OPT_EXACT, OPT_NO_TIME, OPT_CSV, OPT_TEMPLATES, OPT_HELP, OPT_VERSION,
};

static const struct option long_options[] = {
	{ "size", required_argument, NULL, OPT_SIZE },
	{ "storage", required_argument, NULL, OPT_STORAGE },
	{ "access", required_argument, NULL, OPT_ACCESS },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "levels-per-thread", required_argument, NULL, OPT_LEVELS },
	{ "order", required_argument, NULL, OPT_ORDER },
	{ "block", required_argument, NULL, OPT_BLOCK },
	{ "precision", required_argument, NULL, OPT_PRECISION },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "param", required_argument, NULL, OPT_PARAM },
	{ "runs", required_argument, NULL, OPT_RUNS },
	{ "exact", no_argument, NULL, OPT_EXACT },
	{ "no-time", no_argument, NULL, OPT_NO_TIME },
	{ "csv", required_argument, NULL, OPT_CSV },
	{ "templates", required_argument, NULL, OPT_TEMPLATES },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static int
read_option(struct tool *tool, struct options *o, int code)
{
	switch (code) {
	case OPT_STORAGE: o->choice.storages = optarg; break;
	case OPT_ACCESS:  o->choice.accesses = optarg; break;
	case OPT_ORDER:   o->orders = optarg; break;
	case OPT_BLOCK:   o->blocks = optarg; break;
	case OPT_PARAM:   o->params[o->param_count++] = optarg; break;
	case OPT_EXACT:   o->exact = true; break;
	case OPT_NO_TIME: o->no_time = true; break;
	case OPT_CSV:     o->csv = optarg; break;
	case OPT_TEMPLATES: tool->templates.directory = optarg; break;
	case OPT_FIELDS:
		return read_layout(tool, optarg, &o->choice.layout);
	case OPT_SIZE:
		if (!read_size(optarg, o->size))
			return tool_fail(tool, EXIT_USAGE, "'%s' is no size; one is 512x512x64", optarg);
		break;
	case OPT_BACKEND:
		if (!backend_exists(optarg))
			return tool_fail(tool, EXIT_USAGE, "unknown backend '%s' (there are: auto cuda openmp host)",
				optarg);
		o->backend = optarg;
		break;
	case OPT_PRECISION:
		if (strcmp(optarg, "double") && strcmp(optarg, "float"))
			return tool_fail(tool, EXIT_USAGE, "--precision takes double or float, not '%s'", optarg);
		o->choice.precision = *optarg == 'd' ? TYPE_DOUBLE : TYPE_FLOAT;
		break;
	case OPT_RUNS:
		if (!read_count(optarg, 100000, &o->runs))
			return tool_fail(tool, EXIT_USAGE, "--runs takes a number from 1 to 100000, not '%s'", optarg);
		break;
	case OPT_LEVELS:
		if (!read_count(optarg, 1024, &o->choice.levels_per_thread))
			return tool_fail(tool, EXIT_USAGE, "--levels-per-thread takes a number from 1 to 1024,"
				" not '%s'", optarg);
		break;
	default:
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
		return EXIT_USAGE;
	}
	return EXIT_GOOD;
}

/* A stencil's kernels and data in one run. */
struct bench {
	struct tool *tool;
	const struct options *options;
	struct backend *backend;
	struct report *report;
	struct built *kernels;
	struct problem *problem;
	const char **orders, **blocks;
	int wrong;
	const char *refused; /* why the last block was not for its kernel */
};

/* Runs a kernel once and compares. Returns a status. */
static int
verify(struct bench *b, struct execution *x, const struct call *call, struct row *row)
{
	char message[512];
	struct verdict verdict;
	int status;

	if (!execution_reset(x, message, sizeof message))
		return tool_fail(b->tool, EXIT_IO, "%s", message);
	status = x->device->run(call);
	if (status) {
		row->verified = false;
		snprintf(row->note, sizeof row->note, "%s", x->device->error(status));
		b->wrong++;
		return EXIT_GOOD;
	}
	if (!execution_compare(x, &verdict, message, sizeof message))
		return tool_fail(b->tool, EXIT_IO, "%s", message);
	row->verified = verdict_is_good(&verdict);
	row->skipped = verdict.skipped;
	if (!row->verified) {
		fprintf(stderr, "%s: %s is wrong: %.0f of %.0f points differ, %.0f skipped; %s\n",
			b->tool->name, row->kernel, verdict.different, verdict.points, verdict.skipped,
			verdict.first);
		snprintf(row->note, sizeof row->note, "wrong");
		b->wrong++;
	}
	return EXIT_GOOD;
}

static int
time_kernel(struct bench *b, struct execution *x, const struct call *call, struct row *row)
{
	double *seconds = arena_array(&b->tool->arena, double, b->options->runs);
	const int status = x->device->time_call(call, b->options->runs, seconds);

	if (status)
		return tool_fail(b->tool, EXIT_IO, "cannot time %s: %s", row->kernel,
			x->device->error(status));
	row->time = statistics(seconds, b->options->runs);
	return EXIT_GOOD;
}

static int
bench_block(struct bench *b, struct execution *x, const struct built *kernel, const char *order,
	const char *block)
{
	struct row row = {
		.kernel = kernel->name, .stencil = kernel->plan->stencil->name,
		.storage = storages[kernel->variant.storage].name,
		.access = accesses[kernel->variant.access].name,
		.fields = layouts[kernel->variant.layout].name,
		.order = order, .block = block,
		.points = problem_points(b->problem), .bytes = problem_bytes(b->problem),
		.table_bytes = (x->grid->entries + (x->grid->pattern ? (size_t)x->grid->view.stride : 0))*sizeof (int),
	};
	const char *why;
	int shape[3] = { 1, 1, 1 }, status;
	struct call call;

	read_size(block, shape);
	why = why_block_illegal(kernel->variant.target, kernel->variant.access, shape);
	if (why) {
		b->refused = why;
		return EXIT_GOOD;
	}
	call = execution_call(x, kernel->run, (struct stencil_block){ shape[0], shape[1], shape[2] });
	status = verify(b, x, &call, &row);
	if (!status && row.verified && !b->options->no_time)
		status = time_kernel(b, x, &call, &row);
	report_add(b->report, &row);
	return status;
}

/* A kernel that this grid does not allow is a result, not a failure. */
static void
report_impossible(struct bench *b, const struct built *kernel, const char *order, const char *why)
{
	struct row row = {
		.kernel = kernel->name, .stencil = kernel->plan->stencil->name,
		.storage = storages[kernel->variant.storage].name,
		.access = accesses[kernel->variant.access].name,
		.fields = layouts[kernel->variant.layout].name,
		.order = arena_printf(&b->tool->arena, "%s", order), .block = "-",
		.points = problem_points(b->problem), .bytes = problem_bytes(b->problem),
	};

	snprintf(row.note, sizeof row.note, "%.*s", (int)sizeof row.note - 1, why);
	report_add(b->report, &row);
}

static int
bench_order(struct bench *b, const struct built *kernel, const char *text)
{
	char message[512], name[40];
	struct execution *x;
	struct grid *grid;
	struct order order;
	int status = EXIT_GOOD;

	order_parse(text, &order);
	order_format(&order, name, sizeof name);
	grid = execution_grid(&b->tool->arena, b->problem, &kernel->variant, &order, message, sizeof message);
	x = grid ? execution_create(b->backend->device, b->problem, kernel->variant.layout, grid,
		message, sizeof message) : NULL;
	if (!x)
		return tool_fail(b->tool, EXIT_ERRORS, "%s: %s", kernel->name, message);
	if (!execution_fill_constant(x, kernel->upload, message, sizeof message)) {
		report_impossible(b, kernel, name, message);
		execution_free(x);
		return EXIT_GOOD;
	}
	for (const char **block = b->blocks; *block && !status; block++)
		status = bench_block(b, x, kernel, grid->spec.regular ? "-"
			: arena_printf(&b->tool->arena, "%s", name), *block);
	execution_free(x);
	if (b->refused && !b->blocks[1])
		fprintf(stderr, "%s: %s has no block %s: %s\n", b->tool->name, kernel->name, b->blocks[0],
			b->refused);
	b->refused = NULL;
	return status;
}

static int
time_copies(struct bench *b)
{
	const int runs = b->options->runs;
	double *seconds = arena_array(&b->tool->arena, double, runs);
	const struct device *device = b->backend->device;
	const double bytes = problem_bytes(b->problem);
	struct yardstick yardstick = { .bytes = bytes };
	int status = device->time_copy((size_t)bytes, runs, seconds);

	yardstick.copy = statistics(seconds, runs);
	if (!status)
		status = device->time_memcpy((size_t)bytes, runs, seconds);
	if (status)
		return tool_fail(b->tool, EXIT_IO, "cannot time a copy: %s", device->error(status));
	yardstick.memcpy = statistics(seconds, runs);
	report_yardstick(b->report, &yardstick);
	return EXIT_GOOD;
}

static struct problem *
make_problem(struct bench *b, const struct plan *plan, int *status)
{
	const bool bounds = b->backend->kind == BACKEND_CUDA && !(b->options->exact && is_exact(plan));
	bool *given = arena_array(&b->tool->arena, bool, plan->stencil->param_count + 1);
	struct problem *problem = problem_create(plan, b->options->size);
	const char *text;
	char message[512];

	*status = EXIT_GOOD;
	for (int i = 0; problem && i < b->options->param_count && !*status; i++)
		if (!read_param(&b->tool->arena, plan->stencil, b->options->params[i], problem->params,
				given, &text))
			*status = tool_fail(b->tool, EXIT_USAGE, "%s", text);
	if (!problem || *status)
		return problem;
	problem_fill(problem, 1);
	if (!problem_solve(problem, bounds, message, sizeof message))
		*status = tool_fail(b->tool, EXIT_ERRORS, "%s", message);
	return problem;
}

static int
bench_stencil(struct bench *b, const struct unit *unit, const struct plan *plan)
{
	struct arena *arena = &b->tool->arena;
	struct choice choice = b->options->choice;
	const char *why;
	char message[1024];
	struct variant *variants;
	int count, status;

	choice.target = b->backend->target;
	variants = choose_variants(arena, plan, &choice, &count, &why);
	if (!variants)
		return tool_fail(b->tool, EXIT_USAGE, "%s", why);
	b->kernels = arena_array(arena, struct built, count);
	for (int i = 0; i < count; i++)
		b->kernels[i] = (struct built){ .plan = plan, .variant = variants[i] };
	if (!backend_build(b->backend, &b->tool->templates, &unit->source, b->kernels, count,
			message, sizeof message))
		return tool_fail(b->tool, EXIT_IO, "%s", message);
	b->problem = make_problem(b, plan, &status);
	if (b->problem && !status && !b->options->no_time)
		status = time_copies(b);
	for (int i = 0; i < count && !status; i++)
		for (const char **order = b->orders; *order && !status; order++)
			if (order == b->orders || !storages[variants[i].storage].regular)
				status = bench_order(b, &b->kernels[i], *order);
	problem_free(b->problem);
	return status;
}

static int
check_lists(const struct bench *b)
{
	struct order order;
	int shape[3];

	for (const char **text = b->orders; *text; text++)
		if (!order_parse(*text, &order))
			return tool_fail(b->tool, EXIT_USAGE, "'%s' is no order; there are row, zcurve[:WIDTH],"
				" hilbert and random[:SEED]", *text);
	for (const char **text = b->blocks; *text; text++)
		if (!read_size(*text, shape))
			return tool_fail(b->tool, EXIT_USAGE, "'%s' is no block; one is 64x2x1", *text);
	return EXIT_GOOD;
}

static int
bench_files(struct tool *tool, const struct options *o, char **files, int file_count,
	const char *command)
{
	struct unit *units = arena_array(&tool->arena, struct unit, file_count);
	struct backend backend;
	struct report *report;
	struct bench bench = {
		.tool = tool, .options = o, .backend = &backend,
		.orders = split(&tool->arena, o->orders), .blocks = split(&tool->arena, o->blocks),
	};
	char message[1024];
	int status = check_lists(&bench);

	if (status)
		return status;
	for (int i = 0; i < file_count; i++)
		compile_file(&tool->arena, &tool->diagnostics, files[i], o->choice.precision, &units[i]);
	diagnostics_finish(&tool->diagnostics);
	if (tool->diagnostics.errors)
		return EXIT_ERRORS;
	if (!backend_open(&tool->arena, o->backend, o->exact, &backend, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "%s", message);
	if (backend.kind == BACKEND_OPENMP)
		bench.blocks = split(&tool->arena, "1x1x1");
	report = bench.report = report_open(&tool->arena, &backend, o->size,
		type_name(o->choice.precision), o->runs, command);
	for (int i = 0; i < file_count && !status; i++)
		for (int s = 0; s < units[i].count && !status; s++)
			status = bench_stencil(&bench, &units[i], units[i].plans[s]);
	report_table(report, stdout);
	if (!status && o->csv && !report_csv(report, o->csv, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "cannot write %s: %s", o->csv, message);
	return status ? status : bench.wrong ? EXIT_ERRORS : EXIT_GOOD;
}

int
main(int argc, char **argv)
{
	struct tool tool;
	struct options options = {
		.size = { 512, 512, 64 }, .choice = { .precision = TYPE_DOUBLE }, .orders = "zcurve",
		.blocks = "64x2x1", .backend = "auto", .runs = 20,
	};
	const char *command = "stencilbench";
	int code, status = EXIT_GOOD;

	tool_open(&tool, "stencilbench");
	for (int i = 1; i < argc; i++)
		command = arena_printf(&tool.arena, "%s %s", command, argv[i]);
	options.params = arena_array(&tool.arena, const char *, argc);
	argv[0] = "stencilbench";
	while (!status && (code = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		if (code == OPT_HELP || code == OPT_VERSION) {
			fputs(code == OPT_HELP ? help : "stencilbench " VERSION "\n", stdout);
			return fflush(stdout) ? EXIT_IO : EXIT_GOOD;
		}
		status = read_option(&tool, &options, code);
	}
	if (!status && optind == argc)
		status = tool_fail(&tool, EXIT_USAGE, "no input file");
	if (!status)
		status = bench_files(&tool, &options, argv + optind, argc - optind, command);
	if (fflush(stdout) && !status)
		status = tool_fail(&tool, EXIT_IO, "cannot write to standard output");
	arena_free(&tool.arena);
	return status;
}
