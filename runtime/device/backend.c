#include "runtime/device/backend.h"

#include "generator/base/embedded.h"
#include "runtime/device/cache.h"
#include "runtime/device/cpu.h"
#include "runtime/device/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const backend_names[BACKEND_COUNT] = { "cuda", "openmp", "host" };

/* The sources of runtime/host, the header that kernels need included first. */
static const char *const host_files[] = {
	"cuda_on_host.h", "fibers.h", "fibers_parts.h", "fibers.c", "fail.c", "fibers_order.c",
	"fibers_run.c", "fibers_shared.c", "fibers_stack.c", "fibers_tsan.c",
};
enum { HOST_FILES = sizeof host_files/sizeof *host_files, HOST_HEADERS = 3 };

/* Before every CUDA text, for a GPU. */
static const char *const facts_files[] = {
	"runtime/kernels/launch_facts.cuh", "runtime/device/device.h", "templates/stencil_launch.h", NULL,
};

static bool
fail(char *message, size_t room, const char *text)
{
	snprintf(message, room, "%s", text);
	return false;
}

static const char **
append(struct arena *arena, const char **command, const char *const *words)
{
	const char **longer;
	int length = 0, count = 0;

	while (command && command[length])
		length++;
	while (words[count])
		count++;
	longer = arena_array(arena, const char *, length + count + 1);
	for (int i = 0; i < length; i++)
		longer[i] = command[i];
	for (int i = 0; i < count; i++)
		longer[length + i] = words[i];
	return longer;
}

#define APPEND(arena, command, ...) \
	append((arena), (command), (const char *const[]){ __VA_ARGS__, NULL })

/* No contraction, one libm for all, nothing folded that it would compute. */
static const char **
add_exact_options(struct arena *arena, const char **command)
{
	command = APPEND(arena, command, "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math");
	for (int f = 0; f < FN_COUNT; f++)
		if (!functions[f].exact)
			command = APPEND(arena, command, arena_printf(arena, "-fno-builtin-%s", functions[f].c_name),
				arena_printf(arena, "-fno-builtin-%sf", functions[f].c_name));
	return command;
}

/* The words of a text, as of "ccache gcc"; NULL: there are none. */
static const char **
words_of(struct arena *arena, const char *text)
{
	const char **words = NULL;
	size_t length;

	for (; *(text += strspn(text, " \t\n")); text += length) {
		length = strcspn(text, " \t\n");
		words = APPEND(arena, words, arena_strndup(arena, text, length));
	}
	return words;
}

/* The words of an environment variable, if it has any. */
static const char **
compiler(struct arena *arena, const char *variable, const char *usual)
{
	const char *own = getenv(variable), **words = own ? words_of(arena, own) : NULL;

	return words ? words : words_of(arena, usual);
}

/* NULL with a message if the cache cannot be used. */
static struct toolchain *
new_toolchain(struct arena *arena, const char **compiler_words, const char *const *command,
	const char *processor, char *message, size_t room)
{
	struct toolchain *toolchain = arena_new(arena, struct toolchain);

	toolchain->arena = arena;
	toolchain->command = command;
	toolchain->version = arena_printf(arena, "%s%s",
		program_output(arena, APPEND(arena, compiler_words, "--version")), processor);
	toolchain->cache = cache_open(arena, message, room);
	return toolchain->cache ? toolchain : NULL;
}

/* Embedded files, by the last part of their path. */
static const struct build_file *
embedded_build_files(struct arena *arena, const char *const *paths)
{
	struct build_file *files;
	int count = 0;

	while (paths[count])
		count++;
	files = arena_array(arena, struct build_file, count + 1);
	for (int i = 0; i < count; i++)
		files[i] = (struct build_file){ strrchr(paths[i], '/') + 1,
			(const char *)embedded_find(paths[i])->text };
	return files;
}

static bool
open_openmp(struct arena *arena, struct backend *backend, char *message, size_t room)
{
	const char **cc = compiler(arena, "CC", "cc");
	const char **command = APPEND(arena, cc, "-std=gnu11", "-O3", "-march=native", "-fopenmp",
		"-fPIC", "-shared", "-w");

	if (!find_program(arena, cc[0]))
		return fail(message, room, arena_printf(arena, "no C compiler: %s is not in PATH", cc[0]));
	backend->target = TARGET_openmp;
	backend->device = &cpu_device;
	cpu_device.open(&backend->info);
	backend->toolchain = new_toolchain(arena, cc, add_exact_options(arena, command), backend->info.name,
		message, room);
	return backend->toolchain && cpu_prepare(backend->toolchain, message, room);
}

/* The fibers are compiled once, into one object that every kernel links. */
static bool
open_host(struct arena *arena, struct backend *backend, char *message, size_t room)
{
	const char **cc = compiler(arena, "CC", "cc"), **cxx = compiler(arena, "CXX", "c++");
	struct build_file *files = arena_array(arena, struct build_file, HOST_FILES + 1);
	const char **command = APPEND(arena, cc, "-std=gnu11", "-O2", "-fPIC", "-r", "-w");
	struct build build = { .files = files, .sources = host_files + HOST_HEADERS };
	const char **sources = arena_array(arena, const char *, HOST_FILES - HOST_HEADERS + 1);
	struct toolchain *toolchain;

	if (!find_program(arena, cc[0]) || !find_program(arena, cxx[0]))
		return fail(message, room, arena_printf(arena, "no C and C++ compiler: %s and %s are needed"
			" in PATH", cc[0], cxx[0]));
	for (int i = 0; i < HOST_FILES; i++)
		files[i] = (struct build_file){ host_files[i],
			(const char *)embedded_find(arena_printf(arena, "runtime/host/%s", host_files[i]))->text };
	for (int i = HOST_HEADERS; i < HOST_FILES; i++)
		sources[i - HOST_HEADERS] = host_files[i];
	build.sources = sources;
	backend->target = TARGET_cuda;
	backend->device = &cpu_device;
	cpu_device.open(&backend->info);
	toolchain = new_toolchain(arena, cc, command, backend->info.name, message, room);
	if (!toolchain || !toolchain_build(toolchain, &build, 1, message, room))
		return false;
	command = APPEND(arena, cxx, "-std=gnu++17", "-O2", "-fPIC", "-shared", "-w",
		"-include", arena_printf(arena, "%s/cuda_on_host.h", build.folder), build.object, "-x", "c++");
	backend->toolchain = new_toolchain(arena, cxx, add_exact_options(arena, command), backend->info.name,
		message, room);
	return backend->toolchain && cpu_prepare(NULL, message, room);
}

