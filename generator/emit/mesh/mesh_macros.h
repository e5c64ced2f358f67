#ifndef MESH_MACROS_H
#define MESH_MACROS_H

#include "generator/emit/providers.h"

/* The macros of the templates in mesh/; the same for kernels, and for the files around them. */
extern const struct providers mesh_macros, mesh_kernel_macros, mesh_file_macros;

#endif
