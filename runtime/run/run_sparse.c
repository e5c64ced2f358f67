#include "runtime/run/runner.h"

#include "generator/plan/exact.h"
#include "generator/variants/choose.h"
#include "runtime/partition/sparse.h"
#include "runtime/run/formula.h"
#include "runtime/run/run_steps.h"
#include "runtime/run/run_verdict.h"

#include <math.h>
#include <stdlib.h>

struct sparse_run {
	struct sparse_problem problem; /* its values and coordinates are the job's arrays */
	struct sparse_grid grid;
	void **arrays, **expected;     /* by field index */
};

static bool
open_sparse(struct job *job, struct error *error)
{
	struct sparse_run *s = arena_new(&job->tool->arena, struct sparse_run);

	job->state = s;
	s->arrays = arena_array(&job->tool->arena, void *, job->stencil->field_count + 1);
	s->expected = arena_array(&job->tool->arena, void *, job->stencil->field_count + 1);
	s->problem = sparse_problem_make(job->plan, &s->grid, 0);
	if (job->options->tuned || job->options->swaps.count || job->options->size)
		return error_set(error, EXIT_USAGE, "--%s is for stencils on structured grids, not on sparse grids: leave it out",
			job->options->size ? "size" : job->options->tuned ? "tuned" : "swap");
	s->problem.params = arena_array(&job->tool->arena, double, job->stencil->param_count + 1);
	return job_read_params(job, s->problem.params, error) && ((!job->forcing && !job->forced)
		|| error_set(error, EXIT_USAGE, "%s is for stencils on structured grids and meshes, not on sparse grids: leave it out",
		job->forcing ? "--param NAME=FILE.csv" : "--in FIELD=FILE.nc:NAME[time]"));
}

static bool
check_array(const struct job *job, const struct field *f, int ndim, struct error *error)
{
	const struct array *array = &job->arrays[f->index];

	if (array->element != (int)field_element(f))
		return error_set(error, EXIT_ERRORS, "%s: '%s' is %s", job->ins[f->index].text, f->name,
			type_name(f->type));
	if (array->ndim != ndim)
		return error_set(error, EXIT_ERRORS, "%s: %d dimensions; '%s' has %d", job->ins[f->index].text,
			array->ndim, f->name, ndim);
	return true;
}

/* The coordinates of positions of the grid; 1/2 where no point lies. */
static void
find_coordinates(const void *context, long long first, int count, double *const *x, bool *is_point)
{
	const struct sparse_grid *grid = context;
	int l[SPARSE_DIMENSIONS], i[SPARSE_DIMENSIONS];

	for (int j = 0; j < count; j++) {
		is_point[j] = sparse_grid_point(grid, (int)first + j, l, i);
		for (int t = 0; t < grid->dim; t++)
			x[t][j] = is_point[j] ? ldexp(2*i[t] + 1, -l[t] - 1) : 0.5;
	}
}

static bool
sample_formula(const struct job *job, const struct sparse_run *s, const char *formula, struct array *array, struct error *error)
{
	struct arena *arena = &job->tool->arena;
	const char *names[SPARSE_DIMENSIONS + 1] = { NULL };
	const struct formula_points points = {
		.count = s->grid.group[s->grid.level], .names = names,
		.described = arena_printf(arena, "the coordinates x1 to x%d", s->grid.dim),
		.find = find_coordinates, .context = &s->grid,
	};

	for (int t = 0; t < s->grid.dim; t++)
		names[t] = arena_printf(arena, "x%d", t + 1);
	return formula_sample(job->tool, s->problem.u->name, formula, &points, s->problem.u->type, array, error);
}

/* Samples or checks the values at the grid's points. */
static bool
check_values(const struct job *job, struct sparse_run *s, struct error *error)
{
	const struct field *u = s->problem.u;
	struct array *array = &job->arrays[u->index];
	const int points = s->grid.group[s->grid.level];
	const char *formula = job->formulas[u->index];
	const bool good = formula ? sample_formula(job, s, formula, array, error) : check_array(job, u, 1, error);

	if (good && array->shape[0] != points)
		return error_set(error, EXIT_ERRORS, "%s: %lld values; a sparse grid of %d dimensions and"
			" %d levels%s has %d", job->ins[u->index].text, array->shape[0], s->grid.dim,
			s->grid.level, s->grid.padded ? ", padded," : "", points);
	s->problem.values = array->data;
	return good;
}

