/* A libcuda.so.1 for machines without a GPU: one device, whose memory is the CPU's and whose context must be current.
 * For any cubin it takes the object FAKE_KERNEL (see fake_kernel.cc). At the end it tells how many pieces of memory, modules
 * and streams were never released, and what was launched. */

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_IMAGE = 200, NO_CONTEXT = 201, NOT_FOUND = 500, CAPTURED = 900, RELAXED = 2, ALIGNMENT = 256 };

static void *current, *const primary = &current;
static void *own[2]; /* the recorder's kernels */
static int pieces, launches, recordings;
static unsigned shared_bytes; /* of the last launch */
static int mode; /* what is allowed while a stream is captured, as one is if FAKE_CAPTURE is set */
static char cubin[1 << 20];
static size_t cubin_size;

/* Of what waits or allocates. */
static int
allowed(void)
{
	return !current ? NO_CONTEXT : getenv("FAKE_CAPTURE") && mode != RELAXED ? CAPTURED : 0;
}

int
cuThreadExchangeStreamCaptureMode(int *other)
{
	const int before = mode;

	mode = *other;
	*other = before;
	return current ? 0 : NO_CONTEXT;
}

int cuInit(unsigned flags) { return (int)flags; }
int cuDeviceGet(int *device, int number) { *device = number; return 0; }
int cuDeviceGetName(char *name, int room, int device) { snprintf(name, (size_t)room, "Fake %d", device); return 0; }

/* Compute capability 9.0, and FAKE_SHARED bytes of shared memory of a block. */
int
cuDeviceGetAttribute(int *value, int attribute, int device)
{
	const char *shared = getenv("FAKE_SHARED");

	*value = attribute == 75 ? 9 : attribute == 97 && shared ? atoi(shared) : device;
	return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) { (void)device; *context = primary; return 0; }
int cuCtxGetCurrent(void **context) { *context = current; return 0; }
int cuCtxGetDevice(int *device) { *device = 0; return current ? 0 : NO_CONTEXT; }
int cuCtxPushCurrent_v2(void *context) { current = context; return 0; }
int cuCtxPopCurrent_v2(void **context) { *context = current; current = NULL; return 0; }
int cuGetExportTable(const void **table, const void *id) { (void)id; *table = NULL; return NOT_FOUND; } /* asked by NVRTC */
int cuGetErrorString(int status, const char **text) { *text = status == NO_CONTEXT ? "no context" : "fake"; return 0; }

int
cuMemAlloc_v2(uint64_t *memory, size_t bytes)
{
	*memory = (uint64_t)(uintptr_t)aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1)/ALIGNMENT*ALIGNMENT);
	pieces++;
	return current ? 0 : NO_CONTEXT;
}

int
cuMemFree_v2(uint64_t memory)
{
	free((void *)(uintptr_t)memory);
	pieces--;
	return current ? 0 : NO_CONTEXT;
}

int
cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, from, bytes);
	return current ? 0 : NO_CONTEXT;
}

int
cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes)
{
	memcpy(to, (void *)(uintptr_t)from, bytes);
	return current ? 0 : NO_CONTEXT;
}

int
cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
	return current ? 0 : NO_CONTEXT;
}

/* Keeps the cubin, which must have the kernels that are asked for. */
int
cuModuleLoad(void **module, const char *path)
{
	const char *kernel = getenv("FAKE_KERNEL");
	FILE *in = fopen(path, "rb");

	cubin_size = in ? fread(cubin, 1, sizeof cubin, in) : 0;
	if (in)
		fclose(in);
	*module = dlopen(kernel, RTLD_NOW | RTLD_LOCAL); /* without one: the program */
	if (cubin_size < 4 || memcmp(cubin, "\177ELF", 4) || !*module)
		return WRONG_IMAGE;
	pieces++;
	return current ? 0 : NO_CONTEXT;
}

static struct {
	void *(*find)(const char *name);
	int (*limit)(void *kernel, int bytes);
	int (*launch)(void *kernel, const unsigned *grid, const unsigned *block, unsigned shared, const void *arguments,
		size_t bytes);
} object;

static int
find_own(void **function, void *module, const char *name)
{
	void **mine = &own[strcmp(name, "record") != 0];

	*mine = *function = dlsym(module, name);
	*(void **)&object.find = dlsym(module, "find_kernel");
	*(void **)&object.limit = dlsym(module, "set_limit");
	*(void **)&object.launch = dlsym(module, "launch");
	return current ? 0 : NO_CONTEXT;
}

/* Others are found in the object once they were recorded. */
int
cuModuleGetFunction(void **function, void *module, const char *name)
{
	const size_t length = strlen(name) + 1;
	size_t at = 0;

	while (at + length < cubin_size && memcmp(cubin + at, name, length))
		at++;
	if (at + length >= cubin_size)
		return NOT_FOUND;
	if (!strncmp(name, "record", strlen("record")))
		return find_own(function, module, name);
	*function = object.find(name);
	return !*function ? NOT_FOUND : current ? 0 : NO_CONTEXT;
}

int
cuFuncSetAttribute(void *function, int attribute, int value)
{
	return attribute != 8 ? NOT_FOUND : !current ? NO_CONTEXT : object.limit(function, value);
}

int
cuModuleUnload(void *module)
{
	(void)module;
	pieces--;
	return current ? 0 : NO_CONTEXT;
}

int
cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
	(void)flags;
	*memory = malloc(bytes);
	pieces++;
	return allowed();
}

int
cuMemFreeHost(void *memory)
{
	free(memory);
	pieces--;
	return allowed();
}

int
cuStreamCreate(void **stream, unsigned flags)
{
	*stream = malloc(1);
	pieces++;
	return flags == 1 && current ? 0 : NO_CONTEXT;
}

int
cuStreamDestroy_v2(void *stream)
{
	free(stream);
	pieces--;
	return current ? 0 : NO_CONTEXT;
}

int cuStreamSynchronize(void *stream) { return stream ? allowed() : NO_CONTEXT; }
int cuCtxSynchronize(void) { return current ? 0 : NO_CONTEXT; }

int
cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
	unsigned block_z, unsigned shared, void *stream, void **arguments, void **extra)
{
	const unsigned grid[3] = { grid_x, grid_y, grid_z }, block[3] = { block_x, block_y, block_z };
	void (*record)(void *);

	if (!current)
		return NO_CONTEXT;
	if (!function) /* of no object: it does nothing */
		return 0;
	if (function == own[0] || function == own[1]) {
		recordings += function == own[0];
		*(void **)&record = function;
		record(*(void **)arguments[0]);
		return grid_x*block_x == 1 && stream && !extra ? 0 : NO_CONTEXT;
	}
	launches++;
	shared_bytes = shared;
	if (extra[0] != (void *)1 || extra[2] != (void *)2 || extra[4])
		return NOT_FOUND;
	return object.launch(function, grid, block, shared, extra[1], *(size_t *)extra[3]);
}

__attribute__((destructor))
static void
tell(void)
{
	printf("%d pieces are left%s\n", pieces,
		mode ? ", and a mode" : current ? ", and a context" : "");
	if (launches)
		printf("%d launches, %d recordings, %u bytes\n", launches, recordings, shared_bytes);
}
