#ifndef VERDICT_H
#define VERDICT_H

#include "generator/language/type.h"

#include <stdbool.h>
#include <stddef.h>

/* The outcome of a comparison with the expected results. */
struct verdict {
	double points;    /* compared */
	double different; /* beyond the bound, or written outside the domain */
	double skipped;   /* without a bound: a condition was too close to call */
	char first[160];  /* the first difference, in words */
};

/* Adds the outcome of another comparison. */
void verdict_add(struct verdict *verdict, const struct verdict *other);

/* Values in memory. */
struct compared {
	enum type type;
	size_t count;
	const void *got, *expected;
	const double *bounds; /* how far the expected ones may be off; NULL: not at all */
};

double compared_number(const struct compared *values, const void *memory, size_t i);

/* Adds the outcome of a comparison, bit for bit (a NaN equals any NaN, but for the marks of mark_unwritten), or within twice the bounds: both
 * may be off, in opposite directions. Returns which is the first to differ of all that were compared so far; `count`: none of these. */
size_t verdict_compare(struct verdict *verdict, const struct compared *values);

bool verdict_is_good(const struct verdict *verdict);

#endif
