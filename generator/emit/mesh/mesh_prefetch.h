#ifndef MESH_PREFETCH_H
#define MESH_PREFETCH_H

#include "generator/emit/kernel.h"

/* Persistent blocks ask the second cache for what further elements are known to need. */

/* What a thread asks for before it updates an element: "" if nothing is known by the numbers of later ones. */
const char *mesh_prefetch(const struct kernel *kernel);

/* The function that one of several kernels in a file calls for it, or "". */
const char *mesh_prefetch_function(const struct kernel *kernels, int count);

#endif
