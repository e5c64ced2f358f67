#ifndef RECORDED_H
#define RECORDED_H

#include "generator/base/error.h"
#include "runtime/device/device.h"

#include <stdbool.h>

/* Kernels of planes or meshes as a cubin, and their launcher in it: see recorded_launch.cuh. The launcher runs on the GPU and
 * records what it would launch; then the driver launches that. What was recorded for the last few sets of arrays and
 * params is kept. */
struct recorded;

/* What a launcher is called with: fields, and the workspace behind them, params, a block for each kernel or one for all of
 * them, and on a mesh relations. */
struct recorded_shape {
	int fields, params, blocks, relations;
	bool on_mesh, has_workspace;
};

/* Loads it. NULL with an error on failure. */
struct recorded *recorded_open(const char *path, const struct recorded_shape *shape, struct error *error);

void recorded_close(struct recorded *recorded);

/* Keeps the last few sets for each of so many calls, which follow one another, as those of the runs of elements of a mesh. To be
 * called before the first of them. False: out of memory. */
bool recorded_keep(struct recorded *recorded, int calls);

/* Launches a call's kernels, from several threads at a time. Returns 0, a status of the launcher or one of CUDA. */
int recorded_run(struct recorded *recorded, const struct call *call, void *stream);

/* The bytes of the workspace for a grid or a mesh; 0: the shape has none. The same statuses. */
int recorded_workspace(struct recorded *recorded, const void *place, size_t *bytes);

/* The driver's device, which runs calls of such kernels, too. */
void recorded_device(struct device *device);

#endif
