#ifndef MESH_SVG_H
#define MESH_SVG_H

#include "generator/base/error.h"
#include "runtime/formats/place.h"
#include "runtime/formats/vtk_grid.h"

/*
 * Writes a picture of a field on a mesh to a temporary file that is open, and closes it: of its lowest level, in the colours of
 * picture.h, whose unit may be NULL. A sphere is seen from above 20 degrees east, 40 degrees north, and only its near side; a plane
 * from above. False with an error that names the path.
 */
bool mesh_svg_file_write(struct temp_file *temp_file, enum format format, const char *path, const struct vtk_grid *grid,
	const struct vtk_grid_field *field, const char *unit, struct error *error);

#endif
