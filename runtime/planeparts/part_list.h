#ifndef PART_LIST_H
#define PART_LIST_H

#include "generator/base/error.h"
#include "runtime/planeparts/plane_parts.h"

/* Parts that are lists of columns: which ones each has, and shapes of arrays of them. */

/* Finds the columns that all ranks have. False with an error. */
bool parts_list(struct plane_parts *parts, const struct order *order, struct error *error);

/* The shape of a part's arrays: (z, 1, columns). False: out of memory. */
bool part_list_problem(struct plane_parts *parts, int rank);

/* Gives a part of this process arrays of its own: what it has of the whole grid. False with an error on failure. */
bool part_list_take(const struct plane_parts *parts, struct problem *own, struct error *error);

/* Copies the columns of a field that a part owns between an array of the part and the whole grid's. */
enum list_way { LIST_FROM_WHOLE, LIST_TO_WHOLE };
void part_list_copy(const struct plane_parts *parts, const struct plane_part *part, const struct field *field, size_t element,
	void *own, void *whole, enum list_way way);

/* Reads what was not read yet, whole, and makes its halos periodic. */
bool parts_list_read(const struct plane_parts *parts, struct error *error);

/* Plans the exchange of a part of fields as stencil_exchange_columns takes them. Returns a status. */
int part_list_exchange(struct plane_parts *parts, int rank, const struct stencil_exchanged *fields, int count);

#endif
