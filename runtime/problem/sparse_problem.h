#ifndef SPARSE_PROBLEM_H
#define SPARSE_PROBLEM_H

#include "runtime/problem/values.h"
#include "runtime/problem/verdict.h"
#include "runtime/problem/domain.h"
#include "generator/variants/sparse_variants.h"

/* A stencil on a sparse grid with data: values in the order of the grid, coordinates probe by
 * probe; and the interpreter's results. */
struct sparse_problem {
	const struct plan *plan;
	const struct sparse_grid *grid;
	const struct field *u, *x, *v; /* x and v of an evaluation, else NULL */
	double *params;                /* by param index */
	int probes;
	void *values;
	void *coordinates;

	void *expected; /* of a sweep: what the values become */
	double *sums;   /* of an evaluation: at `checked` probes, evenly spread; */
	double *errors; /* and bounds of their rounding errors, in units of roundoff */
	int checked;
};

/* A problem without data yet. */
struct sparse_problem sparse_problem_make(const struct plan *plan, const struct sparse_grid *grid,
	int probes);

size_t sparse_problem_bytes(const struct sparse_problem *problem);       /* of the values */
size_t sparse_problem_probe_bytes(const struct sparse_problem *problem); /* of the results at probes */

/* Allocates values and coordinates and fills them with pseudo-random numbers of their fields' ranges. Padding is marked as not written. Returns false if
 * memory is short. */
bool sparse_problem_fill(struct sparse_problem *problem, uint64_t seed);

/* Computes the expected values after `steps` sweeps, or the expected sums at as many probes as
 * take at most `products` multiplications. Returns false if memory is short. */
bool sparse_problem_solve(struct sparse_problem *problem, int steps, double products);

/* Compares a kernel's values, bit for bit, or its sums at the probes, within the rounding errors
 * of any order of summation. */
struct verdict sparse_problem_compare(const struct sparse_problem *problem, const void *got);

/* Free the expected results; and these together with the data. */
void sparse_problem_forget(struct sparse_problem *problem);
void sparse_problem_free(struct sparse_problem *problem);

/* The work of one application to a struct sparse_problem. Operations are counted as in the papers on sparse grids: those of the
 * statements at every point in every dimension; 11 for a dimension of a block and 2 for a block, at
 * every probe. Bytes: in every dimension each point that a sweep reads once, and each that it writes;
 * of an evaluation values, coordinates and results, once each. */
struct work sparse_work(const void *problem, const struct built *kernel, int part);

#endif
