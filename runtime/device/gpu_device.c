#include "runtime/device/gpu_device.h"

#include "runtime/toolchain/compilers.h"

#include <dlfcn.h>

static const char *const device_files[] = {
	"runtime/device/device.cu", "runtime/device/gpu_streams.cu", "runtime/device/device.h",
	"runtime/device/gpu_calls.cuh", "runtime/device/gpu_clock.cuh", "runtime/device/gpu_try.cuh", "runtime/device/hip_names.h", "templates/stencil_launch.h", NULL,
};

bool
gpu_device_open(const struct toolchain *toolchain, const char *symbol, struct backend *backend, struct error *error)
{
	static const char *const sources[] = { "device.cu", "gpu_streams.cu", NULL };
	struct build build = { .sources = sources, .files = embedded_sources(toolchain->arena, device_files) };
	void *object;
	int status;

	if (!toolchain_build(toolchain, &build, 1, error))
		return false;
	object = dlopen(build.object, RTLD_NOW | RTLD_LOCAL);
	backend->device = object ? dlsym(object, symbol) : NULL;
	if (!backend->device)
		return error_set(error, EXIT_IO, "%s", dlerror());
	status = backend->device->open(&backend->info);
	if (status)
		error_set(error, EXIT_IO, "%s", backend->device->error(status));
	return !status;
}
