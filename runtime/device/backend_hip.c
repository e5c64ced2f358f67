#include "runtime/device/backend_hip.h"

#include "runtime/device/gpu_device.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The runtime, which is loaded here, not linked: there may be none. */
static const char *const runtimes[] = { "libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5" };
enum { RUNTIMES = sizeof runtimes/sizeof *runtimes };

static void *
load_runtime(void)
{
	const char *home = getenv("ROCM_PATH");
	char path[4096];
	void *runtime = NULL;

	for (int i = 0; i < RUNTIMES && !runtime; i++)
		runtime = dlopen(runtimes[i], RTLD_NOW | RTLD_LOCAL);
	if (!runtime) {
		snprintf(path, sizeof path, "%s/lib/libamdhip64.so", home ? home : "/opt/rocm");
		runtime = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	return runtime;
}

bool
hip_device_info(struct device_info *info)
{
	void *runtime = load_runtime();
	int (*count_devices)(int *), (*get_name)(char *, int, int);
	int count = 0;

	/* It is not unloaded: that is not safe with all versions. */
	if (!runtime)
		return false;
	*(void **)&count_devices = dlsym(runtime, "hipGetDeviceCount");
	*(void **)&get_name = dlsym(runtime, "hipDeviceGetName");
	return count_devices && get_name && !count_devices(&count) && count > 0 && !get_name(info->name, (int)sizeof info->name, 0);
}

/* hipcc and what HIPCC has before or after it; NULL: there is none. */
static const char **
find_hipcc(struct arena *arena)
{
	const char *home = getenv("ROCM_PATH"), **words = compiler_words(arena, "HIPCC", "hipcc");
	const char *hipcc = find_program(arena, words[0]);

	if (!hipcc)
		hipcc = find_program(arena, arena_printf(arena, "%s/bin/hipcc", home ? home : "/opt/rocm"));
	words[0] = hipcc;
	return hipcc ? words : NULL;
}

/* For the processor that is there, unless HIPCC names one. */
static const char **
hip_command(struct arena *arena, const char **hipcc, bool strict)
{
	const char **command = APPEND_WORDS(arena, hipcc, "-x", "hip", "-std=c++17", "-O3", "-shared", "-fPIC", "-w",
		"-fno-math-errno", strict ? "-ffp-contract=off" : "-ffp-contract=fast");
	bool names_one = false;

	for (int i = 0; hipcc[i]; i++)
		names_one = names_one || !strncmp(hipcc[i], "--offload-arch=", strlen("--offload-arch="));
	return names_one ? command : APPEND_WORDS(arena, command, "--offload-arch=native");
}

bool
hip_open(struct arena *arena, bool strict, struct backend *backend, struct error *error)
{
	const char **hipcc = find_hipcc(arena), **command;
	struct toolchain *toolchain;
	struct device_info info;

	backend->is_missing = true;
	if (!hip_device_info(&info))
		return error_set(error, EXIT_IO, "no AMD GPU: the HIP runtime (libamdhip64.so) is missing or finds none");
	if (!hipcc)
		return error_set(error, EXIT_IO, "no hipcc: it is neither in PATH nor in ROCM_PATH/bin");
	backend->is_missing = false;
	command = hip_command(arena, hipcc, strict);
	toolchain = toolchain_new(arena, hipcc, APPEND_WORDS(arena, command, "-include", "hip_names.h"), info.name, error);
	if (!toolchain || !gpu_device_open(toolchain, "hip_device", backend, error))
		return false;
	backend->target = TARGET_hip;
	backend->toolchain = toolchain_new(arena, hipcc, command, info.name, error);
	return backend->toolchain;
}
