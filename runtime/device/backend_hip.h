#ifndef BACKEND_HIP_H
#define BACKEND_HIP_H

#include "generator/base/error.h"
#include "runtime/device/backend.h"

/* The first GPU that the HIP runtime finds, and hipcc. See backend_open. */
bool hip_open(struct arena *arena, bool strict, struct backend *backend, struct error *error);

/* The GPU with its name alone; false if there is none. */
bool hip_device_info(struct device_info *info);

#endif
