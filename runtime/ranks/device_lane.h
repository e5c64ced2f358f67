#ifndef DEVICE_LANE_H
#define DEVICE_LANE_H

#include "runtime/device/kernel_build.h"
#include "runtime/exchange/exchange.h"
#include "runtime/exchange/lane.h"

/* The memory of a backend's device, where what packs messages is a kernel for the same target. */
struct device_lane {
	struct stencil_lane lane;
	const struct device *device;
	kernel_run *pack;
};

/* Compiles the kernel; C text has none, it is done without. False with a message on failure. */
bool device_lane_open(struct device_lane *lane, const struct backend *backend, struct templates *templates, char *message,
	size_t room);

#endif
