#ifndef PLANE_MACROS_H
#define PLANE_MACROS_H

#include "generator/emit/providers.h"

/* The macros of an access' kernel and of a target's file, on a plane. */
extern const struct providers plane_kernel_macros, plane_file_macros;

#endif
