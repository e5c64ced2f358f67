#ifndef PLAN_OPTIONS_H
#define PLAN_OPTIONS_H

#include "generator/check/fixed.h"
#include "generator/variants/variants.h"

/* The words of an options text; NULL and 0: not given. */
struct plan_options {
	const char *backend, *precision, *low, *storage, *access, *levels, *order, *block, *store, *place, *padding, *fix, *swap;
	int tunables[TUNABLE_COUNT];
};

/* Of real fields; and whether low fields are floats. */
enum type plan_precision(const struct plan_options *options);
bool plan_low_is_float(const struct plan_options *options);

/* Reads NAME=VALUE words. */
bool plan_options_read(struct arena *arena, const char *text, struct plan_options *options, struct error *error);

/* The params that are constants; and whether the stencil has them, once it is checked. False with an error. */
bool plan_read_fixes(struct arena *arena, const struct plan_options *options, struct fixes *fixes, struct error *error);
bool plan_check_fixes(struct arena *arena, const struct fixes *fixes, struct error *error);

/* What is kept, and where. */
struct storage_decision plan_storage_decision(struct arena *arena, const struct plan_options *options);

/* Where they say that levels are; outermost unless they say otherwise. */
enum levels plan_levels(const struct plan_options *options);

/* Whether they let launches write what lies between a column's levels and the next column. */
bool plan_may_pad(const struct plan_options *options);

#endif
