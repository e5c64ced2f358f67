#ifndef NETCDF_RECORD_H
#define NETCDF_RECORD_H

#include "generator/base/arena.h"
#include "runtime/formats/array.h"
#include "runtime/formats/record_file.h"

/* Where the records of NetCDF's classic formats are stored. The layout is that of "NetCDF Classic and 64-bit offset file formats" and
 * "CDF-5" in NetCDF's documentation. Without libnetcdf, which writes the number of records when it likes. */

/* Types as headers number them, and libnetcdf does; of the elements of an array, bools as bytes. */
enum { NETCDF_BYTE = 1, NETCDF_INT = 4, NETCDF_FLOAT = 5, NETCDF_DOUBLE = 6, NETCDF_INT64 = 10 };
int netcdf_type(const struct array *array);

struct netcdf_record_variable {
	const char *name;
	int type;
	int ndim;
	long long shape[4];    /* of a record, without the record dimension */
	long long at, size;    /* bytes, from the begin of a record */
};

struct netcdf_record {
	long long begin, size; /* of the first record; of each */
	long long count;       /* of records */
	int width;             /* of that number */
	int variable_count;
	struct netcdf_record_variable *variables;
};

/* Reads a header. False: it is none of these formats, has no records that numbers can be appended to, or is damaged. */
bool netcdf_record_read(struct arena *arena, const void *header, size_t size, struct netcdf_record *record);

/* The variable of that name, or NULL. */
const struct netcdf_record_variable *netcdf_record_find(const struct netcdf_record *record, const char *name);

/* So many records, as the header has it. */
struct record_count netcdf_record_count(const struct netcdf_record *record, long long count);

/* Copies numbers of 4 or 8 bytes each to the order of bytes of the file, or back. */
void netcdf_record_copy(void *to, const void *from, size_t count, int element);

#endif
