#ifndef STRENGTH_H
#define STRENGTH_H

#include "generator/language/ast.h"

/* How strongly operators bind in C. */
enum { SELECT = 1, OR, AND, EQUAL, LESS, SUM, PRODUCT, SIGN, ATOM };

/* The strength of an operator, and of an expression as it is spelled. */
int strength_of(enum op op);
int strength(const struct expr *e);

/* Whether C gives a whole literal its type, which is real, because the first one is the other operand. */
bool lends_type(const struct expr *e, const struct expr *literal);

#endif
