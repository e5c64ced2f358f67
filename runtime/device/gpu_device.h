#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include "generator/base/error.h"
#include "runtime/device/backend.h"

/* Compiles device.cu, loads it and opens the GPU: the device of a backend. symbol: what the text calls
 * the device. Returns false with an error if one of these fails. */
bool gpu_device_open(const struct toolchain *toolchain, const char *symbol, struct backend *backend, struct error *error);

#endif
