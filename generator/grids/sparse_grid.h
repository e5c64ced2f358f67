#ifndef SPARSE_GRID_H
#define SPARSE_GRID_H

#include "generator/base/error.h"

#include <stdbool.h>

/*
 * A regular sparse grid of hat functions on the unit cube, zero on its boundary.
 * A point has a level l[t] >= 0 and an index 0 <= i[t] < 2^l[t] in each dimension
 * t and lies at (2 i[t] + 1)/2^(l[t]+1); the sum n of its levels is less than
 * `level`. The points of one level vector are a block of 2^n; the blocks of one
 * sum are a group.
 *
 * In memory: groups by n; blocks of a group by their last level, those of equal
 * last level by the one before it, and so on; points of a block by their
 * indices, the last dimension's fastest.
 */
enum { SPARSE_DIMENSIONS = 32, SPARSE_LEVELS = 30 };
enum { SPARSE_ALIGNMENT = 32 }; /* groups of a padded grid begin at multiples of so many points */

struct sparse_grid {
	int dim, level;
	bool padded;
	int vectors[SPARSE_DIMENSIONS][SPARSE_LEVELS]; /* of t + 1 levels with sum s */
	int group[SPARSE_LEVELS + 1];                  /* where groups begin; the end */
	int points;                                    /* less than group[level] if padded */
};

/* False with an error of usage if there is no such grid: positions must fit an int. */
bool sparse_grid_make(int dim, int level, bool padded, struct sparse_grid *grid, struct error *error);

/* Where a point lies in memory, and the point that lies there: false for a place
 * of padding. */
int sparse_grid_place(const struct sparse_grid *grid, const int *l, const int *i);
bool sparse_grid_point(const struct sparse_grid *grid, int place, int *l, int *i);

#endif
