#ifndef DEVICE_STATUS_H
#define DEVICE_STATUS_H

#include "generator/base/error.h"
#include "runtime/device/device.h"

#include <stdbool.h>

/* Whether a function of the device failed; the error then says that it cannot do `what`, and why. */
bool device_failed(const struct device *device, int status, const char *what, struct error *error);

#endif
