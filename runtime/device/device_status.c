#include "runtime/device/device_status.h"

#include <stdio.h>

bool
device_failed(const struct device *device, int status, const char *what, char *message, size_t room)
{
	if (status)
		snprintf(message, room, "cannot %s: %s", what, device->error(status));
	return status != 0;
}
