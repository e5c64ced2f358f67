#include "runtime/device/backend.h"

#include "generator/base/embedded.h"
#include "runtime/device/backend_hip.h"
#include "runtime/device/cpu.h"
#include "runtime/device/driver.h"
#include "runtime/device/gpu_device.h"
#include "runtime/device/recorded.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/nvrtc.h"
#include "runtime/toolchain/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "auto", "cuda", "hip", "openmp", "host" };
const char *const *const backend_names = names + 1;
const struct catalogue backend_words = { "backend", names, BACKEND_COUNT + 1 };

/* The sources of runtime/host, the header that kernels need included first. */
static const char *const host_files[] = {
	"cuda_on_host.h", "cuda_pipeline.h", "host_stream.h", "fibers.h", "fibers_parts.h", "fibers.c", "fail.c", "fibers_order.c",
	"fibers_run.c", "fibers_shared.c", "fibers_stack.c", "fibers_tsan.c", NULL,
};
enum { HOST_FILES = sizeof host_files/sizeof *host_files - 1, HOST_HEADERS = 5 };

/* Before every CUDA text, for a GPU. */
static const char *const facts_files[] = {
	"runtime/kernels/launch_facts.cuh", "runtime/device/device.h", "templates/stencil_launch.h", NULL,
};

/* For NVRTC: what the launcher needs to run on the GPU, and of CUDA's headers and the C library what is used. */
static const char *const recorded_files[] = {
	"runtime/kernels/recorded_launch.cuh", "runtime/kernels/recorded_pipeline.cuh", "runtime/kernels/recording.h",
	"templates/stencil_launch.h", "templates/stencil_grid.h", "templates/stencil_mesh.h", NULL,
};
static const struct build_file standard_files[] = {
	{ "stddef.h", "/* NVRTC has size_t and ptrdiff_t. */\n" }, { "limits.h", "#define INT_MAX 2147483647\n" },
	{ "cuda_pipeline.h", "#include \"recorded_pipeline.cuh\"\n" },
};

static bool
open_openmp(struct arena *arena, struct backend *backend, struct error *error)
{
	const char **cc = compiler_words(arena, "CC", "cc");
	const char **command = APPEND_WORDS(arena, cc, "-std=gnu11", "-O3", "-march=native", "-fopenmp",
		"-fPIC", "-shared", "-w");

	if (!find_program(arena, cc[0]))
		return error_set(error, EXIT_IO, "no C compiler: %s is not in PATH", cc[0]);
	backend->target = TARGET_openmp;
	backend->device = &cpu_device;
	cpu_device.open(&backend->info);
	backend->toolchain = toolchain_new(arena, cc, add_exact_options(arena, command), backend->info.name, error);
	return backend->toolchain;
}

/* The fibers are compiled once, into one object that every kernel links. Kernels use nothing of C++'s library, which takes longer
 * to read and to link than most kernels take to compile. */
static bool
open_host(struct arena *arena, struct backend *backend, struct error *error)
{
	const char **cc = compiler_words(arena, "CC", "cc"), **cxx = compiler_words(arena, "CXX", "c++");
	struct build_file *files = arena_array(arena, struct build_file, HOST_FILES + 1);
	const char **command = APPEND_WORDS(arena, cc, "-std=gnu11", "-O2", "-fPIC", "-r", "-w");
	struct build build = { .files = files, .sources = host_files + HOST_HEADERS };
	struct toolchain *toolchain;

	if (!find_program(arena, cc[0]) || !find_program(arena, cxx[0]))
		return error_set(error, EXIT_IO, "no C and C++ compiler: %s and %s are needed in PATH", cc[0], cxx[0]);
	for (int i = 0; i < HOST_FILES; i++)
		files[i] = (struct build_file){ host_files[i],
			(const char *)embedded_find(arena_printf(arena, "runtime/host/%s", host_files[i]))->text };
	backend->target = TARGET_cuda;
	backend->device = &cpu_device;
	cpu_device.open(&backend->info);
	toolchain = toolchain_new(arena, cc, command, backend->info.name, error);
	if (!toolchain || !toolchain_build(toolchain, &build, 1, error))
		return false;
	command = APPEND_WORDS(arena, cxx, "-std=gnu++17", "-O1", "-fPIC", "-shared", "-w", "-nostdinc++", "-fno-exceptions",
		"-nodefaultlibs", arena_printf(arena, "-I%s", build.folder),
		"-include", arena_printf(arena, "%s/cuda_on_host.h", build.folder), build.object, "-x", "c++");
	toolchain = toolchain_new(arena, cxx, add_exact_options(arena, command), backend->info.name, error);
	if (toolchain)
		toolchain->libraries = APPEND_WORDS(arena, NULL, compiler_library(arena, cxx), "-lm", "-lc");
	backend->toolchain = toolchain;
	return toolchain;
}

