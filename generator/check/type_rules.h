#ifndef TYPE_RULES_H
#define TYPE_RULES_H

#include "generator/check/checker.h"

/* How the types of expressions follow from those of their operands. */

/* A declared type, the precision in place of real. */
enum type declared_type(const struct checker *c, enum type declared);

/* Whether a type is that of literals that have none of their own yet. */
bool is_numeral(enum type type);

/* The type of an operation on two numbers. */
enum type join_types(const struct checker *c, enum type a, enum type b);

/* The type of an expression of literals only. */
enum type default_type(const struct checker *c, enum type type);

#endif
