#ifndef COLUMN_LIST_H
#define COLUMN_LIST_H

#include "runtime/grid/grid.h"

/* The columns of a plane of cells, row by row, halo included. */
struct column_plane {
	int size[2], low[2], high[2]; /* x, y */
	bool periodic[2];             /* the domain begins anew where it ends */
};

/* How many columns there are. */
int columns_of_plane(const struct column_plane *plane);

/* How many columns the domain has along an axis. */
int column_inner(const struct column_plane *plane, int axis);

/* Where one is led from a column; -1: beyond the plane. */
int column_beside(const struct column_plane *plane, int column, struct displacement by);

bool column_is_inner(const struct column_plane *plane, int column);

/* Some columns of a plane, that fill no rectangle: a grid of them has as many in x, one in y, and no halo there. */
struct column_list {
	const struct column_plane *plane;
	const int *global; /* by column: which one of the plane it is */
	const int *local;  /* the other way round; -1: it is not here */
	const int *zone;   /* by column: its zone, if it is updated: zones follow one another, from 0 on; -1: it is only read */
	int zones;
	const int *place;  /* by column of the plane: its place in a zone; all are different */
	int own;           /* columns that are computed here; others are copies */
};

/* Sets the sizes and distances of a grid's view, but for those of levels, and numbers the columns. False: out of memory. */
bool list_number(struct grid *grid);

/* The offsets to neighbours along one relation, one column's entry so far behind that of the column before. */
void list_offsets(const struct grid *grid, struct displacement relation, int *offsets, size_t next_row);

/* The columns from a zone's first one on, of a grid that has a list. */
struct stencil_grid list_region(const struct grid *grid, const struct stencil_grid *view, int zone, int end_zone);

#endif
