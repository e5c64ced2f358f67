#ifndef VTK_H
#define VTK_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/formats/array_temp_file.h"

/* VTK's XML files, for ParaView and others. */

struct vtk_field {
	const char *name;
	struct array array;
	bool scalar; /* one value for the whole grid */
};

/* Where points lie along x, y and z: the place of the first one, and the way to the next, which is not 0. */
struct vtk_axis {
	double origin, step;
};

/* Image data: fields at the points of a grid, appended as base64. The grid has the shape of the field with
 * the most dimensions; fields without its first ones, those of columns, are repeated along these. Scalars are field data.
 * Writes all of a temporary file that is open, and closes it; false with an error that names the path. */
bool vtk_file_write(struct temp_file *temp_file, const char *path, const struct vtk_axis axes[ARRAY_DIMENSIONS],
	const struct vtk_field *fields, int count, struct error *error);

/* A file of a series, with its time. */
struct vtk_step {
	int time;
	const char *file; /* relative to the folder of the series */
};

/* The same for a series, a .pvd file. */
bool vtk_series_file_write(struct temp_file *temp_file, const char *path, const struct vtk_step *steps, int count,
	struct error *error);

#endif
