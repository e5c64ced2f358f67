#ifndef NETCDF_LIBRARY_H
#define NETCDF_LIBRARY_H

#include "generator/base/error.h"

#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdbool.h>
#include <stddef.h>

/* What is used of libnetcdf, which is loaded when a file needs it: it brings some forty libraries. */
#define NETCDF_FUNCTIONS \
	F(strerror) F(open) F(create_mem) F(close) F(close_memio) F(abort) F(enddef) F(set_fill) F(inq) F(inq_format) \
	F(inq_grp_full_ncid) F(inq_dim) F(inq_dimid) F(inq_nvars) F(inq_varid) F(inq_varname) F(inq_var) \
	F(inq_var_fill) F(inq_att) F(inq_attname) F(get_att_double) F(get_att_text) F(copy_att) \
	F(get_vara_float) F(get_vara_double) F(get_var) F(inq_type) \
	F(get_var_double) F(get_var_longlong) F(get_att_longlong) F(get_att_string) F(free_string) \
	F(def_dim) F(def_var) F(put_var) F(put_att_text)

struct netcdf_library {
#define F(name) __typeof__(nc_##name) *name;
	NETCDF_FUNCTIONS
#undef F
};

/* Loads the library, unless it is loaded. Returns false with an error if it is not there. */
bool netcdf_load(struct netcdf_library *library, struct error *error);

#endif
