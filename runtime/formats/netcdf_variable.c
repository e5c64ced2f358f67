#include "runtime/formats/netcdf_variable.h"

#include "generator/base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Returns false, the error being the place and what is wrong. */
__attribute__((format(printf, 3, 4)))
static bool
fail(const struct place *place, struct error *error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_set_list(error, EXIT_IO, format, args);
	va_end(args);
	return error_prefix(error, "%s: ", place->text);
}

bool
netcdf_result(const struct netcdf_library *nc, int status, const char *path, const char *verb, struct error *error)
{
	if (status == NC_ENOTNC)
		error_set(error, EXIT_IO, "%s: not a NetCDF file", path);
	else if (status > 0)
		error_set(error, EXIT_IO, "%s: %s", path, strerror(status));
	else if (status)
		error_set(error, EXIT_IO, "%s: cannot %s: %s%s", path, verb, nc->strerror(status),
			strcmp(verb, "open") ? "" : "; is the file whole?");
	return status == NC_NOERR;
}

/* The error names the variable that was probably meant. */
static bool
fail_without_variable(const struct netcdf_variable *v, const struct place *place, struct error *error)
{
	char (*names)[NC_MAX_NAME + 1];
	const char **pointers, *meant;
	int count = 0;

	v->nc.inq_nvars(v->group, &count);
	names = calloc((size_t)count + 1, sizeof *names);
	pointers = calloc((size_t)count + 1, sizeof *pointers);
	for (int i = 0; names && pointers && i < count; i++) {
		v->nc.inq_varname(v->group, i, names[i]);
		pointers[i] = names[i];
	}
	meant = names && pointers ? suggest(place->variable, pointers, count) : NULL;
	error_set(error, EXIT_IO, "%s: there is no variable '%s'%s%s%s", place->path, place->variable,
		meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
	free(names);
	free(pointers);
	return false;
}

const char *
netcdf_text(struct arena *arena, const struct netcdf_library *nc, int group, int id, const char *attribute)
{
	enum { LONGEST = 300 };
	char *string, *text = NULL;
	nc_type type;
	size_t length;

	if (nc->inq_att(group, id, attribute, &type, &length))
		return NULL;
	if (type == NC_STRING && length == 1 && !nc->get_att_string(group, id, attribute, &string)) {
		if (string && strlen(string) <= LONGEST)
			text = arena_strndup(arena, string, strlen(string));
		nc->free_string(1, &string);
		return text;
	}
	if (type != NC_CHAR || length > LONGEST)
		return NULL;
	text = arena_alloc(arena, length + 1, 1);
	return nc->get_att_text(group, id, attribute, text) ? NULL : text;
}

static bool
find_variable(struct netcdf_variable *v, const struct place *place, struct error *error)
{
	const char *slash = strrchr(place->variable, '/');
	char *group = slash ? strndup(place->variable, (size_t)(slash - place->variable)) : NULL;
	int ids[NC_MAX_VAR_DIMS], status = NC_NOERR;

	v->group = v->file;
	if (group && *group)
		status = v->nc.inq_grp_full_ncid(v->file, group, &v->group);
	free(group);
	if (!status)
		status = v->nc.inq_varid(v->group, slash ? slash + 1 : place->variable, &v->id);
	if (status)
		return fail_without_variable(v, place, error);
	status = v->nc.inq_var(v->group, v->id, NULL, &v->type, &v->ndims, ids, NULL);
	if (!status && v->ndims > NETCDF_DIMENSIONS)
		return fail(place, error, "the variable has %d dimensions", v->ndims);
	for (int d = 0; d < v->ndims && !status; d++) {
		struct netcdf_dimension *dimension = &v->dimensions[d];

		dimension->id = ids[d];
		status = v->nc.inq_dim(v->group, ids[d], dimension->name, &dimension->length);
	}
	return netcdf_result(&v->nc, status, place->text, "read", error);
}

static bool
check_type(const struct netcdf_variable *v, const struct place *place, struct error *error)
{
	char name[NC_MAX_NAME + 1] = "?";

	if (v->type == NC_CHAR || v->type == NC_STRING)
		return fail(place, error, "the variable holds text, not numbers");
	if (v->type > NC_MAX_ATOMIC_TYPE) {
		v->nc.inq_type(v->group, v->type, name, NULL);
		return fail(place, error, "the variable's elements are of type '%s', expected numbers", name);
	}
	return true;
}

/* Appends "(time=3,lev=8)". Returns false. */
static bool
append_dimensions(const struct netcdf_variable *v, struct error *error)
{
	error_append(error, "(");
	for (int d = 0; d < v->ndims; d++)
		error_append(error, "%s%s=%zu", d ? "," : "", v->dimensions[d].name, v->dimensions[d].length);
	return error_append(error, ")");
}

static bool
select_index(struct netcdf_variable *v, const struct place *place, const struct selection *selection,
	bool taken[], struct error *error)
{
	long long length, index;
	bool again = false;
	int d = 0;

	while (d < v->ndims && (taken[d] || strcmp(v->dimensions[d].name, selection->dimension))) {
		again = again || !strcmp(v->dimensions[d].name, selection->dimension);
		d++;
	}
	if (d == v->ndims && again)
		return fail(place, error, "dimension '%s' has two indices", selection->dimension);
	if (d == v->ndims) {
		fail(place, error, "the variable has no dimension '%s', it has ", selection->dimension);
		return append_dimensions(v, error);
	}
	length = (long long)v->dimensions[d].length;
	index = selection->index < 0 ? selection->index + length : selection->index;
	if (index < 0 || index >= length)
		return fail(place, error, "index %lld is out of range: dimension '%s' has %lld, counted from 0",
			selection->index, selection->dimension, length);
	taken[d] = true;
	v->start[d] = (size_t)index;
	v->count[d] = 1;
	return true;
}

/* Applies the selections; what is left must be an array. */
static bool
select_part(struct netcdf_variable *v, const struct place *place, struct error *error)
{
	bool taken[NETCDF_DIMENSIONS] = { false };
	int left;

	for (const struct selection *s = place->selections; s; s = s->next)
		if (!select_index(v, place, s, taken, error))
			return false;
	left = 0;
	for (int d = 0; d < v->ndims; d++) {
		if (taken[d])
			continue;
		if (!v->dimensions[d].length)
			return fail(place, error, "dimension '%s' is empty", v->dimensions[d].name);
		v->count[d] = v->dimensions[d].length;
		if (left < ARRAY_DIMENSIONS)
			v->kept[left] = d;
		left++;
	}
	v->ndim = left;
	if (left <= ARRAY_DIMENSIONS)
		return true;
	fail(place, error, "it has %d dimensions ", left);
	append_dimensions(v, error);
	return error_append(error, ", expected at most %d: choose an index, as %s[%s=0]", ARRAY_DIMENSIONS, place->variable,
		v->dimensions[v->kept[0]].name);
}

static bool
is_whole(const struct netcdf_variable *v, const struct place *place, struct error *error)
{
	const uint64_t least = netcdf_least_size(v);
	struct stat status;

	if (stat(place->path, &status) || (uint64_t)status.st_size >= least)
		return true;
	return error_set(error, EXIT_IO, "%s: the file is truncated: it has %lld bytes, expected at least %llu", place->path,
		(long long)status.st_size, (unsigned long long)least);
}

bool
netcdf_variable_open(struct netcdf_variable *v, const struct place *place, struct error *error)
{
	struct stat status;

	memset(v, 0, sizeof *v);
	if (!netcdf_load(&v->nc, error))
		return false;
	if (!stat(place->path, &status) && S_ISDIR(status.st_mode))
		return fail(place, error, "is a directory, expected a NetCDF file");
	if (!netcdf_result(&v->nc, v->nc.open(place->path, NC_NOWRITE, &v->file), place->path, "open", error))
		return false;
	if (is_whole(v, place, error) && find_variable(v, place, error) && check_type(v, place, error)
			&& select_part(v, place, error))
		return true;
	netcdf_variable_close(v);
	return false;
}

void
netcdf_variable_close(const struct netcdf_variable *v)
{
	v->nc.close(v->file);
}
