#ifndef DRIVER_H
#define DRIVER_H

#include "runtime/device/device.h"

/* The GPU of the calling thread, or else the first one, by NVIDIA's driver alone. The driver is loaded, not
 * linked: there may be none. It has memory, and words for errors; it runs no calls (device.cu and recorded.c do). */
extern const struct device driver_device;

/* Makes its context the thread's until driver_leave. Returns 0 or an error. */
int driver_enter(void);
void driver_leave(void);

/* How many bytes the GPU's second cache reads of memory at least where it lacks some: 32, 64 or 128. It holds for the
 * process. Returns 0 or an error. */
int driver_set_fetch(int bytes);

/* A function of the driver, which was opened; NULL: it is too old. */
void *driver_function(const char *name);

#endif
