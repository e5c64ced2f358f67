#include "runtime/formats/netcdf_table.h"

#include "runtime/formats/netcdf_variable.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct netcdf_tables {
	struct arena *arena;
	struct netcdf_library nc;
	int file;
	long long bytes; /* of the file */
};

struct netcdf_tables *
netcdf_tables_open(struct arena *arena, const char *path, struct error *error)
{
	struct netcdf_tables *t = arena_new(arena, struct netcdf_tables);
	struct netcdf_variable whole;
	struct stat status;
	uint64_t least;

	if (!netcdf_load(&t->nc, error)
			|| !netcdf_result(&t->nc, t->nc.open(path, NC_NOWRITE, &t->file), path, "open", error))
		return NULL;
	t->arena = arena;
	t->bytes = stat(path, &status) ? 0 : (long long)status.st_size;
	whole = (struct netcdf_variable){ .nc = t->nc, .file = t->file };
	least = netcdf_least_size(&whole);
	if ((uint64_t)t->bytes >= least)
		return t;
	error_set(error, EXIT_IO, "%s: the file is truncated: it has %lld bytes, expected at least %llu", path, t->bytes,
		(unsigned long long)least);
	netcdf_tables_close(t);
	return NULL;
}

void
netcdf_tables_close(struct netcdf_tables *t)
{
	t->nc.close(t->file);
}

static int
find_variable(const struct netcdf_tables *t, const char *name)
{
	int id;

	return !name ? NC_GLOBAL : t->nc.inq_varid(t->file, name, &id) ? -2 : id;
}

bool
netcdf_tables_have(const struct netcdf_tables *t, const char *name)
{
	return find_variable(t, name) >= 0;
}

const char *
netcdf_tables_find(const struct netcdf_tables *t, const char *attribute, const char *value)
{
	char variable[NC_MAX_NAME + 1];
	int count = 0;

	t->nc.inq_nvars(t->file, &count);
	for (int i = 0; i < count; i++) {
		const char *text = t->nc.inq_varname(t->file, i, variable) ? NULL : netcdf_tables_text(t, variable, attribute);

		if (text && !strcmp(text, value))
			return arena_strndup(t->arena, variable, strlen(variable));
	}
	return NULL;
}

bool
netcdf_tables_shape(const struct netcdf_tables *t, const char *name, struct netcdf_shape *shape, struct error *error)
{
	enum { SMALL = 1 << 22, PACKED = 64 }; /* elements, and elements for each byte of the file */
	int ids[NC_MAX_VAR_DIMS];
	const int id = find_variable(t, name);
	char dimension[NC_MAX_NAME + 1];
	nc_type type;

	*shape = (struct netcdf_shape){ .length = { 1, 1 } };
	if (id < 0)
		return error_set(error, EXIT_ERRORS, "there is no variable '%s'", name);
	if (t->nc.inq_var(t->file, id, NULL, &type, &shape->ndim, ids, NULL))
		return error_set(error, EXIT_ERRORS, "variable '%s' cannot be read", name);
	if (type > NC_MAX_ATOMIC_TYPE || type == NC_CHAR || type == NC_STRING)
		return error_set(error, EXIT_ERRORS, "%s holds no numbers", name);
	if (shape->ndim < 1 || shape->ndim > 2)
		return error_set(error, EXIT_ERRORS, "%s has %d dimensions, expected 1 or 2", name, shape->ndim);
	shape->whole = type != NC_FLOAT && type != NC_DOUBLE;
	for (int d = 0; d < shape->ndim; d++) {
		size_t length = 0;

		t->nc.inq_dim(t->file, ids[d], dimension, &length);
		snprintf(shape->dimensions[d], sizeof shape->dimensions[d], "%.120s", dimension);
		if (!length)
			return error_set(error, EXIT_ERRORS, "%s: dimension '%.120s' is empty", name, dimension);
		shape->length[d] = length < PTRDIFF_MAX ? (long long)length : PTRDIFF_MAX;
	}
	if (shape->length[0] > PTRDIFF_MAX/64/shape->length[1]
			|| (shape->length[0]*shape->length[1] > SMALL && shape->length[0]*shape->length[1]/PACKED > t->bytes))
		return error_set(error, EXIT_ERRORS, "%s has %lld x %lld numbers, far more than the file can hold", name, shape->length[0],
			shape->length[1]);
	return true;
}

static bool
result(const struct netcdf_tables *t, const char *name, int status, struct error *error)
{
	return !status || error_set(error, EXIT_ERRORS, "%s: cannot read: %s; is the file whole?", name,
		status > 0 ? strerror(status) : t->nc.strerror(status));
}

bool
netcdf_tables_whole(const struct netcdf_tables *t, const char *name, long long *values, struct error *error)
{
	return result(t, name, t->nc.get_var_longlong(t->file, find_variable(t, name), values), error);
}

bool
netcdf_tables_real(const struct netcdf_tables *t, const char *name, double *values, struct error *error)
{
	return result(t, name, t->nc.get_var_double(t->file, find_variable(t, name), values), error);
}

const char *
netcdf_tables_text(const struct netcdf_tables *t, const char *variable, const char *attribute)
{
	const int id = find_variable(t, variable);

	return id < -1 ? NULL : netcdf_text(t->arena, &t->nc, t->file, id, attribute);
}

/* Whether there is an attribute of a single number. */
static bool
is_number(const struct netcdf_tables *t, int id, const char *attribute)
{
	nc_type type;
	size_t length;

	return id >= -1 && !t->nc.inq_att(t->file, id, attribute, &type, &length) && length == 1 && type != NC_CHAR
		&& type < NC_STRING;
}

bool
netcdf_tables_whole_attribute(const struct netcdf_tables *t, const char *variable, const char *attribute, long long *value)
{
	const int id = find_variable(t, variable);

	return is_number(t, id, attribute) && !t->nc.get_att_longlong(t->file, id, attribute, value);
}

bool
netcdf_tables_real_attribute(const struct netcdf_tables *t, const char *variable, const char *attribute, double *value)
{
	const int id = find_variable(t, variable);

	return is_number(t, id, attribute) && !t->nc.get_att_double(t->file, id, attribute, value);
}
