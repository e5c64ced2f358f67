#ifndef PLANE_MACROS_H
#define PLANE_MACROS_H

#include "generator/emit/providers.h"

/* The macros of an access' kernel and of a target's file, on a plane. */
extern const struct providers plane_kernel_macros, plane_file_macros;

/* The access' function that asks for columns before they are needed; "" if there is none. */
const char *plane_prefetch(const struct kernel *kernel);

#endif
