#include "sparse_run.h"

#include "measure.h"
#include "sparse_interpret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a kernel is applied to. */
struct sparse_job {
	struct job *job;
	struct sparse_grid grid;
	const struct field *u, *x, *v; /* x and v of an evaluation, else NULL */
	int probes;
	double *params;
	struct sparse_kernel kernel;
	struct sparse_variant variant;
};

/* A call of the device's, which a thunk on a sparse grid hides behind. */
struct sparse_call {
	struct stencil_grid view; /* first, so that the call's grid is this */
	sparse_thunk *run;
	int probes;
};

static int
run_thunk(const struct stencil_grid *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream)
{
	const struct sparse_call *call = (const struct sparse_call *)grid;

	(void)block;
	return call->run(fields, params, call->probes, stream);
}

static int
fail(const struct sparse_job *s, int status, const char *message)
{
	return tool_fail(s->job->tool, status, "%s", message);
}

static void
find_fields(struct sparse_job *s)
{
	for (const struct field *f = s->job->stencil->fields; f; f = f->next)
		*(!f->probe ? &s->u : f->role == ROLE_IN ? &s->x : &s->v) = f;
}

static int
read_all_params(struct sparse_job *s)
{
	const struct job *job = s->job;
	bool *given = arena_array(&job->tool->arena, bool, job->stencil->param_count + 1);
	const char *message;

	s->params = arena_array(&job->tool->arena, double, job->stencil->param_count + 1);
	for (const struct param *p = job->stencil->params; p; p = p->next)
		s->params[p->index] = param_default(p);
	for (int i = 0; i < job->options->params.count; i++)
		if (!read_param(&job->tool->arena, job->stencil, job->options->params.items[i], s->params,
				given, &message))
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

/* Samples or checks the field, and checks the probes. */
static int
check_data(struct sparse_job *s)
{
	struct job *job = s->job;
	const int points = s->grid.group[s->grid.level];
	const char *formula = job->formulas[s->u->index];
	int status;

	if (formula)
		return sparse_sample(job->tool, s->u->name, formula, &s->grid, (int)field_element(s->u),
			&job->arrays[s->u->index]);
	status = check_array(s, s->u, 1);
	if (!status && job->arrays[s->u->index].shape[0] != points)
		return tool_fail(job->tool, EXIT_ERRORS, "%s: %lld values; a sparse grid of %d dimensions and"
			" %d levels%s has %d", job->in_paths[s->u->index], job->arrays[s->u->index].shape[0],
			s->grid.dim, s->grid.level, s->grid.padded ? ", padded," : "", points);
	return status;
}

static int
check_probes(struct sparse_job *s)
{
	enum { MOST = 1 << 26 };
	const struct npy *x;
	int status;

	if (!s->x)
		return EXIT_GOOD;
	x = &s->job->arrays[s->x->index];
	status = check_array(s, s->x, 2);
	if (!status && x->shape[1] != s->grid.dim)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: %lld coordinates a probe; the grid has %d"
			" dimensions", s->job->in_paths[s->x->index], x->shape[1], s->grid.dim);
	if (!status && x->shape[0] > MOST)
		return tool_fail(s->job->tool, EXIT_ERRORS, "%s: more than %d probes",
			s->job->in_paths[s->x->index], MOST);
	s->probes = status ? 0 : (int)x->shape[0];
	return status;
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
		.accesses = o->access ? o->access : cpu && !s->x && o->level > SPARSE_EDGES_LEVELS ? "ichg1_ctz"
			: usual[cpu][s->x != NULL],
	};
	const char *message;
	int count;
	const struct sparse_variant *variants = sparse_choose(&s->job->tool->arena, s->job->plan,
		&choice, &count, &message);

	if (!variants)
		return fail(s, EXIT_USAGE, message);
	if (count > 1)
		return fail(s, EXIT_USAGE, "choose one access");
	s->variant = variants[0];
	s->grid = variants[0].grid;
	return EXIT_GOOD;
}

