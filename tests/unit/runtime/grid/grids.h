#ifndef GRIDS_H
#define GRIDS_H

/* Grids of odd and extreme shapes, in all orders. */

#include "runtime/grid/grid.h"

enum { CHASING = 4, DIRECT = 12, ORDERS = 6, SHAPES = 9 };

/* Those that laplap chases first, then the others that it reads. */
extern const struct displacement grid_relations[DIRECT];

extern const struct order grid_orders[ORDERS];

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

struct grid_spec shape_spec(int shape);

struct grid *create_grid(const struct grid_spec *spec);

int column_count(const struct grid *grid);

bool is_inner(const struct grid *grid, int x, int y);

/* Returns which column lies where, -1 for padding; no two in one place. */
int *columns_by_position(const struct grid *grid);

/* The offset that kernels find. */
int find_offset(const struct grid *grid, int slot, int column);

#endif
