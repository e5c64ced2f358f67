#ifndef SIDE_COMPARISON_H
#define SIDE_COMPARISON_H

#include "generator/language/ast.h"

/* A distance to a side of the domain, compared with a number: distance OP number. */
struct comparison {
	enum side side;
	enum op op;
	int number;
};

/* Of two operands in either order. False if an expression is no such comparison. */
bool find_comparison(const struct expr *e, struct comparison *found);

#endif
