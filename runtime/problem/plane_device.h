#ifndef PLANE_DEVICE_H
#define PLANE_DEVICE_H

#include "runtime/problem/binding.h"
#include "runtime/problem/plane_layout.h"

/* A problem on planes, laid out for a storage, on a device. Its arrays are those of the layout. */
struct plane_device {
	struct device_binding binding;
	struct plane_layout layout;
	struct stencil_grid view; /* with table, pattern and clusters on the device; its levels are those that are updated,
	                           * padding too */
	struct stencil_grid largest; /* that kernels may be launched for, which tells how much workspace they need: the same, if not
	                              * said otherwise before it is prepared */
	void **expected;          /* here, by field index, as soa: outs and inouts after a run, */
	double **bounds;          /* and how far off they may be */
};

extern const struct domain_kind plane_domain;

/* Lays out and uploads, for a grid that is for the layout. Takes the grid over. Ends with binding_free. */
struct plane_device *plane_device_create(const struct device *device, const struct problem *problem,
	enum layout layout, struct grid *grid, struct error *error);

/* What a program has for itself, on the device; NULL: nothing. */
static inline void *
plane_device_workspace(const struct plane_device *device)
{
	return device->binding.fields[device->layout.array_count];
}

/* Where in the workspace the things lie that a program keeps, by their number: what kernel_build.h calls kept. */
typedef void *stencil_kept(const struct stencil_grid *grid, void *workspace, int number);

#endif
