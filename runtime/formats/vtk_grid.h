#ifndef VTK_GRID_H
#define VTK_GRID_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/formats/array_temp_file.h"

/* VTK's unstructured grids, .vtu files: polygons or lines, with fields at their points or of themselves. */

enum vtk_shape { VTK_LINE = 3, VTK_POLYGON = 7 };

struct vtk_grid {
	enum vtk_shape shape;
	long long points, cells;
	double *places;     /* (point, 3) */
	long long *corners; /* the points of one cell after the other */
	long long *ends;    /* of each cell: where its corners end */
};

struct vtk_grid_field {
	const char *name;
	bool of_points;     /* else of cells */
	struct array array; /* (point or cell, component), or without components */
};

/* Writes all of a temporary file that is open, and closes it; false with an error that names the path. */
bool vtk_grid_file_write(struct temp_file *temp_file, const char *path, const struct vtk_grid *grid,
	const struct vtk_grid_field *fields, int count, struct error *error);

#endif