/* Coordinates as the kernel has them: in rows, or in tiles that end with zeros. */
static void *
arrange_probes(const struct sparse_job *s, size_t *bytes)
{
	const size_t element = field_element(s->x), dim = (size_t)s->grid.dim, probes = (size_t)s->probes;
	const bool rows = sparse_accesses[s->variant.access].layout == PROBES_IN_ROWS;
	const size_t tile = rows ? 1 : 32, tiles = (probes + tile - 1)/tile;
	const char *from = s->job->arrays[s->x->index].data;
	char *to;

	*bytes = tiles*tile*dim*element;
	to = calloc(1, *bytes);
	for (size_t j = 0; to && j < probes; j++)
		for (size_t t = 0; t < dim; t++)
			memcpy(to + ((j/tile*dim + t)*tile + j % tile)*element, from + (j*dim + t)*element, element);
	return to;
}

/* Arrays on a device by field index. */
struct placed {
	const struct device *device;
	void **fields;
	int count;
};

static int
place(struct placed *placed, int index, const void *from, size_t bytes)
{
	int status = placed->device->allocate(&placed->fields[index], bytes);

	return status ? status : from ? placed->device->upload(placed->fields[index], from, bytes) : 0;
}

static void
release(struct placed *placed)
{
	for (int i = 0; i < placed->count; i++)
		if (placed->fields[i])
			placed->device->release(placed->fields[i]);
}

/* Applies the kernel to what is on the device; the result goes to where it came from, or
 * to the job's array of values. */
static int
apply(struct sparse_job *s, struct placed *placed, double *seconds)
{
	const struct npy *u = &s->job->arrays[s->u->index];
	const size_t bytes = (size_t)u->shape[0]*(size_t)u->element, out = (size_t)s->probes*field_element(s->u);
	const struct sparse_call view = { .run = s->kernel.run, .probes = s->probes };
	const struct call call = {
		.run = run_thunk, .grid = &view.view, .fields = placed->fields, .params = s->params,
		.block = { 1, 1, 1 },
	};
	size_t probe_bytes;
	void *probes = s->x ? arrange_probes(s, &probe_bytes) : NULL;
	double start;
	int status = place(placed, s->u->index, u->data, bytes);

	if (!status && s->x)
		status = probes ? place(placed, s->x->index, probes, probe_bytes) : 1;
	free(probes);
	if (!status && s->v)
		status = place(placed, s->v->index, NULL, out);
	if (!status && s->kernel.upload)
		status = s->kernel.upload();
	start = now();
	for (int step = 0; step < (s->v ? 1 : s->job->options->steps) && !status; step++)
		status = placed->device->run(&call);
	*seconds = now() - start;
	if (!status && !s->v)
		status = placed->device->download(u->data, placed->fields[s->u->index], bytes);
	if (!status && s->v)
		status = placed->device->download(s->job->arrays[s->v->index].data,
			placed->fields[s->v->index], out);
	return status;
}

static double
number_at(const struct npy *array, long long i)
{
	return array->element == sizeof (float) ? (double)((float *)array->data)[i]
		: ((double *)array->data)[i];
}

/* Whether values are what the interpreter makes of the same: sums of another order differ
 * by what rounding may do to the largest coefficient. */
static bool
are_near(const struct sparse_job *s, const double *expected, double largest, long long *where)
{
	const struct npy *v = &s->job->arrays[s->v->index];
	const double tolerance = 8*largest*(v->element == sizeof (float) ? 2e-6 : 4e-15);

	for (*where = 0; *where < s->probes; ++*where) {
		const double got = number_at(v, *where), want = expected[*where];

		if (isnan(got) != isnan(want) || fabs(got - want) > tolerance)
			return false;
	}
	return true;
}

