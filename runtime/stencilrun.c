#include "choose.h"
#include "execution.h"
#include "npy.h"
#include "tool.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
"Usage: stencilrun [OPTION]... FILE.stencil\n"
"       stencilrun --sample XxYxZ FILE.npy\n"
"Apply a stencil to arrays in .npy files: float or double, C order, (z,y,x), a\n"
"column field (y,x), a profile (z). With --sample, write an array to try it on.\n"
"\n"
"  --in FIELD=FILE    what an in or inout field holds\n"
"  --out FIELD=FILE   where an out or inout field goes; outside the domain an\n"
"                     out is 0, or what --swap says\n"
"  --param NAME=VALUE instead of the default\n"
"  --steps N          apply it N times\n"
"  --swap OUT:IN      begin with OUT = IN; after each step but the last exchange\n"
"                     the two\n"
"  --stencil NAME     which one, of several in the file\n"
"  --storage, --access, --fields, --order, --block, --backend, --precision\n"
"                     as for stencilbench, one each; default regular, idxvar, soa,\n"
"                     zcurve, 64x2x1, auto, that of the first real field\n"
"  --verify           compare the result with the interpreter\n"
"  -q                 print nothing\n"
"  --help, --version\n"
"\n"
"Exit status: 0 good, 1 errors in the input or a wrong result, 2 usage,\n"
"3 input/output, or the backend is not to be had.\n";

struct options {
	const char **ins, **outs, **params, **swaps;
	int in_count, out_count, param_count, swap_count, steps;
	const char *stencil, *storage, *access, *order, *block, *backend, *sample;
	enum layout layout;
	enum type precision; /* TYPE_NONE: as the data */
	bool verify, quiet;
};

enum option_code {
	OPT_IN = 256, OPT_OUT, OPT_PARAM, OPT_STEPS, OPT_SWAP, OPT_STENCIL, OPT_STORAGE, OPT_ACCESS,
	OPT_FIELDS, OPT_ORDER, OPT_BLOCK, OPT_BACKEND, OPT_PRECISION, OPT_SAMPLE, OPT_VERIFY, OPT_HELP,
	OPT_VERSION,
};

static const struct option long_options[] = {
	{ "in", required_argument, NULL, OPT_IN },
	{ "out", required_argument, NULL, OPT_OUT },
	{ "param", required_argument, NULL, OPT_PARAM },
	{ "steps", required_argument, NULL, OPT_STEPS },
	{ "swap", required_argument, NULL, OPT_SWAP },
	{ "stencil", required_argument, NULL, OPT_STENCIL },
	{ "storage", required_argument, NULL, OPT_STORAGE },
	{ "access", required_argument, NULL, OPT_ACCESS },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "order", required_argument, NULL, OPT_ORDER },
	{ "block", required_argument, NULL, OPT_BLOCK },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "precision", required_argument, NULL, OPT_PRECISION },
	{ "sample", required_argument, NULL, OPT_SAMPLE },
	{ "verify", no_argument, NULL, OPT_VERIFY },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static int
read_option(struct tool *tool, struct options *o, int code)
{
	switch (code) {
	case 'q':         o->quiet = true; break;
	case OPT_IN:      o->ins[o->in_count++] = optarg; break;
	case OPT_OUT:     o->outs[o->out_count++] = optarg; break;
	case OPT_PARAM:   o->params[o->param_count++] = optarg; break;
	case OPT_SWAP:    o->swaps[o->swap_count++] = optarg; break;
	case OPT_STENCIL: o->stencil = optarg; break;
	case OPT_STORAGE: o->storage = optarg; break;
	case OPT_ACCESS:  o->access = optarg; break;
	case OPT_ORDER:   o->order = optarg; break;
	case OPT_BLOCK:   o->block = optarg; break;
	case OPT_SAMPLE:  o->sample = optarg; break;
	case OPT_VERIFY:  o->verify = true; break;
	case OPT_FIELDS:
		return read_layout(tool, optarg, &o->layout);
	case OPT_BACKEND:
		if (!backend_exists(optarg))
			return tool_fail(tool, EXIT_USAGE, "unknown backend '%s' (there are: auto cuda openmp host)",
				optarg);
		o->backend = optarg;
		break;
	case OPT_PRECISION:
		if (strcmp(optarg, "double") && strcmp(optarg, "float"))
			return tool_fail(tool, EXIT_USAGE, "--precision takes double or float, not '%s'", optarg);
		o->precision = *optarg == 'd' ? TYPE_DOUBLE : TYPE_FLOAT;
		break;
	case OPT_STEPS:
		if (!read_count(optarg, INT_MAX, &o->steps))
			return tool_fail(tool, EXIT_USAGE, "--steps takes a number of at least 1, not '%s'", optarg);
		break;
	default:
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
		return EXIT_USAGE;
	}
	return EXIT_GOOD;
}

