#ifndef PROBLEM_H
#define PROBLEM_H

#include "generator/base/error.h"
#include "generator/plan/plan.h"
#include "runtime/problem/values.h"

struct column_list;

/*
 * A stencil with data: plain arrays in C order, as a user has them, and the
 * interpreter's results. The shape of an array is (z,y,x), of a column field
 * (y,x), of a profile (z); the size includes the halo.
 */
struct problem {
	const struct plan *plan;
	int size[3];       /* x, y, z */
	struct extents halo; /* what is not computed: the stencil's border, of a part also what its neighbours compute */
	int place[2];      /* of a part: which cell of the whole grid's arrays, x and y, is its first one */
	int before[2], after[2]; /* of a part: columns and rows of the whole domain before and after its own */
	const struct column_list *list; /* of a part that has these columns, which are x then; else NULL */
	void **fields;     /* by field index; NULL: not there yet */
	double *params;    /* by param index */
	void **expected;   /* of out and inout fields, once problem_solve has run */
	double **bounds;   /* of errors by contraction, or NULL */
};

struct problem *problem_create(const struct plan *plan, const int size[3]);
void problem_free(struct problem *problem);

int problem_levels(const struct problem *problem, const struct field *field); /* of a field that has them: half levels are one more */
size_t problem_elements(const struct problem *problem, const struct field *field);

/* Fills every in and inout field that has no data with pseudo-random numbers of its range, and marks
 * outs as not written. */
void problem_fill(struct problem *problem, uint64_t seed);

/* Marks all of an out field as not written. */
void problem_poison(const struct problem *problem, const struct field *field);

/* Computes the expected results with the interpreter, and bounds of their errors if
 * `bounds`. Returns false with an error if the domain is empty or memory is short. */
bool problem_solve(struct problem *problem, bool bounds, struct error *error);

/* Fills a field's halo by its boundary, where it has one. */
void problem_fill_halo(const struct problem *problem, const struct field *field);

/* Whether two fields of one type are the same, bit by bit, outside of the domain, but where an axis is periodic. */
bool problem_has_equal_halos(const struct problem *problem, const struct field *a, const struct field *b, const bool periodic[2]);

/* Computes what the steps of a launch make of a stencil's fields: after each step but the last, updated in fields become their
 * sources (generator/variants/steps.h) in the domain. */
struct variant;
bool problem_solve_steps(struct problem *problem, const struct variant *variant, int steps, struct error *error);

/* Whether the domain has cells, and as many as the stencil's guards need; else with an error. */
bool problem_has_points(const struct problem *problem, struct error *error);

/* Cells in the domain; 0 if it has fewer than that. */
double problem_points(const struct problem *problem);

/* The compulsory bytes of one application: see plan.h. */
double problem_bytes(const struct problem *problem);

#endif
