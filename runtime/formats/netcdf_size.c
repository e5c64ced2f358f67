#include "runtime/formats/netcdf_variable.h"

#include <stdint.h>
#include <string.h>

/* How numbers that are not negative and offsets are stored; formats CDF-1, 2 and 5 differ in that. */
struct widths {
	uint64_t number, offset;
};

static uint64_t
padded(uint64_t bytes)
{
	return (bytes + 3)/4*4;
}

static uint64_t
type_size(nc_type type)
{
	switch (type) {
	case NC_BYTE: case NC_CHAR: case NC_UBYTE: return 1;
	case NC_SHORT: case NC_USHORT: return 2;
	case NC_INT: case NC_UINT: case NC_FLOAT: return 4;
	default: return 8;
	}
}

static uint64_t
name_size(const struct widths *w, const char *name)
{
	return w->number + padded(strlen(name));
}

static uint64_t
attributes_size(const struct netcdf_variable *v, const struct widths *w, int id, int count)
{
	uint64_t bytes = 4 + w->number;
	char name[NC_MAX_NAME + 1];
	nc_type type;
	size_t length;

	for (int i = 0; i < count; i++)
		if (!v->nc.inq_attname(v->file, id, i, name) && !v->nc.inq_att(v->file, id, name, &type, &length))
			bytes += name_size(w, name) + 4 + w->number + padded(length*type_size(type));
	return bytes;
}

/* The bytes of a variable, or of one record of it; adds those of its entry in the header. */
static uint64_t
variable_size(const struct netcdf_variable *v, const struct widths *w, int id, int unlimited, bool *is_record,
	uint64_t *header)
{
	int dimensions[NC_MAX_VAR_DIMS], ndims = 0, attributes = 0;
	char name[NC_MAX_NAME + 1] = "";
	nc_type type = NC_DOUBLE;
	uint64_t bytes;
	size_t length;

	v->nc.inq_var(v->file, id, name, &type, &ndims, dimensions, &attributes);
	*header += name_size(w, name) + w->number*(uint64_t)(1 + ndims) + attributes_size(v, w, id, attributes)
		+ 4 + w->number + w->offset;
	*is_record = ndims && dimensions[0] == unlimited;
	bytes = type_size(type);
	for (int d = *is_record; d < ndims; d++)
		if (!v->nc.inq_dim(v->file, dimensions[d], NULL, &length))
			bytes = length && bytes > UINT64_MAX/2/length ? UINT64_MAX/2 : bytes*length;
	return bytes;
}

uint64_t
netcdf_least_size(const struct netcdf_variable *v)
{
	int format = 0, ndims = 0, variables = 0, attributes = 0, unlimited = -1, record_variables = 0;
	uint64_t bytes = 0, record = 0, records = 0, only = 0, padding = 0;
	char name[NC_MAX_NAME + 1];
	struct widths w;
	size_t length;

	v->nc.inq_format(v->file, &format);
	if (format != NC_FORMAT_CLASSIC && format != NC_FORMAT_64BIT_OFFSET && format != NC_FORMAT_64BIT_DATA)
		return 0;
	w.number = format == NC_FORMAT_64BIT_DATA ? 8 : 4;
	w.offset = format == NC_FORMAT_CLASSIC ? 4 : 8;
	v->nc.inq(v->file, &ndims, &variables, &attributes, &unlimited);
	bytes = 4 + 3*(size_t)w.number + 8 + attributes_size(v, &w, NC_GLOBAL, attributes);
	for (int d = 0; d < ndims; d++)
		if (!v->nc.inq_dim(v->file, d, name, &length)) {
			bytes += name_size(&w, name) + w.number;
			if (d == unlimited)
				records = length;
		}
	for (int i = 0; i < variables; i++) {
		bool is_record;
		const uint64_t size = variable_size(v, &w, i, unlimited, &is_record, &bytes);

		if (padded(size) - size > padding)
			padding = padded(size) - size;
		if (is_record) {
			record_variables++;
			record += padded(size);
			only = size;
		} else {
			bytes += padded(size);
		}
	}
	/* A single record variable has no padding, nor need the last one have. */
	if (record_variables == 1)
		record = only;
	if (record && records > (UINT64_MAX/4)/record)
		return UINT64_MAX/4;
	return bytes + records*record - padding;
}