/* A job: a stencil, what it reads and what it writes. */
struct job {
	struct tool *tool;
	const struct options *options;
	struct unit unit;
	const struct plan *plan;
	const struct stencil *stencil;
	struct npy *arrays;      /* by field index; data NULL if not given */
	const char **in_paths;   /* by field index */
	const char **out_paths;
	const struct field **swapped_in; /* by field index of the out: its partner, or NULL */
	struct problem *problem;
};

static int
write_sample(struct tool *tool, const char *size_text, const char *path)
{
	struct npy array = { .ndim = 3, .element = sizeof (double) };
	char message[512];
	double *value;
	int size[3];
	bool good;

	if (!read_size(size_text, size))
		return tool_fail(tool, EXIT_USAGE, "'%s' is no size; one is 512x512x64", size_text);
	for (int a = 0; a < 3; a++)
		array.shape[a] = size[2 - a];
	array.data = value = malloc((size_t)size[0]*(size_t)size[1]*(size_t)size[2]*sizeof *value);
	if (!value)
		return tool_fail(tool, EXIT_IO, "out of memory");
	/* Waves of several lengths that no axis or level repeats. */
	for (int z = 0; z < size[2]; z++)
		for (int y = 0; y < size[1]; y++)
			for (int x = 0; x < size[0]; x++)
				*value++ = sin(0.05*x + 0.3*z)*cos(0.07*y - 0.2*z) + 0.1*sin(0.9*x*0.37 + 1.3*y);
	good = npy_write(path, &array, message, sizeof message);
	free(array.data);
	return good ? EXIT_GOOD : tool_fail(tool, EXIT_IO, "%s", message);
}

/* Finds the stencil in the file; of several, the one that is asked for. */
static int
choose_stencil(struct job *job)
{
	const char *name = job->options->stencil;

	for (int i = 0; i < job->unit.count; i++)
		if (name ? !strcmp(job->unit.plans[i]->stencil->name, name) : job->unit.count == 1)
			job->plan = job->unit.plans[i];
	if (!job->plan && name)
		return tool_fail(job->tool, EXIT_USAGE, "%s has no stencil '%s'", job->unit.source.path, name);
	if (!job->plan)
		return tool_fail(job->tool, EXIT_USAGE, "%s has %d stencils: choose one with --stencil",
			job->unit.source.path, job->unit.count);
	job->stencil = job->plan->stencil;
	return EXIT_GOOD;
}

/* The precision is known only when the data is, and that when the fields are. */
static int
compile(struct job *job, const char *path, enum type precision)
{
	if (job->unit.source.text)
		compile_text(&job->tool->arena, precision, &job->unit);
	else
		compile_file(&job->tool->arena, &job->tool->diagnostics, path, precision, &job->unit);
	if (job->tool->diagnostics.errors) {
		diagnostics_finish(&job->tool->diagnostics);
		return EXIT_ERRORS;
	}
	return choose_stencil(job);
}

/* Reads FIELD=PATH into paths[field]. */
static int
read_path(struct job *job, const char *text, bool out, const char **paths)
{
	const size_t length = strcspn(text, "=");
	const char *name = arena_strndup(&job->tool->arena, text, length);
	const struct field *field = find_field_named(job->stencil, name, length);
	const char *option = out ? "--out" : "--in";

	if (!text[length] || !text[length + 1])
		return tool_fail(job->tool, EXIT_USAGE, "%s %s: it takes FIELD=FILE", option, text);
	if (!field)
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' has no field '%s'%s", option,
			job->stencil->name, name, suggest_field(&job->tool->arena, job->stencil, name));
	if (field->role == (out ? ROLE_IN : ROLE_OUT))
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' is an %s field", option, name,
			out ? "in" : "out");
	if (paths[field->index])
		return tool_fail(job->tool, EXIT_USAGE, "%s: '%s' is given twice", option, name);
	paths[field->index] = text + length + 1;
	return EXIT_GOOD;
}

