#ifndef KERNEL_MACROS_H
#define KERNEL_MACROS_H

#include "generator/emit/providers.h"

/* The macros that kernels on all grids have in common, and the files around them. */
extern const struct providers kernel_macros;

#endif
