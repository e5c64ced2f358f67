#include "runtime/formats/netcdf_library.h"

#include <dlfcn.h>
#include <string.h>

/* All versions have the same functions. */
static const char *const names[] = { "libnetcdf.so.19", "libnetcdf.so.22", "libnetcdf.so.18", "libnetcdf.so" };
enum { NAMES = sizeof names/sizeof *names };

bool
netcdf_load(struct netcdf_library *library, struct error *error)
{
	const char *missing = NULL;
	void *handle = NULL;

	for (int i = 0; i < NAMES && !handle; i++)
		handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return error_set(error, EXIT_IO, "NetCDF files need libnetcdf, which cannot be loaded: %s", dlerror());
#define F(name) { \
		void *address = dlsym(handle, "nc_" #name); \
\
		missing = address ? missing : "nc_" #name; \
		memcpy(&library->name, &address, sizeof address); \
	}
	NETCDF_FUNCTIONS
#undef F
	if (missing)
		error_set(error, EXIT_IO, "this libnetcdf has no function %s", missing);
	return !missing;
}
