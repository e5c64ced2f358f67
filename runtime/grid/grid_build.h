#ifndef GRID_PARTS_H
#define GRID_PARTS_H

/* What the files that build a grid share; not for others. */

#include "runtime/grid/grid.h"

/* Sets place[] once the view's sizes are known. */
void grid_place(struct grid *grid);

/* Makes the table, and the patterns where the grid is compressed. */
bool grid_make_table(struct grid *grid, char *message, size_t size);

/* An array of zeros, or NULL and a message. */
void *grid_array(size_t count, size_t element, char *message, size_t size);

/* Writes the message and returns false. */
bool grid_fail(char *message, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
