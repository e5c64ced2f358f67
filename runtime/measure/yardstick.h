#ifndef RUNTIME_YARDSTICK_H
#define RUNTIME_YARDSTICK_H

#include "runtime/device/kernel_build.h"
#include "runtime/measure/sampling.h"

/* Reference kernels that move the stencil's compulsory bytes: copy, stream, cudaMemcpy. They share
 * buffers. run is NULL for those that are not timed. */
struct yardsticks {
	const struct device *device;
	void *memory;
	struct call calls[YARDSTICK_COUNT];
	kernel_run *empty; /* NULL: kernels are not launched */
};

/* The reads and writes of a stencil, in arrays of its narrowest type: of its point fields, else of its column fields. */
void stream_mix(const struct plan *plan, int *reads, int *writes);

/* Builds them and allocates their memory. streams: with one that mixes reads and writes as the stencil
 * does. Returns false with a message. */
bool yardsticks_open(struct yardsticks *yardsticks, struct backend *backend,
	struct templates *templates, const struct plan *plan, bool streams, double bytes, char *message,
	size_t room);

/* A call that launches this many empty kernels; `run` is NULL for 0, and on a CPU. */
struct call yardsticks_floor(const struct yardsticks *yardsticks, struct arena *arena, int launches);

void yardsticks_close(struct yardsticks *yardsticks);

#endif
