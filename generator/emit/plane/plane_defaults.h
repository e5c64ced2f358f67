#ifndef PLANE_DEFAULTS_H
#define PLANE_DEFAULTS_H

#include "generator/emit/kernel.h"

/* The limit of registers or of threads in a block with which a kernel is compiled; ""
 * for none. */
const char *macro_limits(const struct kernel *kernel);

/* How many levels a turn of a loop over levels updates. */
const char *macro_unroll(const struct kernel *kernel);

#endif
