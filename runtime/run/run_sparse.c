#include "generator/variants/choose.h"
#include "runtime/run/run_sparse.h"

#include "runtime/formats/clock.h"

#include <math.h>
#include <stdlib.h>

/* What a kernel is applied to. */
struct sparse_job {
	struct job *job;
	struct sparse_grid grid;
	struct sparse_problem problem;
	struct built kernel;
};

static int
fail(const struct sparse_job *s, int status, const char *message)
{
	return tool_fail(s->job->tool, status, "%s", message);
}

/* What a kernel writes. */
static const struct field *
written(const struct sparse_job *s)
{
	return s->problem.v ? s->problem.v : s->problem.u;
}

static struct npy *
results_of(const struct sparse_job *s)
{
	return &s->job->arrays[written(s)->index];
}

static int
read_all_params(struct sparse_job *s)
{
	const struct job *job = s->job;
	bool *given = arena_array(&job->tool->arena, bool, job->stencil->param_count + 1);
	const char *message;

	s->problem.params = arena_array(&job->tool->arena, double, job->stencil->param_count + 1);
	for (const struct param *p = job->stencil->params; p; p = p->next)
		s->problem.params[p->index] = param_default(p);
	for (int i = 0; i < job->options->params.count; i++)
		if (!read_param(&job->tool->arena, job->stencil, job->options->params.items[i],
				s->problem.params, given, &message))
			return fail(s, EXIT_USAGE, message);
	for (const struct param *p = job->stencil->params; p; p = p->next)
		if (!p->value && !given[p->index])
			return tool_fail(job->tool, EXIT_USAGE, "param '%s' has no default: give --param %s=VALUE",
				p->name, p->name);
	return EXIT_GOOD;
}

static int
check_array(const struct sparse_job *s, const struct field *f, int ndim)
{
	const struct npy *array = &s->job->arrays[f->index];
	const size_t element = field_element(f);

	if (array->element != (int)element)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: '%s' is %s", s->job->in_paths[f->index],
			f->name, type_name(f->type));
	if (array->ndim != ndim)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: %d dimensions; '%s' has %d",
			s->job->in_paths[f->index], array->ndim, f->name, ndim);
	return EXIT_GOOD;
}

/* Samples or checks the field. */
static int
check_values(struct sparse_job *s)
{
	struct job *job = s->job;
	const struct field *u = s->problem.u;
	struct npy *array = &job->arrays[u->index];
	const int points = s->grid.group[s->grid.level];
	const char *formula = job->formulas[u->index];
	const int status = formula ? sparse_sample(job->tool, u->name, formula, &s->grid,
		(int)field_element(u), array) : check_array(s, u, 1);

	if (!status && array->shape[0] != points)
		return tool_fail(job->tool, EXIT_ERRORS, "%s: %lld values; a sparse grid of %d dimensions and"
			" %d levels%s has %d", job->in_paths[u->index], array->shape[0], s->grid.dim,
			s->grid.level, s->grid.padded ? ", padded," : "", points);
	s->problem.values = array->data;
	return status;
}

/* Checks the probes, and makes room for what there will be at them. */
static int
check_probes(struct sparse_job *s)
{
	const struct field *x = s->problem.x, *v = s->problem.v;
	const struct npy *array;
	struct npy *results;
	int status;

	if (!x)
		return EXIT_GOOD;
	array = &s->job->arrays[x->index];
	status = check_array(s, x, 2);
	if (!status && array->shape[1] != s->grid.dim)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: %lld coordinates a probe; the grid has %d"
			" dimensions", s->job->in_paths[x->index], array->shape[1], s->grid.dim);
	if (!status && array->shape[0] > MOST_PROBES)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: more than %d probes",
			s->job->in_paths[x->index], MOST_PROBES);
	if (status)
		return status;
	s->problem.probes = (int)array->shape[0];
	s->problem.coordinates = array->data;
	results = &s->job->arrays[v->index];
	*results = (struct npy){ .ndim = 1, .shape = { s->problem.probes }, .element = (int)field_element(v) };
	results->data = calloc((size_t)s->problem.probes + 1, (size_t)results->element);
	return results->data ? EXIT_GOOD : fail(s, EXIT_IO, "out of memory");
}

static int
choose_kernel(struct sparse_job *s, const struct backend *backend)
{
	static const char *const usual[2][2] = { { "trees", "tree" }, { "edges", "tree" } };
	const struct arguments *o = s->job->options;
	const bool cpu = backend->target == TARGET_openmp;
	const struct choice choice = {
		.storages = o->storage, .layout = s->job->layout, .target = backend->target,
		.precision = s->job->precision == TYPE_FLOAT ? TYPE_FLOAT : TYPE_DOUBLE,
		.dim = o->dim, .level = o->level, .padded = o->pad,
		.accesses = o->access ? o->access : cpu && !s->problem.x && o->level > SPARSE_EDGES_LEVELS
			? "ichg1_ctz" : usual[cpu][s->problem.x != NULL],
	};
	const char *message;
	int count;
	const struct variant *variants = choose_variants(&s->job->tool->arena, s->job->plan,
		&choice, &count, &message);

	if (!variants)
		return fail(s, EXIT_USAGE, message);
	if (count > 1)
		return fail(s, EXIT_USAGE, "choose one access");
	s->kernel = (struct built){ .plan = s->job->plan, .variant = variants[0] };
	s->grid = *variants[0].sparse;
	return EXIT_GOOD;
}

