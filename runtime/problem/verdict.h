#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>

/* The outcome of a comparison with the expected results. */
struct verdict {
	double points;    /* compared */
	double different; /* beyond the bound, or written outside the domain */
	double skipped;   /* without a bound: a condition was too close to call */
	char first[160];  /* the first difference, in words */
};

/* Adds the outcome of another comparison. */
void verdict_add(struct verdict *verdict, const struct verdict *other);

bool verdict_is_good(const struct verdict *verdict);

#endif
