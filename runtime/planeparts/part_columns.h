#ifndef PART_COLUMNS_H
#define PART_COLUMNS_H

#include "runtime/planeparts/plane_parts.h"

/* Plans the exchange of a part whose columns lie in any order, of fields as stencil_exchange_rectangles takes them: the columns that
 * it would exchange, in its order. Returns a status. */
int part_exchange_columns(struct plane_parts *parts, int rank, const struct stencil_exchanged *fields, int count);

/* Of the fields that are exchanged, how far it is from one column to the next where levels lie innermost; else 0. */
void part_heights(const struct plane_parts *parts, const struct grid *grid, int *heights);

#endif
