#ifndef DEVICE_LANE_H
#define DEVICE_LANE_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/exchange/exchange.h"
#include "runtime/exchange/lane.h"

/* The memory of one of a backend's devices, where what packs messages is a kernel for the same target. This device is
 * selected whenever the lane is used. */
struct device_lane {
	struct stencil_lane lane;
	const struct device *device;
	int number;
	kernel_run *pack;
	kernel_run *totals; /* what takes sums over parts: see totals.tmpl; NULL: it was not asked for */
};

/* Compiles the kernels; C text has none, it is done without. Lanes of further devices are copies with other numbers. False
 * with an error on failure. */
bool device_lane_open(struct device_lane *lane, const struct backend *backend, struct templates *templates, bool sums,
	struct error *error);

#endif
