#ifndef GRID_MEMORY_H
#define GRID_MEMORY_H

#include "generator/base/error.h"

#include <stddef.h>

/* An array of zeros, or NULL and an error. */
void *grid_array(size_t count, size_t element, struct error *error);

#endif
