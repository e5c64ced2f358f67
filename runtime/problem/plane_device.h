#ifndef PLANE_DEVICE_H
#define PLANE_DEVICE_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/problem/plane_layout.h"

/* A problem on planes, laid out for a storage, on a device. */
/* A workspace that was too small for a later kernel: a graph may still launch kernels that use it. */
struct outgrown;

struct plane_device {
	const struct device *device;
	struct plane_layout layout;
	struct stencil_grid view; /* with table, pattern and clusters on the device; its levels are those that are updated,
	                           * padding too */
	struct stencil_grid largest; /* that kernels may be launched for, which tells how much workspace they need: the same, if not
	                              * said otherwise before it is prepared */
	void **memory;            /* on the device, by number: arrays and what lies before them */
	void **fields;            /* where arrays begin, by number, as kernels take them; then the workspace */
	size_t workspace_bytes;   /* those of the workspace */
	struct outgrown *outgrown;
	void *table, *pattern, *cluster, *single, *places; /* on the device */
	void **initial;           /* on the device, by number: written arrays before a run, */
	void **verified;          /* and after one that was right */
	void **expected;          /* here, by field index, as soa: outs and inouts after a run, */
	double **bounds;          /* and how far off they may be */
	enum padding *padding;    /* by field index: of the array that it has now */
};

/* Lays out and uploads, for a grid that is for the layout. Takes the grid over. */
struct plane_device *plane_device_create(const struct device *device, const struct problem *problem,
	enum layout layout, struct grid *grid, struct error *error);

/* These take a struct plane_device, as void * so that one table can hold those of all families of
 * grids. */
void plane_device_free(void *device);

/* Fills constant memory with the table, if the kernel wants it there, and gives a program a workspace that is
 * marked as not written: the one before if it is large enough, and that is kept in any case, so that calls that are recorded still find
 * theirs. Fails with an error if they do not fit. */
bool plane_device_prepare(void *device, const struct built *kernel, struct error *error);

/* What a program has for itself, on the device; NULL: nothing. */
static inline void *
plane_device_workspace(const struct plane_device *device)
{
	return device->fields[device->layout.array_count];
}

/* Where a field begins; as soa only. */
static inline void *
plane_device_field(const struct plane_device *device, const struct field *field)
{
	return device->fields[device->layout.array[field->index]];
}

/* Where in the workspace the things lie that a program keeps, by their number: what kernel_build.h calls kept. */
typedef void *stencil_kept(const struct stencil_grid *grid, void *workspace, int number);

/* Undoes a run: outs and inouts hold their data again. */
bool plane_device_reset(void *device, struct error *error);

/* Lets two fields of one type and shape change places; as soa only. */
void plane_device_exchange(struct plane_device *device, const struct field *a, const struct field *b);

/* A copy of an array, on the device. NULL with an error on failure. */
void *plane_device_copy(const struct plane_device *device, int array, struct error *error);

/* A field of the device, laid out alone in memory here. To be freed; NULL with an
 * error on failure. */
void *plane_device_download(const struct plane_device *device, const struct field *field, struct error *error);

/* Copies a field from the device into the problem's array. */
bool plane_device_fetch(const struct plane_device *device, const struct field *field, struct error *error);

struct call plane_device_call(const struct plane_device *device, const struct built *kernel,
	struct stencil_block block);

#endif
