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

bool verdict_is_good(const struct verdict *verdict);

#endif
