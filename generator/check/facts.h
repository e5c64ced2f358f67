#ifndef FACTS_H
#define FACTS_H

#include "generator/language/ast.h"

#include <limits.h>

/* What is known of the distances to the sides at a point: low[s] <= distance <= high[s]. */
struct facts {
	int low[SIDES], high[SIDES];
	int more; /* levels of the domain there than full ones */
};

enum { UNKNOWN_LOW = INT_MIN, UNKNOWN_HIGH = INT_MAX };

extern const struct facts no_facts;

/* What is known where the condition holds, or where it does not. */
struct facts narrow(struct facts facts, const struct expr *condition, bool holds);

/* What is known in the n-th operand of an expression, and in the n-th list that is nested in a statement. */
struct facts narrow_operand(const struct facts *facts, const struct expr *e, int n);
struct facts narrow_nested(const struct facts *facts, const struct stmt *stmt, int n);

/* How many cells past a side of the domain a read is at most that goes so many towards it; UNKNOWN_HIGH: any number. 0 and less:
 * it is in the domain. */
int cells_past(const struct facts *known, enum side side, int cells);

#endif
