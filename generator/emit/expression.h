#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "generator/emit/kernel.h"

/* An expression of an instance as C, marked for wrap(). */
const char *c_expr(struct kernel *kernel, struct offset at, const struct expr *e);

#endif
