#ifndef FORMULA_H
#define FORMULA_H

#include "generator/grids/sparse_grid.h"
#include "runtime/cli/tool.h"
#include "runtime/formats/npy.h"

/* The values of a formula of x1, x2, ... at the points of a sparse grid, as an array of
 * elements of 4 or 8 bytes; 0 where no point lies. A formula is one expression of numbers,
 * coordinates and functions. Returns an exit status. */
int formula_sample(struct tool *tool, const char *field, const char *formula,
	const struct sparse_grid *grid, int element, struct array *array);

#endif
