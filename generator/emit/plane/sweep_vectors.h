#ifndef SWEEP_VECTORS_H
#define SWEEP_VECTORS_H

#include "generator/emit/kernel.h"
#include "generator/plan/sweeps.h"

/*
 * On a GPU threads that go through columns whose levels lie side by side take a vector of levels of each field at a time. One
 * level at a time they would ask for every sector of memory once for each of its levels, and not find it in a cache again
 * where many columns are on their way.
 */

/* Levels first to end - 1, or down to the first: the names of both, and that of the last. */
const char *vectors_text(const struct kernel *kernel, enum sweep_order order, const struct plan *plan, const char *first,
	const char *end, const char *last);

#endif
