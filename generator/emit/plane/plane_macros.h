#ifndef PLANE_MACROS_H
#define PLANE_MACROS_H

#include "generator/emit/providers.h"

/* The macros on a structured grid; the same for an access' kernel, for one whose statements are in its walk, and for a target's file. */
extern const struct providers plane_macros, plane_kernel_macros, plane_walk_macros, plane_file_macros;

#endif
