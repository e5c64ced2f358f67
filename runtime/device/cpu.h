#ifndef CPU_H
#define CPU_H

#include "generator/base/error.h"
#include "runtime/device/device.h"
#include "runtime/toolchain/toolchain.h"

/* This processor. */
extern const struct device cpu_device;

/* Whether it records launches of CUDA text: as streams of cpu_streams.h do, for tests. */
bool cpu_records(void);

/* Compiles the function that empties its cache, on all cores; before, one core does so. Returns false
 * with an error if it cannot be compiled or loaded. */
bool cpu_prepare(const struct toolchain *toolchain, struct error *error);

#endif
