#include "runtime/netcdf/netcdf_variable.h"

#include "generator/base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Returns false, the message being the place and what is wrong. */
__attribute__((format(printf, 4, 5)))
static bool
fail(const struct place *place, char *message, size_t size, const char *format, ...)
{
	const int length = snprintf(message, size, "%s: ", place->text);
	va_list args;

	if (length < 0 || (size_t)length >= size)
		return false;
	va_start(args, format);
	vsnprintf(message + length, size - (size_t)length, format, args);
	va_end(args);
	return false;
}

bool
netcdf_result(const struct netcdf_library *nc, int status, const char *path, const char *verb,
	char *message, size_t size)
{
	if (status == NC_ENOTNC)
		snprintf(message, size, "%s: not a NetCDF file", path);
	else if (status > 0)
		snprintf(message, size, "%s: %s", path, strerror(status));
	else if (status)
		snprintf(message, size, "%s: cannot %s: %s%s", path, verb, nc->strerror(status),
			strcmp(verb, "open") ? "" : "; is the file whole?");
	return status == NC_NOERR;
}

/* Adds to the message which variable was probably meant. */
static bool
fail_without_variable(const struct netcdf_variable *v, const struct place *place, char *message, size_t size)
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
	snprintf(message, size, "%s: there is no variable '%s'%s%s%s", place->path, place->variable,
		meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
	free(names);
	free(pointers);
	return false;
}

static bool
find_variable(struct netcdf_variable *v, const struct place *place, char *message, size_t size)
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
		return fail_without_variable(v, place, message, size);
	status = v->nc.inq_var(v->group, v->id, NULL, &v->type, &v->ndims, ids, NULL);
	if (!status && v->ndims > NETCDF_DIMENSIONS)
		return fail(place, message, size, "the variable has %d dimensions", v->ndims);
	for (int d = 0; d < v->ndims && !status; d++) {
		struct netcdf_dimension *dimension = &v->dimensions[d];

		dimension->id = ids[d];
		status = v->nc.inq_dim(v->group, ids[d], dimension->name, &dimension->length);
	}
	return netcdf_result(&v->nc, status, place->text, "read", message, size);
}

static bool
check_type(const struct netcdf_variable *v, const struct place *place, char *message, size_t size)
{
	char name[NC_MAX_NAME + 1] = "?";

	if (v->type == NC_CHAR || v->type == NC_STRING)
		return fail(place, message, size, "the variable holds text, not numbers");
	if (v->type > NC_MAX_ATOMIC_TYPE) {
		v->nc.inq_type(v->group, v->type, name, NULL);
		return fail(place, message, size, "the variable's elements are of type '%s', expected numbers", name);
	}
	return true;
}

/* "(time=3,lev=8)", as much as fits. */
static const char *
list_dimensions(const struct netcdf_variable *v, char *text, size_t size)
{
	size_t at = 0;

	*text = '\0';
	for (int d = 0; d < v->ndims && at < size; d++)
		at += (size_t)snprintf(text + at, size - at, "%s%s=%zu", d ? "," : "", v->dimensions[d].name,
			v->dimensions[d].length);
	return text;
}

static bool
select_index(struct netcdf_variable *v, const struct place *place, const struct selection *selection,
	bool taken[], char *message, size_t size)
{
	char list[256];
	long long length, index;
	bool again = false;
	int d = 0;

	while (d < v->ndims && (taken[d] || strcmp(v->dimensions[d].name, selection->dimension))) {
		again = again || !strcmp(v->dimensions[d].name, selection->dimension);
		d++;
	}
	if (d == v->ndims && again)
		return fail(place, message, size, "dimension '%s' has two indices", selection->dimension);
	if (d == v->ndims)
		return fail(place, message, size, "the variable has no dimension '%s', it has (%s)", selection->dimension,
			list_dimensions(v, list, sizeof list));
	length = (long long)v->dimensions[d].length;
	index = selection->index < 0 ? selection->index + length : selection->index;
	if (index < 0 || index >= length)
		return fail(place, message, size, "index %lld is out of range: dimension '%s' has %lld, counted from 0",
			selection->index, selection->dimension, length);
	taken[d] = true;
	v->start[d] = (size_t)index;
	v->count[d] = 1;
	return true;
}

/* Applies the selections; what is left must be an array. */
static bool
select_part(struct netcdf_variable *v, const struct place *place, char *message, size_t size)
{
	bool taken[NETCDF_DIMENSIONS] = { false };
	char list[256];
	int left;

	for (const struct selection *s = place->selections; s; s = s->next)
		if (!select_index(v, place, s, taken, message, size))
			return false;
	left = 0;
	for (int d = 0; d < v->ndims; d++) {
		if (taken[d])
			continue;
		if (!v->dimensions[d].length)
			return fail(place, message, size, "dimension '%s' is empty", v->dimensions[d].name);
		v->count[d] = v->dimensions[d].length;
		if (left < ARRAY_DIMENSIONS)
			v->kept[left] = d;
		left++;
	}
	v->ndim = left;
	if (left > ARRAY_DIMENSIONS)
		return fail(place, message, size, "it has %d dimensions (%s), expected at most %d: choose an index, as %s[%s=0]",
			left, list_dimensions(v, list, sizeof list), ARRAY_DIMENSIONS, place->variable,
			v->dimensions[v->kept[0]].name);
	return true;
}

static bool
is_whole(const struct netcdf_variable *v, const struct place *place, char *message, size_t size)
{
	const uint64_t least = netcdf_least_size(v);
	struct stat status;

	if (stat(place->path, &status) || (uint64_t)status.st_size >= least)
		return true;
	snprintf(message, size, "%s: the file is truncated: it has %lld bytes, expected at least %llu", place->path,
		(long long)status.st_size, (unsigned long long)least);
	return false;
}

bool
netcdf_variable_open(struct netcdf_variable *v, const struct place *place, char *message, size_t size)
{
	struct stat status;

	memset(v, 0, sizeof *v);
	if (!netcdf_load(&v->nc, message, size))
		return false;
	if (!stat(place->path, &status) && S_ISDIR(status.st_mode))
		return fail(place, message, size, "is a directory, expected a NetCDF file");
	if (!netcdf_result(&v->nc, v->nc.open(place->path, NC_NOWRITE, &v->file), place->path, "open", message, size))
		return false;
	if (is_whole(v, place, message, size) && find_variable(v, place, message, size) && check_type(v, place, message, size)
			&& select_part(v, place, message, size))
		return true;
	netcdf_variable_close(v);
	return false;
}

void
netcdf_variable_close(const struct netcdf_variable *v)
{
	v->nc.close(v->file);
}
