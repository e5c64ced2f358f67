#ifndef SPARSE_DEVICE_H
#define SPARSE_DEVICE_H

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
	void *initial;  /* of what is written: values before a sweep, marks for results */
	void *expected; /* values after a sweep, once a kernel is compared */
};

struct sparse_device *sparse_device_create(const struct device *device,
	struct sparse_problem *problem, enum probe_layout layout, char *message, size_t room);
void sparse_device_free(struct sparse_device *device);

/* A kernel's call, which lives as long as the device's problem. Between two of a sweep its values are to
 * be put back, or they are swept again. */
struct call sparse_device_call(const struct sparse_device *device, const struct built *kernel);

/* Fills the table that the kernel needs, if it does. */
bool sparse_device_fill_constant(const struct sparse_device *device, const struct built *kernel,
	char *message, size_t room);

/* Undoes a run. */
bool sparse_device_reset(const struct sparse_device *device, char *message, size_t room);

/* What has been computed: the values of a sweep, the results of an evaluation. */
bool sparse_device_fetch(const struct sparse_device *device, void *results, char *message,
	size_t room);

/* Compares it with the problem's answer. Returns false with a message if it cannot. */
bool sparse_device_compare(struct sparse_device *device, struct verdict *verdict, char *message,
	size_t room);

#endif
