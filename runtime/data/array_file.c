#include "runtime/data/array_file.h"

#include "runtime/formats/npy.h"
#include "runtime/netcdf/netcdf.h"

#include <stdio.h>

bool
array_file_peek(const struct place *place, int *element)
{
	struct array header;
	char message[512];

	switch (place->format) {
	case FORMAT_NETCDF:
		return netcdf_peek(place, element, message, sizeof message);
	case FORMAT_NPY:
		if (!npy_peek(place->path, &header))
			return false;
		*element = header.element;
		return true;
	case FORMAT_VTI:
	case FORMAT_VTU:
	case FORMAT_PVD:
	case FORMAT_SVG:
		break;
	}
	return false;
}

static unsigned
npy_types_of(int element, bool whole)
{
	return !whole ? NPY_REAL : element == 1 ? NPY_BOOL : NPY_INT32;
}

bool
array_file_open(const struct place *place, int element, bool whole, struct array *array, char *message, size_t size)
{
	return place->format == FORMAT_NPY ? npy_open_of(place->path, npy_types_of(element, whole), array, message, size)
		: array_file_read(place, element, whole, array, message, size);
}

bool
array_file_read(const struct place *place, int element, bool whole, struct array *array, char *message, size_t size)
{
	switch (place->format) {
	case FORMAT_NETCDF:
		return netcdf_read(place, element, whole, array, message, size);
	case FORMAT_NPY:
		return npy_read_of(place->path, npy_types_of(element, whole), array, message, size);
	case FORMAT_VTI:
	case FORMAT_VTU:
	case FORMAT_PVD:
	case FORMAT_SVG:
		break;
	}
	*array = (struct array){ .element = 0 };
	snprintf(message, size, "%s: %s are written only", place->text, place->format == FORMAT_SVG ? "pictures" : "VTK files");
	return false;
}
