#ifndef COLUMN_PAIRS_H
#define COLUMN_PAIRS_H

#include "generator/emit/level_vector.h"

/* In kernels whose clusters have pairs of columns that are next to each other in memory: finds the values of a cluster that
 * are loaded or stored by one access. */
void pairs_find(const struct kernel *kernel, const struct plan *plan, struct level_vector *list);

/* How both values of a pair are loaded from a column's index, and stored there. */
const char *pair_loaded(const struct kernel *kernel, const struct level_vector *first, const char *index);
const char *pair_stored(const struct kernel *kernel, const struct level_vector *first, const char *index);

/* Whether the index of a column is needed: a value there is not the second one of a pair. */
bool pairs_need_column(const struct kernel *kernel, struct offset at);

#endif
