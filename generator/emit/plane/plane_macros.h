#ifndef PLANE_MACROS_H
#define PLANE_MACROS_H

#include "generator/emit/providers.h"

/* The macros of an access' kernel and of a target's file, on a plane; those of a kernel whose statements are in its walk. */
extern const struct providers plane_kernel_macros, plane_file_macros, plane_walk_macros;

#endif
