#ifndef GRID_BUILD_H
#define GRID_BUILD_H

/* The steps of grid_create. */

#include "generator/base/error.h"
#include "runtime/grid/grid.h"

/* Sets position[] once the view's sizes are known. */
void grid_number(struct grid *grid);

/* Makes the table; of a compressed grid also its patterns. False with an error if memory is short. */
bool grid_make_table(struct grid *grid, struct error *error);

#endif