static int
read_paths(struct job *job)
{
	const struct options *o = job->options;
	int status = EXIT_GOOD;

	for (int i = 0; i < o->in_count && !status; i++)
		status = read_path(job, o->ins[i], false, job->in_paths);
	for (int i = 0; i < o->out_count && !status; i++)
		status = read_path(job, o->outs[i], true, job->out_paths);
	if (status)
		return status;
	if (!o->out_count)
		return tool_fail(job->tool, EXIT_USAGE, "nothing to write: give --out FIELD=FILE");
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (f->role != ROLE_OUT && !job->in_paths[f->index])
			return tool_fail(job->tool, EXIT_USAGE, "field '%s' is missing: give --in %s=FILE",
				f->name, f->name);
	return EXIT_GOOD;
}

static int
load(struct job *job)
{
	char message[512];

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (job->in_paths[f->index] && !npy_read(job->in_paths[f->index], &job->arrays[f->index],
				message, sizeof message))
			return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	return EXIT_GOOD;
}

/* The precision of the first real field that is given. */
static enum type
data_precision(const struct job *job)
{
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (f->declared == TYPE_REAL && job->arrays[f->index].data)
			return job->arrays[f->index].element == sizeof (float) ? TYPE_FLOAT : TYPE_DOUBLE;
	return TYPE_DOUBLE;
}

static const char *
shape_text(struct arena *arena, int ndim, const long long *shape)
{
	const char *text = "";

	for (int i = 0; i < ndim; i++)
		text = arena_printf(arena, "%s%s%lld", text, i ? "," : "", shape[i]);
	return arena_printf(arena, "(%s)", text);
}

/* The axes of a field's array, slowest first, as indices of x, y, z. */
static int
field_axes(const struct field *field, int axes[3])
{
	static const int point[] = { 2, 1, 0 }, column[] = { 1, 0 }, profile[] = { 2 };

	switch (field->shape) {
	case SHAPE_POINT:   memcpy(axes, point, sizeof point); return 3;
	case SHAPE_COLUMN:  memcpy(axes, column, sizeof column); return 2;
	case SHAPE_PROFILE: memcpy(axes, profile, sizeof profile); return 1;
	}
	return 0;
}

static int
check_array(struct job *job, const struct field *f, int size[3])
{
	static const char *const wanted[] = { "(z,y,x)", "(y,x)", "(z)" };
	const struct npy *array = &job->arrays[f->index];
	const char *path = job->in_paths[f->index];
	struct arena *arena = &job->tool->arena;
	int axes[3];
	const int ndim = field_axes(f, axes);

	if (array->element != (int)field_element(f))
		return tool_fail(job->tool, EXIT_ERRORS, "%s holds %s, but field '%s' is %s", path,
			array->element == sizeof (float) ? "float" : "double", f->name, type_name(f->type));
	if (array->ndim != ndim)
		return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but field '%s' needs %s", path,
			shape_text(arena, array->ndim, array->shape), f->name, wanted[f->shape]);
	for (int i = 0; i < ndim; i++) {
		if (!size[axes[i]])
			size[axes[i]] = array->shape[i] < 1 << 30 ? (int)array->shape[i] : 1 << 30;
		if (size[axes[i]] != array->shape[i])
			return tool_fail(job->tool, EXIT_ERRORS, "%s has shape %s, but other fields have %c = %d",
				path, shape_text(arena, array->ndim, array->shape), "xyz"[axes[i]], size[axes[i]]);
	}
	return EXIT_GOOD;
}

static int
check_arrays(struct job *job, int size[3])
{
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const int status = job->arrays[f->index].data ? check_array(job, f, size) : EXIT_GOOD;

		if (status)
			return status;
	}
	if (!size[0] || !size[1] || !size[2])
		return tool_fail(job->tool, EXIT_USAGE, "no field tells the size of the grid");
	return EXIT_GOOD;
}

