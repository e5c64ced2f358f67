#ifndef HELPERS_H
#define HELPERS_H

#include "generator/plan/plan.h"

/* Helper functions that kernels call: the lesser and the greater of two numbers, signs, whole powers, and the nearest level
 * of a field. */

enum { HELPER_LESSER, HELPER_GREATER, HELPER_SIGN_OF, HELPER_WITH_SIGN, HELPER_POWER, HELPER_CLAMP_LEVEL = HELPER_POWER + 9, HELPER_COUNT };
enum { TYPE_COUNT = TYPE_DOUBLE + 1 };

/* The helper that a call becomes, or -1. */
int helper_of(const struct expr *call);

/* "lesser", "greaterf", "sign_ofi", "power2". */
const char *helper_name(struct arena *arena, int helper, enum type type);

/* Marks the helpers that a kernel and its launcher call. */
void helpers_find(const struct plan *plan, bool helpers[HELPER_COUNT][TYPE_COUNT]);

/* Whether a kernel or its launcher calls abs of an int, which C declares in stdlib.h. */
bool calls_abs_of_int(const struct plan *plan);

struct kernel;

/* Their definitions. */
const char *kernel_helpers(const struct kernel *kernel);

#endif
