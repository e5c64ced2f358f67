#ifndef COLUMNS_H
#define COLUMNS_H

#include "generator/emit/kernel.h"

/* How a kernel on a plane finds columns. */

/* The index of a point of a point field or a column field, on the thread's level. */
enum index_kind { INDEX_POINT, INDEX_COLUMN };
const char *kernel_index(struct kernel *kernel, enum index_kind kind, struct offset at);

/* Whether the kernel looks neighbours up in a table or computes where they are. */
bool kernel_has_table(const struct kernel *kernel);

/* Definitions of the index variables of all columns, nearest first. */
const char *kernel_indices(struct kernel *kernel);

/* A section for each column that is read, but the thread's own, with $name and $slot;
 * and the number of columns, made odd. */
const char *kernel_columns(struct kernel *kernel, const struct template *template,
	const char *section);
int kernel_slots(struct kernel *kernel);

#endif
