#ifndef MEMORY_SPACE_H
#define MEMORY_SPACE_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/exchange/exchange.h"
#include "runtime/exchange/lane.h"

/* The memory of one of a backend's devices, whose messages are packed by a kernel of the backend's target. The caller selects
 * this device before each use. */
struct memory_space {
	struct stencil_lane lane;
	const struct device *device;
	int number;
	kernel_run *pack;
	kernel_run *totals; /* reduces sums of all subdomains: see totals.tmpl; NULL: was not asked for */
};

/* Compiles the kernels; targets in C need none. The spaces of further devices are copies with other numbers. Nothing is to be
 * closed. False with an error on failure. */
bool memory_space_open(struct memory_space *space, const struct backend *backend, struct templates *templates, bool sums,
	struct error *error);

#endif
