#include "runtime/data/array_file.h"

#include "runtime/formats/npy.h"
#include "runtime/formats/netcdf.h"

bool
array_file_peek(const struct place *place, int *element)
{
	struct array header;

	switch (place->format) {
	case FORMAT_NETCDF:
		return netcdf_peek(place, element, NULL);
	case FORMAT_NPY:
		if (!npy_peek(place->path, &header))
			return false;
		*element = header.element;
		return true;
	case FORMAT_VTI:
	case FORMAT_VTU:
	case FORMAT_PVD:
	case FORMAT_SVG:
	case FORMAT_PNG:
		break;
	}
	return false;
}

static unsigned
npy_types_of(int element, bool whole)
{
	return !whole ? NPY_REAL : element == 1 ? NPY_BOOL : NPY_INT32;
}

/* What is wrong with a file that can be read is in its data. */
static enum exit_status
status_of(const struct place *place)
{
	return place_is_readable(place) ? EXIT_ERRORS : EXIT_IO;
}

static bool
fail(const struct place *place, struct error *error)
{
	if (error)
		error->status = status_of(place);
	return false;
}

bool
array_file_open(const struct place *place, int element, bool whole, struct array *array, struct error *error)
{
	if (place->format != FORMAT_NPY)
		return array_file_read(place, element, whole, array, error);
	return npy_open_of(place->path, npy_types_of(element, whole), array, error) || fail(place, error);
}

bool
array_file_read(const struct place *place, int element, bool whole, struct array *array, struct error *error)
{
	switch (place->format) {
	case FORMAT_NETCDF:
		return netcdf_read(place, element, whole, array, error) || fail(place, error);
	case FORMAT_NPY:
		return npy_read_of(place->path, npy_types_of(element, whole), array, error) || fail(place, error);
	case FORMAT_VTI:
	case FORMAT_VTU:
	case FORMAT_PVD:
	case FORMAT_SVG:
	case FORMAT_PNG:
		break;
	}
	*array = (struct array){ .element = 0 };
	return error_set(error, status_of(place), "%s: %s are written only: read a .npy or NetCDF file", place->text,
		format_is_picture(place->format) ? "pictures" : "VTK files");
}
