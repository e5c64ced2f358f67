#ifndef FORMULA_H
#define FORMULA_H

#include "runtime/cli/tool.h"
#include "runtime/formats/npy.h"

/* Points at which a formula is sampled, and what it may say of each. */
struct formula_points {
	long long count;
	const char *const *names; /* of numbers that a point has: coordinates and the like; then NULL */
	const char *described;    /* "the coordinates x1 to x3" */

	/* Sets x[i] to the i-th number of each of some points. A point that is none is sampled as 0: it
	 * sets is_point of it to false, which is true before. */
	void (*find)(const void *context, long long first, int count, double *const *x, bool *is_point);
	const void *context;
};

enum { FORMULA_NAMES = 32 };

/* The values of a formula of a field there, as an array of one dimension with elements of a type. A
 * formula is one expression of numbers, names and functions. */
bool formula_sample(struct tool *tool, const char *field, const char *formula, const struct formula_points *points,
	enum type type, struct array *array, struct error *error);

#endif
