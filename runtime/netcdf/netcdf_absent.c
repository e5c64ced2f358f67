/* What stands in for the other files of this folder where libnetcdf was not found. */

#include "runtime/netcdf/netcdf.h"

#include <stdio.h>

static bool
refuse(const char *path, char *message, size_t size)
{
	snprintf(message, size, "%s: this stencilrun was built without NetCDF; install libnetcdf-dev and build again",
		path);
	return false;
}

bool
netcdf_peek(const struct place *place, int *element, char *message, size_t size)
{
	(void)element;
	return refuse(place->path, message, size);
}

bool
netcdf_read(const struct place *place, int element, struct array *array, char *message, size_t size)
{
	*array = (struct array){ .element = element };
	return refuse(place->path, message, size);
}

bool
netcdf_write(const char *path, const struct netcdf_output *outputs, int count, void **bytes, size_t *length,
	char *message, size_t size)
{
	(void)outputs;
	(void)count;
	*bytes = NULL;
	*length = 0;
	return refuse(path, message, size);
}
