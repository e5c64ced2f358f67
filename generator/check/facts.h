#ifndef FACTS_H
#define FACTS_H

#include "generator/language/ast.h"

#include <limits.h>

/* What is known of the distances to the sides at a point: low[s] <= distance <= high[s]. */
struct facts {
	int low[SIDES], high[SIDES];
};

enum { UNKNOWN_LOW = INT_MIN, UNKNOWN_HIGH = INT_MAX };

extern const struct facts no_facts;

/* What is known where the condition holds, or where it does not. */
struct facts narrow(struct facts facts, const struct expr *condition, bool holds);

#endif
