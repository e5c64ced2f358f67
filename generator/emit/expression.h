#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/* An expression as C, marked for wrap(). */
const char *c_expr(const struct kernel *kernel, const struct site *site, const struct expr *e);

/* The value of what the kernel computes before its loops. */
struct hoisted;
const char *c_hoisted(const struct kernel *kernel, const struct hoisted *hoisted);

/* The level of a read at a level by value; how many levels that is above the thread's, as an index that needs no int. */
const char *c_level(const struct kernel *kernel, const struct site *site, const struct reference *to);
const char *c_levels_up(const struct kernel *kernel, const struct site *site, const struct reference *to);

#endif
