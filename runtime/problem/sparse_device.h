#ifndef SPARSE_DEVICE_H
#define SPARSE_DEVICE_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/problem/sparse_problem.h"

#include "stencil_probes.h"

/* A problem on a sparse grid, on a device, its probes laid out for some of the accesses. */
struct sparse_device {
	const struct device *device;
	struct sparse_problem *problem;
	enum probe_layout layout;
	struct stencil_probes probes;
	void **fields;  /* by field index */
	void *initial;  /* of the written field: values before a sweep, or marks */
	void *expected; /* values after a sweep, once a kernel is compared */
};

struct sparse_device *sparse_device_create(const struct device *device,
	struct sparse_problem *problem, enum probe_layout layout, struct error *error);

/* This and the functions below that have a void * take a struct sparse_device: see plane_device.h. */
void sparse_device_free(void *device);

/* A kernel's call; lives as long as the problem on the device. A sweep overwrites its input: reset
 * between two calls, or the values are swept again. */
struct call sparse_device_call(const struct sparse_device *device, const struct built *kernel);

/* Fills the kernel's table of parents, if it has one. */
bool sparse_device_prepare(void *device, const struct built *kernel, struct error *error);

/* Undoes a run. */
bool sparse_device_reset(void *device, struct error *error);

/* Downloads the values of a sweep, or the results of an evaluation. */
bool sparse_device_fetch(const struct sparse_device *device, void *results, struct error *error);

/* Compares that with the expected results. Returns false with an error if it cannot. */
bool sparse_device_compare(void *device, struct verdict *verdict, struct error *error);

#endif