/* nvcc and what NVCC has before or after it; NULL: there is none. */
static const char **
find_nvcc(struct arena *arena)
{
	const char *home = getenv("CUDA_HOME"), **words = compiler(arena, "NVCC", "nvcc");
	const char *nvcc = find_program(arena, words[0]);

	if (!nvcc && home)
		nvcc = find_program(arena, arena_printf(arena, "%s/bin/nvcc", home));
	if (!nvcc)
		nvcc = find_program(arena, "/usr/local/cuda/bin/nvcc");
	words[0] = nvcc;
	return nvcc ? words : NULL;
}

/* The compute capability of the first GPU, as 90 for 9.0; 0: there is no GPU. Asks the
 * driver, which is loaded here, not linked: there may be none. */
static int
gpu_capability(void)
{
	enum { MAJOR = 75, MINOR = 76 }; /* as in cuda.h */
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	int (*init)(unsigned), (*get)(int *, int), (*attribute)(int *, int, int);
	int device, major = 0, minor = 0;

	if (!driver)
		return 0;
	*(void **)&init = dlsym(driver, "cuInit");
	*(void **)&get = dlsym(driver, "cuDeviceGet");
	*(void **)&attribute = dlsym(driver, "cuDeviceGetAttribute");
	if (!init || !get || !attribute || init(0) || get(&device, 0) || attribute(&major, MAJOR, device)
			|| attribute(&minor, MINOR, device))
		major = minor = 0;
	dlclose(driver);
	return 10*major + minor;
}

static const char **
nvcc_command(struct arena *arena, const char **nvcc, int capability, bool strict)
{
	const char **command = APPEND(arena, nvcc, "-std=c++17", "-O3", "-lineinfo", "-shared",
		"-Xcompiler", "-fPIC", "-w", arena_printf(arena, "-arch=sm_%d", capability));

	return strict ? APPEND(arena, command, "-fmad=false", "-ftz=false", "-prec-div=true",
		"-prec-sqrt=true") : command;
}

static bool
open_cuda(struct arena *arena, bool strict, struct backend *backend, char *message, size_t room)
{
	static const char *const sources[] = { "device.cu", NULL };
	const char **nvcc = find_nvcc(arena);
	const int capability = gpu_capability();
	static const char *const device_files[] = {
		"runtime/device/device.cu", "runtime/device/device.h", "templates/stencil_launch.h", NULL,
	};
	struct build build = { .sources = sources };
	struct toolchain *toolchain;
	void *object;
	int status;

	if (!capability)
		return fail(message, room, "no GPU: the NVIDIA driver is missing or finds none");
	if (!nvcc)
		return fail(message, room, "no nvcc: it is neither in PATH nor in CUDA_HOME/bin");
	build.files = embedded_build_files(arena, device_files);
	toolchain = new_toolchain(arena, nvcc, nvcc_command(arena, nvcc, capability, strict), "", message, room);
	if (!toolchain || !toolchain_build(toolchain, &build, 1, message, room))
		return false;
	object = dlopen(build.object, RTLD_NOW | RTLD_LOCAL);
	backend->device = object ? dlsym(object, "cuda_device") : NULL;
	if (!backend->device)
		return fail(message, room, dlerror());
	status = backend->device->open(&backend->info);
	if (status)
		return fail(message, room, backend->device->error(status));
	backend->target = TARGET_cuda;
	backend->extras = embedded_build_files(arena, facts_files);
	backend->toolchain = new_toolchain(arena, nvcc, APPEND(arena, nvcc_command(arena, nvcc, capability,
		strict), "-include", "launch_facts.cuh"), "", message, room);
	return backend->toolchain;
}

static bool
open_kind(struct arena *arena, enum backend_kind kind, bool strict, struct backend *backend,
	char *message, size_t room)
{
	*backend = (struct backend){ .kind = kind };
	switch (kind) {
	case BACKEND_CUDA:   return open_cuda(arena, strict, backend, message, room);
	case BACKEND_OPENMP: return open_openmp(arena, backend, message, room);
	case BACKEND_HOST:   return open_host(arena, backend, message, room);
	case BACKEND_COUNT:  break;
	}
	return false;
}

bool
backend_open(struct arena *arena, const char *name, bool strict, struct backend *backend,
	char *message, size_t room)
{
	if (!strcmp(name, "auto")) {
		const bool gpu = gpu_capability() && find_nvcc(arena);

		return open_kind(arena, gpu ? BACKEND_CUDA : BACKEND_OPENMP, strict, backend, message, room);
	}
	for (int kind = 0; kind < BACKEND_COUNT; kind++)
		if (!strcmp(name, backend_names[kind]))
			return open_kind(arena, (enum backend_kind)kind, strict, backend, message, room);
	return false;
}