/* Checks the probes, and makes an array for the results there. */
static bool
check_probes(const struct job *job, struct sparse_run *s, struct error *error)
{
	const struct field *x = s->problem.x, *v = s->problem.v;
	const struct array *array = x ? &job->arrays[x->index] : NULL;
	struct array *results;

	if (!x)
		return true;
	if (!check_array(job, x, 2, error))
		return false;
	if (array->shape[1] != s->grid.dim)
		return error_set(error, EXIT_ERRORS, "%s: %lld coordinates a probe; the grid has %d"
			" dimensions", job->ins[x->index].text, array->shape[1], s->grid.dim);
	if (array->shape[0] > MOST_PROBES)
		return error_set(error, EXIT_ERRORS, "%s: more than %d probes", job->ins[x->index].text,
			MOST_PROBES);
	s->problem.probes = (int)array->shape[0];
	s->problem.coordinates = array->data;
	results = &job->arrays[v->index];
	*results = (struct array){ .ndim = 1, .shape = { s->problem.probes }, .element = (int)field_element(v) };
	results->data = calloc((size_t)s->problem.probes + 1, (size_t)results->element);
	return results->data || error_no_memory(error);
}

static bool
choose_kernel(struct job *job, struct sparse_run *s, struct error *error)
{
	const struct arguments *o = job->options;
	struct choice choice = job_choice(job);

	choice.dim = o->dim;
	choice.level = o->level;
	choice.padded = o->pad;
	if (!o->access)
		choice.accesses = sparse_usual_access(job->stencil, job->backend.target, o->level);
	if (!job_choose_kernel(job, &choice, error))
		return false;
	s->grid = *job->kernel.variant.sparse;
	return true;
}

static bool
choose_sparse(struct job *job, struct error *error)
{
	struct sparse_run *s = job->state;

	if (job->options->verify && backend_is_gpu(&job->backend) && !is_exact(job->plan))
		return error_set(error, EXIT_USAGE, "'%s' calls functions whose bits differ on GPUs: leave out"
			" --verify", job->stencil->name);
	return choose_kernel(job, s, error) && check_values(job, s, error) && check_probes(job, s, error);
}

static void
name_dimensions(const struct field *field, struct array *array)
{
	static const char *const of_probes[] = { "probe", "dimension", "?" };

	for (int d = 0; d < array->ndim; d++)
		array->names[d] = field->probe ? of_probes[d] : "point";
}

static bool
place(struct job *job, struct run_results *out, struct error *error)
{
	static struct stencil_block one = { 1, 1, 1 };
	struct sparse_run *s = job->state;
	struct run_steps *run = job->run;
	const struct partition_setup setup = { job->processes, &job->tool->templates, &job->backend, &job->kernel,
		&run->decomposition, NULL };

	for (const struct field *f = job->stencil->fields; f; f = f->next)
		s->arrays[f->index] = job->arrays[f->index].data;
	run->blocks = (struct blocks){ &one, 1 };
	out->points = s->problem.v ? s->problem.probes : s->grid.points;
	out->unit = s->problem.v ? "probes" : "points";
	return sparse_open(&run->partition, &setup, &s->problem, s->arrays, s->expected, error);
}

/* Sums at probes are expected as doubles. */
static void *
round_sums(const struct sparse_problem *p, struct arena *arena)
{
	float *rounded;

	if (p->v->type != TYPE_FLOAT)
		return p->sums;
	rounded = arena_array(arena, float, p->probes + 1);
	for (int i = 0; i < p->probes; i++)
		rounded[i] = (float)p->sums[i];
	return rounded;
}

static bool
solve(struct job *job, struct error *error)
{
	struct sparse_run *s = job->state;
	struct sparse_problem *p = &s->problem;

	if (!sparse_problem_solve(p, job->options->steps, INFINITY))
		return run_verdict_no_memory(error);
	if (p->v)
		s->expected[p->v->index] = round_sums(p, &job->tool->arena);
	else
		s->expected[p->u->index] = p->expected;
	return true;
}

static struct array
result(const struct job *job, const struct field *field)
{
	struct array array = job->arrays[field->index];

	name_dimensions(field, &array);
	return array;
}

static void
close_sparse(struct job *job)
{
	struct sparse_run *s = job->state;

	if (s)
		sparse_problem_forget(&s->problem);
}

/* Without contraction kernels on sparse grids have equal bits and are no slower. */
const struct runner sparse_runner = {
	.strict = true, .name_dimensions = name_dimensions, .open = open_sparse, .choose = choose_sparse,
	.place = place, .solve = solve, .result = result, .close = close_sparse,
};
