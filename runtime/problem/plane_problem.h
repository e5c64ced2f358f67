#ifndef PROBLEM_H
#define PROBLEM_H

#include "generator/plan/plan.h"

#include <stdint.h>

/*
 * A stencil with data: plain arrays in C order, as a user has them, and the
 * interpreter's results. The shape of an array is (z,y,x), of a column field
 * (y,x), of a profile (z); the size includes the halo.
 */
struct problem {
	const struct plan *plan;
	int size[3];       /* x, y, z */
	void **fields;     /* by field index; NULL: not there yet */
	double *params;    /* by param index */
	void **expected;   /* of out and inout fields, once there is an answer */
	double **bounds;   /* of errors by contraction, or NULL */
};

struct problem *problem_create(const struct plan *plan, const int size[3]);
void problem_free(struct problem *problem);

size_t problem_elements(const struct problem *problem, const struct field *field);
size_t field_element(const struct field *field); /* bytes */

/* Fills every field that has no data with pseudo-random numbers between -1 and 1, and
 * params with their defaults. */
void problem_fill(struct problem *problem, uint64_t seed);

/* Fills an array of a field's type with such numbers, between low and 1. */
void fill_numbers(const struct field *field, void *array, size_t count, uint64_t seed, double low);

/* Fills memory with a marker: NaNs with a private payload. */
void mark_unwritten(void *memory, size_t count, size_t element);

/* Whether an element is still as mark_unwritten left it. */
bool is_unwritten(const void *element, size_t size);

/* Marks all of an out field as not written. */
void problem_poison(const struct problem *problem, const struct field *field);

/* The default of a param, or 1 where the stencil gives none. */
double param_default(const struct param *param);

/* Computes the expected results with the interpreter, and bounds of their errors if
 * `bounds`. Returns false with a message if the domain is empty or memory is short. */
bool problem_solve(struct problem *problem, bool bounds, char *message, size_t room);

/* The outcome of a comparison with the expected results. */
struct verdict {
	double points;    /* compared */
	double different; /* beyond the bound, or written outside the domain */
	double skipped;   /* without a bound: a condition was too close to call */
	char first[160];  /* the first difference, in words */
};

bool verdict_is_good(const struct verdict *verdict);

/* Cells in the domain. */
double problem_points(const struct problem *problem);

/* The compulsory bytes of one application: see plan.h. */
double problem_bytes(const struct problem *problem);

#endif
