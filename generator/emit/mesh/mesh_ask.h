#ifndef MESH_ASK_H
#define MESH_ASK_H

#include "generator/emit/kernel.h"

/* Blocks that are as many as a launch may have go on to further elements, and ask the second cache for what these are known to
 * need. */

/* Whether a kernel's blocks do. */
bool mesh_goes_on(const struct kernel *kernel);

/* What a thread asks for before it updates an element: "" if nothing is known by the numbers of later ones. */
const char *mesh_ask(const struct kernel *kernel);

/* The function that one of several kernels in a file calls for it, or "". */
const char *mesh_ask_function(const struct kernel *kernels, int count);

#endif
