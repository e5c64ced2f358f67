#ifndef RUNTIME_REFERENCE_COPY_H
#define RUNTIME_REFERENCE_COPY_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/bench/sampling.h"
#include "runtime/problem/work.h"

/* Reference kernels that move the stencil's compulsory bytes: copy, stream, cudaMemcpy. They share
 * buffers. run is NULL for those that are not timed. */
struct reference_copies {
	const struct device *device;
	void *memory;
	struct call calls[REFERENCE_COUNT];
	kernel_run *empty; /* NULL: kernels are not launched */
};

/* Builds them and allocates their memory; all move so many bytes. Returns false with an error. */
bool reference_copies_open(struct reference_copies *reference_copies, struct backend *backend,
	struct templates *templates, struct mix mix, double bytes, struct error *error);

/* A call that launches this many empty kernels; `run` is NULL for 0, and on a CPU. */
struct call reference_copies_floor(const struct reference_copies *reference_copies, struct arena *arena, int launches);

void reference_copies_close(struct reference_copies *reference_copies);

#endif
