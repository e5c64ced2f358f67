#ifndef COLUMN_PLACES_H
#define COLUMN_PLACES_H

#include "generator/base/error.h"
#include "runtime/grid/grid.h"

/* Where a column lies: the rectangle of its part of the grid, by its number along a Z-curve, and its
 * place within, row by row. */
struct place {
	int part, within, column;
	unsigned long long rectangle;
};

/* The inner columns of a grid as they lie beside each other, found by going from neighbour to
 * neighbour as its table leads. Parts are not connected. */
struct column_places {
	const struct stencil_grid *grid;
	const struct displacement *relations; /* by slot of the table */
	int relation_count;
	struct place *list;               /* by part, rectangle and place within */
	int count;
};

/* Divides the inner columns into rectangles of width x height. Where a table leads round in circles several
 * columns may have one place, and near the ends places are left empty. False with an error if
 * memory is short. Ends with places_free. */
bool places_find(struct column_places *places, const struct stencil_grid *grid, const struct displacement *relations,
	int relation_count, int width, int height, struct error *error);

/* The column that a kernel finds from a column: by a slot of the table, or step by step as chasing
 * kernels do. -1: the table has no way there. */
int places_column(const struct column_places *places, int column, struct displacement at);

void places_free(struct column_places *places);

#endif
