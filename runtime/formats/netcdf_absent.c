/* What stands in for the other files of this folder where libnetcdf was not found. */

#include "runtime/formats/netcdf.h"
#include "runtime/formats/netcdf_table.h"

/* There is nothing to use parameters for. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

static bool
refuse(const char *path, struct error *error)
{
	return error_set(error, EXIT_IO, "%s: this stencilrun was built without NetCDF; install libnetcdf-dev and build again",
		path);
}

bool
netcdf_peek(const struct place *place, int *element, struct error *error)
{
	return refuse(place->path, error);
}

bool
netcdf_read(const struct place *place, int element, bool whole, struct array *array, struct error *error)
{
	*array = (struct array){ .element = element, .whole = whole };
	return refuse(place->path, error);
}

bool
netcdf_coordinates(struct arena *arena, const struct place *place, struct coordinates *coordinates, struct error *error)
{
	*coordinates = (struct coordinates){ .ndim = 0 };
	return refuse(place->path, error);
}

bool
netcdf_write(const char *path, const struct netcdf_output *outputs, int count, void **bytes, size_t *length,
	struct error *error)
{
	*bytes = NULL;
	*length = 0;
	return refuse(path, error);
}

bool
netcdf_write_header(const char *path, const struct netcdf_output *outputs, int count, const struct netcdf_series *series,
	void **bytes, size_t *length, struct error *error)
{
	return netcdf_write(path, outputs, count, bytes, length, error);
}

struct netcdf_tables *
netcdf_tables_open(struct arena *arena, const char *path, struct error *error)
{
	refuse(path, error);
	return NULL;
}

/* What cannot be opened is never asked for more. */

void
netcdf_tables_close(struct netcdf_tables *tables)
{
}

bool
netcdf_tables_have(const struct netcdf_tables *tables, const char *name)
{
	return false;
}

const char *
netcdf_tables_find(const struct netcdf_tables *tables, const char *attribute, const char *value)
{
	return NULL;
}

bool
netcdf_tables_shape(const struct netcdf_tables *tables, const char *name, struct netcdf_shape *shape, struct error *error)
{
	return refuse(name, error);
}

bool
netcdf_tables_whole(const struct netcdf_tables *tables, const char *name, long long *values, struct error *error)
{
	return refuse(name, error);
}

bool
netcdf_tables_real(const struct netcdf_tables *tables, const char *name, double *values, struct error *error)
{
	return refuse(name, error);
}

const char *
netcdf_tables_text(const struct netcdf_tables *tables, const char *variable, const char *attribute)
{
	return NULL;
}

bool
netcdf_tables_whole_attribute(const struct netcdf_tables *tables, const char *variable, const char *attribute,
	long long *value)
{
	return false;
}

bool
netcdf_tables_real_attribute(const struct netcdf_tables *tables, const char *variable, const char *attribute, double *value)
{
	return false;
}