static int
read_swaps(struct job *job)
{
	const struct options *o = job->options;

	if (o->swap_count && layouts[o->layout].points)
		return tool_fail(job->tool, EXIT_USAGE, "--swap exchanges arrays of one field: it needs"
			" --fields soa, not %s", layouts[o->layout].name);
	for (int i = 0; i < o->swap_count; i++) {
		const char *text = o->swaps[i];
		const size_t length = strcspn(text, ":");
		const char *second = text + length + (text[length] == ':');
		const struct field *out = find_field_named(job->stencil, text, length);
		const struct field *in = find_field_named(job->stencil, second, strlen(second));

		if (!out || !in || out->role != ROLE_OUT || in->role != ROLE_IN)
			return tool_fail(job->tool, EXIT_USAGE, "--swap %s: it takes OUT:IN, an out and an in field",
				text);
		if (out->type != in->type || in->shape != SHAPE_POINT)
			return tool_fail(job->tool, EXIT_USAGE, "--swap %s: the fields differ in type or shape", text);
		for (int j = 0; j < job->stencil->field_count; j++)
			if (job->swapped_in[j] == in || job->swapped_in[out->index])
				return tool_fail(job->tool, EXIT_USAGE, "--swap %s: a field is exchanged twice", text);
		job->swapped_in[out->index] = in;
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next)
		if (o->steps > 1 && f->role == ROLE_OUT && !job->swapped_in[f->index] && !o->swap_count)
			return tool_fail(job->tool, EXIT_USAGE, "--steps %d needs --swap: each step would compute"
				" the same '%s'", o->steps, f->name);
	return EXIT_GOOD;
}

static int
read_params(struct job *job)
{
	bool *given = arena_array(&job->tool->arena, bool, job->stencil->param_count + 1);
	const char *message;

	for (int i = 0; i < job->options->param_count; i++)
		if (!read_param(&job->tool->arena, job->stencil, job->options->params[i],
				job->problem->params, given, &message))
			return tool_fail(job->tool, EXIT_USAGE, "%s", message);
	for (const struct param *p = job->stencil->params; p; p = p->next)
		if (!p->value && !given[p->index])
			return tool_fail(job->tool, EXIT_USAGE, "param '%s' has no default: give --param %s=VALUE",
				p->name, p->name);
	return EXIT_GOOD;
}

/* Moves the arrays into the problem; outs start as 0 or as their partner. */
static int
fill_problem(struct job *job)
{
	struct problem *problem = job->problem;

	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		problem->fields[f->index] = job->arrays[f->index].data;
		job->arrays[f->index].data = NULL;
	}
	for (const struct field *f = job->stencil->fields; f; f = f->next) {
		const size_t count = problem_elements(problem, f), size = field_element(f);
		const struct field *partner = job->swapped_in[f->index];

		if (problem->fields[f->index])
			continue;
		problem->fields[f->index] = calloc(count, size);
		if (!problem->fields[f->index])
			return tool_fail(job->tool, EXIT_IO, "out of memory");
		if (partner)
			memcpy(problem->fields[f->index], problem->fields[partner->index], count*size);
	}
	return EXIT_GOOD;
}

static void
exchange(void **fields, const struct job *job)
{
	for (int out = 0; out < job->stencil->field_count; out++) {
		const struct field *in = job->swapped_in[out];

		if (in) {
			void *kept = fields[out];

			fields[out] = fields[in->index];
			fields[in->index] = kept;
		}
	}
}

/* Lets the interpreter do all steps, on copies of the data. */
static int
solve(struct job *job, bool bounds)
{
	struct problem *problem = job->problem;
	const int count = job->stencil->field_count;
	void **original = arena_array(&job->tool->arena, void *, count + 1);
	char message[512];
	bool good = true;

	for (const struct field *f = job->stencil->fields; f && good; f = f->next) {
		const size_t bytes = problem_elements(problem, f)*field_element(f);

		original[f->index] = problem->fields[f->index];
		problem->fields[f->index] = malloc(bytes);
		good = problem->fields[f->index] != NULL;
		if (good)
			memcpy(problem->fields[f->index], original[f->index], bytes);
	}
	snprintf(message, sizeof message, "out of memory");
	for (int step = 0; step < job->options->steps && good; step++) {
		good = problem_solve(problem, bounds, message, sizeof message);
		for (int i = 0; i < count && good && step < job->options->steps - 1; i++)
			if (problem->expected[i]) {
				free(problem->fields[i]);
				problem->fields[i] = problem->expected[i];
				problem->expected[i] = NULL;
			}
		if (step < job->options->steps - 1)
			exchange(problem->fields, job);
	}
	for (int i = 0; i < count; i++) {
		free(problem->fields[i]);
		problem->fields[i] = original[i];
	}
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_ERRORS, "%s", message);
}

static int
apply(struct job *job, struct execution *x, kernel_run *run, struct stencil_block block)
{
	for (int step = 0; step < job->options->steps; step++) {
		const struct call call = execution_call(x, run, block);
		const int status = x->device->run(&call);

		if (status)
			return tool_fail(job->tool, EXIT_IO, "the kernel failed: %s", x->device->error(status));
		if (step < job->options->steps - 1)
			exchange(x->fields, job);
	}
	return EXIT_GOOD;
}

