#ifndef NETCDF_VARIABLE_H
#define NETCDF_VARIABLE_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/formats/place.h"
#include "runtime/formats/netcdf_library.h"

#include <stdint.h>

enum { NETCDF_DIMENSIONS = 16 }; /* that are handled */

struct netcdf_dimension {
	char name[NC_MAX_NAME + 1];
	int id;
	size_t length;
};

/* A variable in a file that is open. */
struct netcdf_variable {
	struct netcdf_library nc;
	int file, group, id;
	nc_type type;
	int ndims;
	struct netcdf_dimension dimensions[NETCDF_DIMENSIONS];
	size_t start[NETCDF_DIMENSIONS], count[NETCDF_DIMENSIONS]; /* of the selection */
	int ndim, kept[ARRAY_DIMENSIONS]; /* the dimensions without an index */
};

/* Opens the file and finds the variable of the place, and the part of it that is selected. False with an error.
 * Close it unless this failed. */
bool netcdf_variable_open(struct netcdf_variable *variable, const struct place *place, struct error *error);
void netcdf_variable_close(const struct netcdf_variable *variable);

/* The least number of bytes that a whole file of a classic format has, from what its header says:
 * libnetcdf reads what is missing at the end as zeros. 0 for other formats. The layout is that of
 * "NetCDF Classic and 64-bit offset file formats" and "CDF-5" in NetCDF's documentation. */
uint64_t netcdf_least_size(const struct netcdf_variable *variable);

/* An attribute of a variable, or of a group with NC_GLOBAL; NULL: there is none of text, or it has more than 300 bytes. */
const char *netcdf_text(struct arena *arena, const struct netcdf_library *nc, int group, int id, const char *attribute);

/* "q.nc: cannot read: reason" for a status of the library. */
bool netcdf_result(const struct netcdf_library *nc, int status, const char *path, const char *verb, struct error *error);

#endif
