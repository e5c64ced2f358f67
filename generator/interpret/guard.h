#ifndef GUARD_H
#define GUARD_H

#include "generator/language/ast.h"

#include <limits.h>

/* What conditions that enclose a point say about its distances to the sides of the domain: from first
 * to last; LONG_MIN and LONG_MAX where they say nothing. The interpreter's own, like its domain. */
struct guard {
	long first[SIDES], last[SIDES];
	int more; /* levels of the domain there than full ones */
};

enum { MOST_DISTANCE = MAX_INT_PARAM }; /* in a condition that says something */

struct guard guard_nothing(void);

/* Adds what the condition says where it holds, or where it does not. */
void guard_narrow(struct guard *guard, const struct expr *condition, bool holds);

#endif
