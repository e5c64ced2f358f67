#ifndef DEVICE_STATUS_H
#define DEVICE_STATUS_H

#include "runtime/device/device.h"

#include <stdbool.h>

/* Whether a function of the device failed; the message then says that it cannot do `what`, and why. */
bool device_failed(const struct device *device, int status, const char *what, char *message, size_t room);

#endif
