#ifndef EXCHANGE_ROWS_H
#define EXCHANGE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

/* Halos that messages fill before a kernel of a step. */
struct exchange_row {
	int before;         /* the kernel's number; 0: after the last kernel of the step before */
	const bool *fields; /* by field index */
};

/* Rows in the order of their kernels, one for each. */
struct exchange_rows {
	const struct exchange_row *items;
	int count;
};

/* The row before a kernel; NULL: nothing is exchanged there. */
static inline const struct exchange_row *
exchange_row_before(const struct exchange_rows *rows, int kernel)
{
	for (int i = 0; i < rows->count; i++)
		if (rows->items[i].before == kernel)
			return &rows->items[i];
	return NULL;
}

#endif
