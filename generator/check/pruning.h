#ifndef PRUNING_H
#define PRUNING_H

#include "generator/language/ast.h"

/* Puts numbers in the place of the params of a stencil that are fixed, and removes what only branches read that are
 * never taken. The names of the stencil are not resolved yet; each of its nodes has one of a checked tree as its
 * `whole`, whose type it keeps. */
void prune_stencil(struct arena *arena, struct stencil *stencil);

/* constant.c: whether a value, all of whose nodes have such a one, is that of numbers alone, and which; of a condition 0 or 1. */
bool constant_value(const struct expr *e, double *value);

#endif
