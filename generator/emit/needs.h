#ifndef NEEDS_H
#define NEEDS_H

#include "generator/emit/kernel.h"

/* Finds the needs that do not depend on the kind of grid: helpers and bottom. */
void kernel_find_needs(struct kernel *kernel);

#endif
