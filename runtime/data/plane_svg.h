#ifndef PLANE_SVG_H
#define PLANE_SVG_H

#include "generator/base/error.h"
#include "generator/base/temp_file.h"
#include "runtime/formats/coordinates.h"
#include "runtime/formats/place.h"

/*
 * Writes a picture of a field on a structured grid to a temporary file that is open, and closes it: of the lowest level or of level K,
 * with row 0 above unless the coordinate of rows grows, or the vertical section at row J. The array is (z,y,x) or (y,x). Axes show coordinates where there are any, else indices. False with an error that
 * names the place.
 */
bool plane_svg_file_write(struct temp_file *temp_file, const struct place *place, const char *field, const struct array *array,
	const struct coordinates *coordinates, struct error *error);

#endif
