#include "runtime/device/device_status.h"

bool
device_failed(const struct device *device, int status, const char *what, struct error *error)
{
	if (status)
		error_set(error, EXIT_IO, "cannot %s: %s", what, device->error(status));
	return status != 0;
}
