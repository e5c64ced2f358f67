#ifndef RECORDED_H
#define RECORDED_H

#include "runtime/device/device.h"

#include <stdbool.h>

/* A kernel of planes or meshes as a cubin, and its launcher in it: see recorded_launch.cuh. The launcher runs on the GPU and
 * records what it would launch; then the driver launches that. What was recorded for the last few sets of arrays and
 * params is kept. */
struct recorded;

/* What a kernel is called with: fields, params, and on a mesh relations. */
struct recorded_shape {
	int fields, params, relations;
	bool on_mesh;
};

/* Loads it. NULL with a message on failure. */
struct recorded *recorded_open(const char *path, const char *kernel, const struct recorded_shape *shape, char *message,
	size_t room);

void recorded_close(struct recorded *recorded);

/* As a kernel_run, and from several threads at a time. */
int recorded_run(struct recorded *recorded, const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream);

/* The driver's device, which runs calls of such kernels, too. */
void recorded_device(struct device *device);

#endif
