#ifndef MESH_MACROS_H
#define MESH_MACROS_H

#include "generator/emit/providers.h"

/* The macros of the templates in mesh/; the same for kernels, and for the files around them. */
extern const struct providers mesh_macros, mesh_kernel_macros, mesh_sweep_macros, mesh_file_macros;

/* The statements, with all that surrounds them where an access has a section %element for it. */
const char *mesh_in_element(const struct kernel *kernel, const char *statements);

#endif
