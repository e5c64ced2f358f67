#ifndef TABLE_LISTS_H
#define TABLE_LISTS_H

#include "runtime/partition/structured.h"

/* What a box whose columns are stored in any order sends and receives: the columns that stencil_exchange_rectangles would exchange, in
 * its order. Returns a status of the exchange. */
int table_lists(struct arena *arena, const struct partition *p, int rank, struct stencil_columns *lists);

#endif