/* nvcc and what NVCC has before or after it; NULL: there is none, or NVCC=nvrtc wants the library. */
static const char **
find_nvcc(struct arena *arena)
{
	const char *home = getenv("CUDA_HOME"), **words = compiler_words(arena, "NVCC", "nvcc"), *nvcc;

	if (!strcmp(words[0], "nvrtc"))
		return NULL;
	nvcc = find_program(arena, words[0]);
	if (!nvcc && home)
		nvcc = find_program(arena, arena_printf(arena, "%s/bin/nvcc", home));
	if (!nvcc)
		nvcc = find_program(arena, "/usr/local/cuda/bin/nvcc");
	words[0] = nvcc;
	return nvcc ? words : NULL;
}

#define EXACT_OPTIONS "-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"

static const char **
nvcc_command(struct arena *arena, const char **nvcc, int capability, bool strict)
{
	const char **command = APPEND_WORDS(arena, nvcc, "-std=c++17", "-O3", "-lineinfo", "-shared",
		"-Xcompiler", "-fPIC", "-w", arena_printf(arena, "-arch=sm_%d", capability));

	return strict ? APPEND_WORDS(arena, command, EXACT_OPTIONS) : command;
}

/* The recorder's files and the standard ones. */
static const struct build_file *
recorder_files(struct arena *arena)
{
	enum { EMBEDDED = sizeof recorded_files/sizeof *recorded_files - 1,
		STANDARD = sizeof standard_files/sizeof *standard_files };
	struct build_file *files = arena_array(arena, struct build_file, EMBEDDED + STANDARD + 1);

	memcpy(files, embedded_sources(arena, recorded_files), EMBEDDED*sizeof *files);
	memcpy(files + EMBEDDED, standard_files, sizeof standard_files);
	return files;
}

static bool
open_nvrtc(struct arena *arena, const char *version, bool strict, struct backend *backend, struct error *error)
{
	const char **command = APPEND_WORDS(arena, NULL, "NVRTC", "-std=c++20", "-default-device", "-lineinfo",
		arena_printf(arena, "-arch=sm_%d", 10*backend->info.major + backend->info.minor));
	struct device *device = arena_new(arena, struct device);

	if (strict)
		command = APPEND_WORDS(arena, command, EXACT_OPTIONS);
	recorded_device(device);
	backend->device = device;
	backend->target = TARGET_cuda;
	backend->recorded = true;
	backend->extras = recorder_files(arena);
	backend->toolchain = toolchain_of(arena, version, command, error);
	if (backend->toolchain)
		backend->toolchain->compile = nvrtc_compile;
	return backend->toolchain;
}

static bool
open_cuda(struct arena *arena, bool strict, struct backend *backend, struct error *error)
{
	const char **nvcc, **command, *nvrtc;

	backend->is_missing = true;
	if (driver_device.open(&backend->info))
		return error_set(error, EXIT_IO, "no GPU: the NVIDIA driver is missing or finds none");
	nvcc = find_nvcc(arena);
	nvrtc = nvcc ? NULL : nvrtc_version(arena);
	if (!nvcc && !nvrtc)
		return error_set(error, EXIT_IO, "no nvcc, which is neither in PATH nor in CUDA_HOME/bin, and no NVRTC (libnvrtc.so)"
			" in its place");
	backend->is_missing = false;
	if (nvrtc)
		return open_nvrtc(arena, nvrtc, strict, backend, error);
	command = nvcc_command(arena, nvcc, 10*backend->info.major + backend->info.minor, strict);
	backend->device = &driver_device;
	backend->target = TARGET_cuda;
	backend->extras = embedded_sources(arena, facts_files);
	backend->plain = toolchain_new(arena, nvcc, command, "", error);
	if (!backend->plain)
		return false;
	backend->toolchain = arena_new(arena, struct toolchain);
	*backend->toolchain = *backend->plain;
	backend->toolchain->command = APPEND_WORDS(arena, command, "-include", "launch_facts.cuh");
	return true;
}

static bool
open_kind(struct arena *arena, enum backend_kind kind, bool strict, struct backend *backend, struct error *error)
{
	*backend = (struct backend){ .kind = kind };
	switch (kind) {
	case BACKEND_CUDA:   return open_cuda(arena, strict, backend, error);
	case BACKEND_HIP:    return hip_open(arena, strict, backend, error);
	case BACKEND_OPENMP: return open_openmp(arena, backend, error);
	case BACKEND_HOST:   return open_host(arena, backend, error);
	case BACKEND_COUNT:  break;
	}
	return false;
}

