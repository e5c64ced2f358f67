#ifndef HELPERS_H
#define HELPERS_H

#include "generator/language/ast.h"

/* Helper functions that kernels call. */

enum helper_kind { HELPER_LESSER, HELPER_GREATER, HELPER_POWER, HELPER_COUNT = HELPER_POWER + 9 };
enum { TYPE_COUNT = TYPE_DOUBLE + 1 };

/* "lesser", "greaterf", "power2". */
const char *helper_name(struct arena *arena, int helper, enum type type);

struct kernel;

/* The definitions of those that a kernel calls. */
const char *kernel_helpers(struct kernel *kernel);

#endif
