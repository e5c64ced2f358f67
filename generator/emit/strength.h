#ifndef STRENGTH_H
#define STRENGTH_H

#include "generator/language/ast.h"

/* How strongly operators bind in C. */
enum { SELECT = 1, OR, AND, EQUAL, LESS, SUM, PRODUCT, SIGN, ATOM };

/* The strength of an operator, and of an expression as it is spelled. */
int strength_of(enum op op);
int strength(const struct expr *e);

/* Whether C makes a whole literal real because this is the other operand. */
bool lends_type(const struct expr *e);

#endif