bool
backend_open(struct arena *arena, const char *name, bool strict, struct backend *backend, struct error *error)
{
	/* One that is there but cannot be opened is not passed over. */
	if (!strcmp(name, "auto"))
		return open_kind(arena, BACKEND_CUDA, strict, backend, error)
			|| (backend->is_missing && open_kind(arena, BACKEND_HIP, strict, backend, error))
			|| (backend->is_missing && open_kind(arena, BACKEND_OPENMP, strict, backend, error));
	for (int kind = 0; kind < BACKEND_COUNT; kind++)
		if (!strcmp(name, backend_names[kind]))
			return open_kind(arena, (enum backend_kind)kind, strict, backend, error);
	return false;
}

/* The n-th word of a list with commas, from 0; NULL: it has fewer. */
static char *
word_of(const char *list, long n)
{
	for (; n > 0 && list; n--) {
		list = strchr(list, ',');
		list += list != NULL;
	}
	return list && *list ? strndup(list, strcspn(list, ",")) : NULL;
}

/* Leaves one of the GPUs that a variable names, or of all. */
static bool
leave_one(const char *variable, const char *number, long n, struct error *error)
{
	const char *list = getenv(variable);
	char *word = list ? word_of(list, n) : strdup(number);
	const bool good = word && !setenv(variable, word, 1);

	free(word);
	return good || error_set(error, EXIT_USAGE, "--device %s: %s=%s has no such GPU, counted from 0", number, variable, list ? list : "");
}

bool
backend_choose_gpu(const char *number, struct error *error)
{
	enum { MOST = 1024 };
	char *end;
	long n;

	if (!number)
		return true;
	n = strtol(number, &end, 10);
	if (strspn(number, "0123456789") != strlen(number) || *end || n >= MOST)
		return error_set(error, EXIT_USAGE, "--device accepts the number of a GPU, counted from 0, not '%s'", number);
	return leave_one("CUDA_VISIBLE_DEVICES", number, n, error) && leave_one("HIP_VISIBLE_DEVICES", number, n, error);
}

bool
backend_check_gpu(const struct backend *backend, const char *number, struct error *error)
{
	return !number || backend_is_gpu(backend) || error_set(error, EXIT_USAGE, "--device %s: there is no such GPU or no compiler for it,"
		" and backend %s runs on the CPU", number, backend_names[backend->kind]);
}

enum processor
backend_processor(struct arena *arena, const char *name, const char *store)
{
	struct backend backend;
	struct error error;
	const bool known = store && !strcmp(store, "auto") && backend_open(arena, name, false, &backend, &error);

	return known ? target_processor(backend.target) : PROCESSOR_GPU;
}

bool
backend_records(const struct backend *backend)
{
	return backend->kind == BACKEND_HOST ? cpu_records() : backend_is_gpu(backend) && backend->device->record;
}

bool
backend_is_gpu(const struct backend *backend)
{
	return backend->kind == BACKEND_CUDA || backend->kind == BACKEND_HIP;
}

int
backend_multiprocessors(const struct backend *backend)
{
	return backend_is_gpu(backend) ? backend->info.processors : 0;
}

bool
backend_prepare(struct backend *backend, bool timing, struct error *error)
{
	if (backend->recorded)
		return !timing || error_set(error, EXIT_IO, "no nvcc: NVRTC compiles kernels to be run, but to measure them"
			" nvcc is needed");
	if (backend->kind == BACKEND_CUDA)
		return gpu_device_open(backend->plain, "cuda_device", backend, error);
	return !timing || backend->kind != BACKEND_OPENMP || cpu_prepare(backend->toolchain, error);
}

bool
backend_set_fetch(struct backend *backend, int bytes, struct error *error)
{
	int status;

	if (backend->kind != BACKEND_CUDA)
		return error_set(error, EXIT_USAGE, "only NVIDIA GPUs have this setting");
	if (bytes < 32)
		return error_set(error, EXIT_USAGE, "it is 32, 64 or 128");
	status = driver_set_fetch(bytes);
	backend->fetch = bytes;
	return !status || error_set(error, EXIT_USAGE, "%s", driver_device.error(status));
}

bool
backend_device_info(const char *backend, struct device_info *info)
{
	const int kind = catalogue_find(&backend_words, backend) - 1;

	if (kind == BACKEND_HIP)
		return hip_device_info(info);
	return kind >= 0 && !(kind == BACKEND_CUDA ? driver_device : cpu_device).open(info);
}
