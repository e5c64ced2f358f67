#ifndef NETCDF_FILES_H
#define NETCDF_FILES_H

#include "generator/base/error.h"
#include "runtime/formats/array.h"
#include "runtime/formats/coordinates.h"
#include "runtime/formats/place.h"

/* Variables of NetCDF files, classic or netCDF-4, and of Zarr stores where libnetcdf reads
 * those. Messages name the place. */

/* Finds the bytes of a variable's element: 4 for float and 8 for double; 0 for whole numbers and
 * packed ones, which become what is asked for. */
bool netcdf_peek(const struct place *place, int *element, struct error *error);

/*
 * Reads the part of a variable that the place selects; it has 1 to 3 dimensions, in the file's order.
 * Whole and packed numbers (those with scale_factor or add_offset) become elements of so many
 * bytes; with _Unsigned = "true" negative ones are meant as those above the positive. What equals
 * _FillValue, missing_value or the type's fill value becomes NaN and is counted as missing. If the array
 * is to be whole, all numbers become int32_t or, of one byte, bools: then none may be missing, and ints not be
 * fractions. On failure the array is empty.
 */
bool netcdf_read(const struct place *place, int element, bool whole, struct array *array, struct error *error);

/*
 * Finds coordinates of the part of a variable that a place selects, by the CF conventions: the variables with the names of its
 * dimensions, and what has the unit or the standard_name of longitude and latitude and some of its dimensions. They lie in the arena.
 * False with an error if the variable cannot be read.
 */
bool netcdf_coordinates(struct arena *arena, const struct place *place, struct coordinates *coordinates, struct error *error);

/* A variable to be written. */
struct netcdf_output {
	const char *variable;
	struct array array;
	const struct place *like; /* or NULL: a variable that was read; dimensions and coordinates are as its */
	bool same;                /* the same quantity: attributes are, too */
	bool scalar;              /* in records: of one value, without a dimension */
};

/* Makes the bytes of a file with the variables, to be freed: in netCDF-4, or in the format of the file
 * that the first variable is like. In memory, since libraries do not bear it that a disk is
 * full (HDF5 1.10 crashes). Messages name the path. */
bool netcdf_write(const char *path, const struct netcdf_output *outputs, int count, void **bytes, size_t *length,
	struct error *error);

/* Makes the bytes of a file without records, to be freed; see netcdf_record.h. It is of format CDF-2, or CDF-5 if a variable needs that.
 * The unlimited dimension is NETCDF_TIME. Its coordinate variable of double is the first one with records, then
 * NETCDF_STEP of int, then the variables of the outputs, of whose arrays the data are not used. Messages name the path. */
#define NETCDF_TIME "time"
#define NETCDF_STEP "step"
struct netcdf_series {
	const char *unit;  /* of times, or NULL; with a date it has a blank */
	const char *title; /* of the file */
};
bool netcdf_write_header(const char *path, const struct netcdf_output *outputs, int count, const struct netcdf_series *series,
	void **bytes, size_t *length, struct error *error);

#endif