/* Applies the kernel on the device, as often as it is to be. */
static int
apply(const struct sparse_job *s, struct sparse_device *x, double *seconds)
{
	const struct tool *tool = s->job->tool;
	const struct call call = sparse_device_call(x, &s->kernel);
	const int steps = s->problem.v ? 1 : s->job->options->steps;
	char message[512];
	double start;
	int status = 0;

	if (!sparse_device_fill_constant(x, &s->kernel, message, sizeof message))
		return fail(s, EXIT_IO, message);
	start = now();
	for (int step = 0; step < steps && !status; step++)
		status = x->device->run(&call);
	*seconds = now() - start;
	if (status)
		return tool_fail(tool, EXIT_IO, "the kernel failed: %s", x->device->error(status));
	return sparse_device_fetch(x, results_of(s)->data, message, sizeof message) ? EXIT_GOOD
		: fail(s, EXIT_IO, message);
}

/* Compares the results with the interpreter's. */
static int
verify(const struct sparse_job *s)
{
	const struct verdict verdict = sparse_problem_judge(&s->problem, results_of(s)->data);

	return verdict_is_good(&verdict) ? EXIT_GOOD : tool_fail(s->job->tool, EXIT_ERRORS,
		"wrong result, nothing is written: %.0f of %.0f differ; %s", verdict.different, verdict.points,
		verdict.first);
}

static int
save(const struct sparse_job *s)
{
	const char *path = s->job->out_paths[written(s)->index];
	char message[512];

	if (path && !npy_write(path, results_of(s), message, sizeof message))
		return fail(s, EXIT_IO, message);
	return EXIT_GOOD;
}

static void
tell(const struct sparse_job *s, const struct backend *backend, double seconds)
{
	printf("%s on %s (%s): %d %s in %.2f ms%s\n", s->kernel.name, backend_names[backend->kind],
		backend->info.name, s->problem.v ? s->problem.probes : s->grid.points,
		s->problem.v ? "probes" : "points", 1e3*seconds,
		s->job->options->verify ? ", equal to the interpreter" : "");
}

/* Runs, verifies and writes. */
static int
run_and_save(struct sparse_job *s, const struct backend *backend)
{
	const struct arguments *o = s->job->options;
	char message[512];
	struct sparse_device *x = sparse_device_create(backend->device, &s->problem,
		sparse_accesses[s->kernel.variant.access].layout, message, sizeof message);
	double seconds = 0;
	int status = x ? EXIT_GOOD : fail(s, EXIT_IO, message);

	if (!status && o->verify && !sparse_problem_solve(&s->problem, o->steps, INFINITY))
		status = fail(s, EXIT_IO, "out of memory");
	if (!status)
		status = apply(s, x, &seconds);
	sparse_device_free(x);
	if (!status && o->verify)
		status = verify(s);
	if (!status)
		status = save(s);
	if (!status && !o->quiet)
		tell(s, backend, seconds);
	return status;
}

static int
build(struct sparse_job *s, struct backend *backend)
{
	struct job *job = s->job;
	char message[1024];

	return backend_build(backend, &job->tool->templates, &job->unit.source, &s->kernel, 1, message,
		sizeof message) ? EXIT_GOOD : fail(s, EXIT_IO, message);
}

static int
prepare(struct sparse_job *s, struct backend *backend)
{
	struct tool *tool = s->job->tool;
	const struct arguments *o = s->job->options;
	char message[1024];
	int status;

	/* Always without contraction: equal bits cost nothing here. */
	if (!backend_open(&tool->arena, o->backend ? o->backend : "auto", true, backend, message,
			sizeof message))
		return fail(s, EXIT_IO, message);
	if (o->verify && backend->kind == BACKEND_CUDA && !is_exact(s->job->plan))
		return tool_fail(tool, EXIT_USAGE, "'%s' calls functions of which a GPU has its own: --verify"
			" cannot judge that", s->job->stencil->name);
	status = choose_kernel(s, backend);
	if (!status)
		status = read_all_params(s);
	if (!status)
		status = check_values(s);
	if (!status)
		status = check_probes(s);
	return status ? status : build(s, backend);
}

int
sparse_job_run(struct job *job)
{
	struct sparse_job s = { .job = job };
	struct backend backend;
	int status;

	s.problem = sparse_problem_make(job->plan, &s.grid, 0);
	status = prepare(&s, &backend);
	if (!status)
		status = run_and_save(&s, &backend);
	sparse_problem_forget(&s.problem);
	return status;
}
