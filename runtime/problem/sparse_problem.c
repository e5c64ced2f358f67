#include "runtime/problem/sparse_problem.h"

#include "generator/interpret/sparse_interpret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sparse_problem
sparse_problem_make(const struct plan *plan, const struct sparse_grid *grid, int probes)
{
	struct sparse_problem p = { .plan = plan, .grid = grid };

	for (const struct field *f = plan->stencil->fields; f; f = f->next)
		*(!f->probe ? &p.u : f->role == ROLE_IN ? &p.x : &p.v) = f;
	p.probes = p.x ? probes : 0;
	return p;
}

static size_t
places(const struct sparse_problem *p)
{
	return (size_t)p->grid->group[p->grid->level];
}

size_t
sparse_problem_bytes(const struct sparse_problem *p)
{
	return places(p)*field_element(p->u);
}

size_t
sparse_problem_probe_bytes(const struct sparse_problem *p)
{
	return p->v ? (size_t)p->probes*field_element(p->v) : 0;
}

static double
number_at(const struct field *field, const void *array, size_t i)
{
	return field->type == TYPE_FLOAT ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* Marks the padding between the groups of a padded grid. */
static void
mark_padding(struct sparse_problem *p)
{
	const size_t size = field_element(p->u);

	for (int n = 0; n < p->grid->level; n++) {
		const size_t end = (size_t)p->grid->group[n]
			+ ((size_t)p->grid->vectors[p->grid->dim - 1][n] << n);

		mark_unwritten((char *)p->values + end*size, (size_t)p->grid->group[n + 1] - end, size);
	}
}

bool
sparse_problem_fill(struct sparse_problem *p, uint64_t seed)
{
	const size_t coordinates = (size_t)p->probes*(size_t)p->grid->dim;

	p->values = malloc(sparse_problem_bytes(p));
	p->coordinates = p->x ? malloc(coordinates*field_element(p->x)) : NULL;
	if (!p->values || (p->x && !p->coordinates))
		return false;
	fill_numbers(p->u, p->values, places(p), seed);
	mark_padding(p);
	if (p->x)
		fill_numbers(p->x, p->coordinates, coordinates, seed + 1);
	return true;
}

/* The i-th of the probes that are checked. */
static size_t
checked_probe(const struct sparse_problem *p, int i)
{
	return (size_t)((long long)i*p->probes/p->checked);
}

static double
count_blocks(const struct sparse_grid *grid)
{
	double blocks = 0;

	for (int n = 0; n < grid->level; n++)
		blocks += grid->vectors[grid->dim - 1][n];
	return blocks;
}

static struct sparse_interpretation
interpretation(const struct sparse_problem *p)
{
	return (struct sparse_interpretation){
		.stencil = p->plan->stencil, .dim = p->grid->dim, .level = p->grid->level,
		.padded = p->grid->padded, .params = p->params,
	};
}

static bool
solve_sweep(struct sparse_problem *p, int steps)
{
	struct sparse_interpretation run = interpretation(p);
	bool good;

	run.u = p->expected = malloc(sparse_problem_bytes(p));
	good = run.u;
	if (good)
		memcpy(run.u, p->values, sparse_problem_bytes(p));
	for (int step = 0; step < steps && good; step++)
		good = sparse_interpret(&run);
	return good;
}

static bool
solve_evaluation(struct sparse_problem *p, double products)
{
	const size_t row = (size_t)p->grid->dim*field_element(p->x);
	const double affordable = fmax(1, products/(count_blocks(p->grid)*p->grid->dim));
	struct sparse_interpretation run = interpretation(p);
	char *x;
	bool good;

	p->checked = p->probes < affordable ? p->probes : (int)affordable;
	x = malloc((size_t)p->checked*row + 1);
	p->sums = malloc((size_t)p->checked*sizeof *p->sums + 1);
	p->errors = malloc((size_t)p->checked*sizeof *p->errors + 1);
	if (!x || !p->sums || !p->errors) {
		free(x);
		return false;
	}
	for (int i = 0; i < p->checked; i++)
		memcpy(x + (size_t)i*row, (char *)p->coordinates + checked_probe(p, i)*row, row);
	run.u = p->values;
	run.x = x;
	run.v = p->sums;
	run.errors = p->errors;
	run.probes = p->checked;
	good = sparse_interpret(&run);
	free(x);
	return good;
}

bool
sparse_problem_solve(struct sparse_problem *p, int steps, double products)
{
	return p->x ? solve_evaluation(p, products) : solve_sweep(p, steps);
}

/* Counts a difference and describes the first. */
static void
differ(struct verdict *verdict, const char *what, size_t where, double got, double expected)
{
	if (!verdict->different++)
		snprintf(verdict->first, sizeof verdict->first, "%s %zu is %.9g, not %.9g", what, where, got,
			expected);
}

struct verdict
sparse_problem_compare(const struct sparse_problem *p, const void *got)
{
	/* The interpreter rounds, too: to double. */
	const double unit = (p->u->type == TYPE_FLOAT ? 0x1p-24 : 0x1p-53) + 0x1p-53;
	const size_t size = field_element(p->u), count = p->x ? (size_t)p->checked : places(p);
	struct verdict verdict = { .points = (double)count };

	for (size_t i = 0; i < count; i++) {
		const size_t where = p->x ? checked_probe(p, (int)i) : i;
		const double value = number_at(p->u, got, where);
		const double expected = p->x ? p->sums[i] : number_at(p->u, p->expected, i);

		if (p->x ? isnan(value) != isnan(expected) || fabs(value - expected) > unit*p->errors[i]
				: memcmp((const char *)got + i*size, (char *)p->expected + i*size, size) != 0)
			differ(&verdict, p->x ? "probe" : "place", where, value, expected);
	}
	return verdict;
}

void
sparse_problem_forget(struct sparse_problem *p)
{
	free(p->expected);
	free(p->sums);
	free(p->errors);
	p->expected = NULL;
	p->sums = p->errors = NULL;
}

void
sparse_problem_free(struct sparse_problem *p)
{
	sparse_problem_forget(p);
	free(p->values);
	free(p->coordinates);
	p->values = p->coordinates = NULL;
}

/* Level vectors of the other dimensions whose sum is n. */
static double
others(const struct sparse_grid *grid, int n)
{
	return grid->dim > 1 ? grid->vectors[grid->dim - 2][n] : n == 0;
}

/* In one dimension a sweep writes the points whose level there is above 0, and reads all points but
 * those of level 0 that have no finer neighbour. */
static double
points_moved(const struct sparse_grid *grid)
{
	double without = 0;

	for (int n = 0; n < grid->level; n++)
		without += ldexp(others(grid, n), n);
	return 2.0*grid->points - without - (grid->dim > 1
		? ldexp(others(grid, grid->level - 1), grid->level - 1) : 0);
}

struct work
sparse_work(const void *problem, const struct built *kernel, int part)
{
	const struct sparse_problem *p = problem;
	const double dim = p->grid->dim, element = (double)field_element(p->u);
	struct work work = {
		.points = p->grid->points, .flops = dim*p->grid->points*p->plan->flops, .bytes = dim*element*points_moved(p->grid),
		.checked = p->checked, .bound = 3.0*(double)sparse_problem_bytes(p) + (double)sparse_problem_probe_bytes(p)*(dim + 3),
	};

	(void)kernel;
	(void)part;
	if (p->x) {
		work.points = p->probes;
		work.flops = p->probes*count_blocks(p->grid)*(11*dim + 2);
		work.bytes = element*(p->probes*(dim + 1) + p->grid->points);
	}
	return work;
}
