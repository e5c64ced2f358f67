#ifndef PLACE_H
#define PLACE_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>

/* Where an array is, as --in and --out say it. The ending of the file's name tells the format:
 *
 *     FILE.nc, .nc4, .cdf, or a URL file://DIRECTORY#mode=nczarr,file
 *              NetCDF; after it :VARIABLE, and [DIMENSION=INDEX,...] to read a part; [DIMENSION] reads one record after another
 *     FILE.vti, FILE.vtu, FILE.pvd  VTK: image data, unstructured grids, and a series of either; only written
 *     FILE.svg, FILE.png  a picture of a field; after it :level=K or :y=J, the section; only written
 *     others   NumPy's .npy
 */

enum format { FORMAT_NPY, FORMAT_NETCDF, FORMAT_VTI, FORMAT_VTU, FORMAT_PVD, FORMAT_SVG, FORMAT_PNG };

/* Whether a file of the format is a picture of one field. */
static inline bool
format_is_picture(enum format format)
{
	return format == FORMAT_SVG || format == FORMAT_PNG;
}

/* An index along a dimension of a NetCDF variable, from 0; negative ones count from the end. */
struct selection {
	const char *dimension;
	long long index;
	struct selection *next;
};

struct place {
	const char *text;      /* all of it */
	const char *path;      /* of the file, or the URL */
	enum format format;
	const char *variable;  /* of NetCDF */
	struct selection *selections;
	struct selection *records; /* the one of them that names no index: from 0; or NULL */
};

/* Reads a place; a variable that is not given has the name of the field. Returns false with
 * a message. */
bool place_read(struct arena *arena, const char *text, const char *field, struct place *place,
	struct error *error);

/* Whether there is a file at the place, or a folder, that can be read. */
bool place_is_readable(const struct place *place);

/* Whether the place is in the file at the path. */
bool place_is_in(const struct place *place, const char *path);

#endif
