#ifndef GRID_BUILD_H
#define GRID_BUILD_H

/* The steps of grid_create. */

#include "runtime/grid/grid.h"

/* Sets position[] once the view's sizes are known. */
void grid_number(struct grid *grid);

/* Makes the table; of a compressed grid also its patterns. False with a message if memory is short. */
bool grid_make_table(struct grid *grid, char *message, size_t size);

#endif