static int
judge(struct job *job, struct execution *x)
{
	struct verdict verdict;
	char message[512];

	if (!execution_compare(x, &verdict, message, sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (!verdict_is_good(&verdict))
		return tool_fail(job->tool, EXIT_ERRORS, "wrong result, nothing is written: %.0f of %.0f points"
			" differ; %s", verdict.different, verdict.points, verdict.first);
	return EXIT_GOOD;
}

/* Writes a field's result beside its place. Two fields need two places. */
static bool
draft(struct job *job, const struct execution *x, const struct field *f, struct npy_draft *drafts,
	char *message, size_t room)
{
	struct npy array = { .element = (int)field_element(f), .data = job->problem->fields[f->index] };
	const char *path = job->out_paths[f->index];
	int axes[3];

	array.ndim = field_axes(f, axes);
	for (int i = 0; i < array.ndim; i++)
		array.shape[i] = job->problem->size[axes[i]];
	if (!execution_fetch(x, f, message, room)
			|| !npy_draft_write(&drafts[f->index], path, &array, message, room))
		return false;
	for (int i = 0; i < f->index; i++)
		if (drafts[i].target && !strcmp(drafts[i].target, drafts[f->index].target)) {
			snprintf(message, room, "%s: two fields cannot go there", path);
			return false;
		}
	return true;
}

/* Writes all results beside their places first, so that all appear or none. */
static int
save(struct job *job, const struct execution *x)
{
	const int count = job->stencil->field_count;
	struct npy_draft *drafts = arena_array(&job->tool->arena, struct npy_draft, count + 1);
	char message[512];
	bool good = true;

	for (const struct field *f = job->stencil->fields; f && good; f = f->next)
		good = !job->out_paths[f->index] || draft(job, x, f, drafts, message, sizeof message);
	for (int i = 0; i < count && good; i++)
		good = !drafts[i].name || npy_draft_keep(&drafts[i], message, sizeof message);
	for (int i = 0; i < count; i++)
		npy_draft_free(&drafts[i]);
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s", message);
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9*(double)time.tv_nsec;
}

static int
execute(struct job *job, const struct backend *backend, const struct built *kernel,
	const struct order *order, struct stencil_block block)
{
	const struct options *o = job->options;
	char message[512];
	struct grid *grid = execution_grid(&job->tool->arena, job->problem, &kernel->variant, order,
		message, sizeof message);
	struct execution *x = grid ? execution_create(backend->device, job->problem,
		kernel->variant.layout, grid, message, sizeof message) : NULL;
	double start, seconds;
	int status;

	if (!x)
		return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	if (!execution_fill_constant(x, kernel->upload, message, sizeof message)) {
		execution_free(x);
		return tool_fail(job->tool, EXIT_ERRORS, "%s", message);
	}
	start = now();
	status = apply(job, x, kernel->run, block);
	seconds = now() - start;
	if (!status && o->verify)
		status = judge(job, x);
	if (!status)
		status = save(job, x);
	execution_free(x);
	if (!status && !o->quiet)
		printf("%s on %s (%s): %.0f points, %d step%s in %.2f ms%s\n", kernel->name,
			backend_names[backend->kind], backend->info.name, problem_points(job->problem),
			o->steps, o->steps == 1 ? "" : "s", 1e3*seconds,
			o->verify ? ", equal to the interpreter" : "");
	return status;
}

static int
run(struct job *job)
{
	const struct options *o = job->options;
	struct choice choice = {
		.storages = o->storage, .accesses = o->access, .layout = o->layout,
		.precision = o->precision,
	};
	struct backend backend;
	struct built kernel = { .plan = job->plan };
	struct variant *variants;
	struct order order;
	char message[1024];
	const char *why;
	int shape[3], count, status;
	const bool exact = is_exact(job->plan);

	if (!order_parse(o->order, &order))
		return tool_fail(job->tool, EXIT_USAGE, "'%s' is no order; there are row, zcurve[:WIDTH],"
			" hilbert and random[:SEED]", o->order);
	if (!read_size(o->block, shape))
		return tool_fail(job->tool, EXIT_USAGE, "'%s' is no block; one is 64x2x1", o->block);
	if (!backend_open(&job->tool->arena, o->backend, o->verify, &backend, message, sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (o->verify && o->steps > 1 && backend.kind == BACKEND_CUDA && !exact)
		return tool_fail(job->tool, EXIT_USAGE, "'%s' calls functions of which a GPU has its own:"
			" --verify can judge one step only", job->stencil->name);
	choice.target = backend.target;
	variants = choose_variants(&job->tool->arena, job->plan, &choice, &count, &why);
	if (!variants)
		return tool_fail(job->tool, EXIT_USAGE, "%s", why);
	if (count > 1)
		return tool_fail(job->tool, EXIT_USAGE, "choose one storage and one access");
	kernel.variant = variants[0];
	why = backend.target == TARGET_openmp ? NULL : why_block_illegal(kernel.variant.access, shape);
	if (why)
		return tool_fail(job->tool, EXIT_USAGE, "%s has no block %s: %s",
			accesses[kernel.variant.access].name, o->block, why);
	if (!backend_build(&backend, &job->tool->templates, &job->unit.source, &kernel, 1, message,
			sizeof message))
		return tool_fail(job->tool, EXIT_IO, "%s", message);
	if (o->verify) {
		status = solve(job, backend.kind == BACKEND_CUDA && !exact);
		if (status)
			return status;
	}
	return execute(job, &backend, &kernel, &order,
		(struct stencil_block){ shape[0], shape[1], shape[2] });
}

static int
run_file(struct tool *tool, struct options *o, const char *path)
{
	struct job job = { .tool = tool, .options = o };
	int size[3] = { 0 }, count, status;

	status = compile(&job, path, TYPE_DOUBLE);
	if (status)
		return status;
	count = job.stencil->field_count + 1;
	job.arrays = arena_array(&tool->arena, struct npy, count);
	job.in_paths = arena_array(&tool->arena, const char *, count);
	job.out_paths = arena_array(&tool->arena, const char *, count);
	job.swapped_in = arena_array(&tool->arena, const struct field *, count);
	status = read_paths(&job);
	if (!status)
		status = load(&job);
	if (!status && !o->precision)
		o->precision = data_precision(&job);
	if (!status && o->precision == TYPE_FLOAT) {
		tool->diagnostics.quiet = true; /* warnings are out already */
		status = compile(&job, path, TYPE_FLOAT);
	}
	if (!status)
		status = check_arrays(&job, size);
	if (!status)
		status = read_swaps(&job);
	if (!status) {
		job.problem = problem_create(job.plan, size);
		status = job.problem ? read_params(&job) : tool_fail(tool, EXIT_IO, "out of memory");
	}
	if (!status)
		status = fill_problem(&job);
	if (!status && problem_points(job.problem) == 0)
		status = tool_fail(tool, EXIT_ERRORS, "nothing to compute: %dx%dx%d cells are all within the"
			" halo of '%s'", size[0], size[1], size[2], job.stencil->name);
	if (!status)
		status = run(&job);
	for (int i = 0; i < count; i++)
		npy_free(&job.arrays[i]);
	problem_free(job.problem);
	return status;
}

int
main(int argc, char **argv)
{
	struct tool tool;
	struct options o = {
		.steps = 1, .storage = "regular", .access = "idxvar", .order = "zcurve", .block = "64x2x1",
		.backend = "auto",
	};
	int code, status = EXIT_GOOD;

	tool_open(&tool, "stencilrun");
	o.ins = arena_array(&tool.arena, const char *, argc);
	o.outs = arena_array(&tool.arena, const char *, argc);
	o.params = arena_array(&tool.arena, const char *, argc);
	o.swaps = arena_array(&tool.arena, const char *, argc);
	argv[0] = "stencilrun";
	while (!status && (code = getopt_long(argc, argv, "q", long_options, NULL)) != -1) {
		if (code == OPT_HELP || code == OPT_VERSION) {
			fputs(code == OPT_HELP ? help : "stencilrun " VERSION "\n", stdout);
			return fflush(stdout) ? EXIT_IO : EXIT_GOOD;
		}
		status = read_option(&tool, &o, code);
	}
	if (!status && argc - optind != 1)
		status = tool_fail(&tool, EXIT_USAGE, argc == optind ? "no input file" : "more than one file");
	if (!status)
		status = o.sample ? write_sample(&tool, o.sample, argv[optind]) : run_file(&tool, &o, argv[optind]);
	if (fflush(stdout) && !status)
		status = tool_fail(&tool, EXIT_IO, "cannot write to standard output");
	arena_free(&tool.arena);
	return status;
}