/* Compares the result with the interpreter's; before is what the field was. */
static int
verify(const struct sparse_job *s, void *before)
{
	const struct npy *u = &s->job->arrays[s->u->index];
	struct sparse_interpretation run = {
		.stencil = s->job->stencil, .dim = s->grid.dim, .level = s->grid.level,
		.padded = s->grid.padded, .params = s->params, .u = before, .probes = s->probes,
		.x = s->x ? s->job->arrays[s->x->index].data : NULL,
	};
	double largest = 0;
	bool good = true;
	long long where = 0;

	run.v = s->x ? calloc((size_t)s->probes, sizeof *run.v) : NULL;
	for (int step = 0; step < (s->x ? 1 : s->job->options->steps) && good; step++)
		good = (!s->x || run.v) && sparse_interpret(&run);
	if (!good) {
		free(run.v);
		return fail(s, EXIT_IO, "out of memory");
	}
	for (long long j = 0; s->x && j < u->shape[0]; j++)
		largest = fmax(largest, fabs(number_at(u, j)));
	if (s->x)
		good = are_near(s, run.v, largest, &where);
	else
		while (good && where < u->shape[0]) {
			good = !memcmp((char *)u->data + where*u->element, (char *)before + where*u->element,
				(size_t)u->element);
			where += good;
		}
	free(run.v);
	return good ? EXIT_GOOD : tool_fail(s->job->tool, EXIT_ERRORS, "wrong result, nothing is written:"
		" %s %lld differs", s->x ? "probe" : "place", where);
}

static int
save(const struct sparse_job *s)
{
	const struct field *f = s->v ? s->v : s->u;
	const char *path = s->job->out_paths[f->index];
	char message[512];

	if (path && !npy_write(path, &s->job->arrays[f->index], message, sizeof message))
		return fail(s, EXIT_IO, message);
	return EXIT_GOOD;
}

/* Runs, verifies and writes; before holds what the field was, if it is to be verified. */
static int
run_and_save(struct sparse_job *s, const struct backend *backend, void *before)
{
	const int count = s->job->stencil->field_count;
	struct placed placed = {
		backend->device, arena_array(&s->job->tool->arena, void *, count + 1), count,
	};
	double seconds = 0;
	int status = apply(s, &placed, &seconds);

	release(&placed);
	if (status)
		return tool_fail(s->job->tool, EXIT_IO, "the kernel failed: %s", backend->device->error(status));
	if (before)
		status = verify(s, before);
	if (!status)
		status = save(s);
	if (!status && !s->job->options->quiet)
		printf("%s on %s (%s): %d %s in %.2f ms%s\n", s->kernel.name,
			backend_names[backend->kind], backend->info.name, s->v ? s->probes : s->grid.points,
			s->v ? "probes" : "points", 1e3*seconds, before ? ", equal to the interpreter" : "");
	return status;
}

static int
prepare(struct sparse_job *s, struct backend *backend)
{
	struct tool *tool = s->job->tool;
	const struct arguments *o = s->job->options;
	char message[1024];
	int status;

	find_fields(s);
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
		status = check_data(s);
	if (!status)
		status = check_probes(s);
	if (!status && !sparse_build(backend, &tool->templates, &s->job->unit.source, s->job->plan,
			&s->variant, &s->kernel, message, sizeof message))
		return fail(s, EXIT_IO, message);
	return status;
}

int
sparse_job_run(struct job *job)
{
	struct sparse_job s = { .job = job };
	struct backend backend;
	int status = prepare(&s, &backend);
	void *before = NULL;

	if (!status && s.v) {
		struct npy *v = &job->arrays[s.v->index];

		*v = (struct npy){ .ndim = 1, .shape = { s.probes }, .element = (int)field_element(s.v) };
		v->data = calloc((size_t)s.probes, (size_t)v->element);
		status = v->data ? EXIT_GOOD : fail(&s, EXIT_IO, "out of memory");
	}
	if (!status && job->options->verify) {
		const struct npy *u = &job->arrays[s.u->index];

		before = malloc((size_t)u->shape[0]*(size_t)u->element);
		if (before)
			memcpy(before, u->data, (size_t)u->shape[0]*(size_t)u->element);
		else
			status = fail(&s, EXIT_IO, "out of memory");
	}
	if (!status)
		status = run_and_save(&s, &backend, before);
	free(before);
	return status;
}
