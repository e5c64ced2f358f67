#ifndef NETCDF_TABLE_H
#define NETCDF_TABLE_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

/* A NetCDF file as a set of tables of whole or real numbers, with one or two dimensions. Messages do not name the
 * file, but for netcdf_tables_open. */
struct netcdf_tables;

struct netcdf_tables *netcdf_tables_open(struct arena *arena, const char *path, struct error *error);
void netcdf_tables_close(struct netcdf_tables *tables);

/* Whether there is a variable; the first one with an attribute of this text, or NULL. */
bool netcdf_tables_have(const struct netcdf_tables *tables, const char *name);
const char *netcdf_tables_find(const struct netcdf_tables *tables, const char *attribute, const char *value);

struct netcdf_shape {
	int ndim;                 /* 1 or 2 */
	long long length[2];      /* 1 if there is no such dimension */
	char dimensions[2][128];  /* their names */
	bool whole;               /* its numbers are */
};

/* Fails if there is no such variable, it has another number of dimensions, or is far larger than the file. */
bool netcdf_tables_shape(const struct netcdf_tables *tables, const char *name, struct netcdf_shape *shape, struct error *error);

/* Read all of a variable, whose shape is known. */
bool netcdf_tables_whole(const struct netcdf_tables *tables, const char *name, long long *values, struct error *error);
bool netcdf_tables_real(const struct netcdf_tables *tables, const char *name, double *values, struct error *error);

/* An attribute of a variable or, with NULL, of the file. NULL or false if there is none of that kind, or a text of
 * more than 300 bytes. */
const char *netcdf_tables_text(const struct netcdf_tables *tables, const char *variable, const char *attribute);
bool netcdf_tables_whole_attribute(const struct netcdf_tables *tables, const char *variable, const char *attribute,
	long long *value);
bool netcdf_tables_real_attribute(const struct netcdf_tables *tables, const char *variable, const char *attribute,
	double *value);

#endif
