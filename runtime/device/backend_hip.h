#ifndef BACKEND_HIP_H
#define BACKEND_HIP_H

#include "generator/base/error.h"
#include "runtime/device/backend.h"

/* The first GPU that the HIP runtime finds, and hipcc. See backend_open. */
bool hip_open(struct arena *arena, bool strict, struct backend *backend, struct error *error);

/* The name of the GPU; false if there is none. */
bool hip_device_name(char *name, size_t room);

#endif
