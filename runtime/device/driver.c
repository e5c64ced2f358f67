#include "runtime/device/driver.h"


#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t address; /* on the device */

enum { NO_DRIVER = -1000 };
enum { MAJOR = 75, MINOR = 76, PROCESSORS = 16, MOST_SHARED = 97 }; /* as in cuda.h */

/* What is called, by the names in the driver. */
static struct {
	int (*init)(unsigned flags);
	int (*get)(int *device, int number);
	int (*name)(char *name, int room, int device);
	int (*attribute)(int *value, int attribute, int device);
	int (*retain)(void **context, int device);
	int (*current)(void **context);
	int (*current_device)(int *device);
	int (*push)(void *context);
	int (*pop)(void **context);
	int (*allocate)(address *memory, size_t bytes);
	int (*release)(address memory);
	int (*upload)(address to, const void *from, size_t bytes);
	int (*download)(void *to, address from, size_t bytes);
	int (*copy)(address to, address from, size_t bytes);
	int (*error)(int status, const char **text);
} cu;

static const struct {
	const char *name;
	void **place;
} functions[] = {
	{ "cuInit", (void **)&cu.init }, { "cuDeviceGet", (void **)&cu.get }, { "cuDeviceGetName", (void **)&cu.name },
	{ "cuDeviceGetAttribute", (void **)&cu.attribute }, { "cuDevicePrimaryCtxRetain", (void **)&cu.retain },
	{ "cuCtxGetCurrent", (void **)&cu.current }, { "cuCtxGetDevice", (void **)&cu.current_device },
	{ "cuCtxPushCurrent_v2", (void **)&cu.push }, { "cuCtxPopCurrent_v2", (void **)&cu.pop },
	{ "cuMemAlloc_v2", (void **)&cu.allocate }, { "cuMemFree_v2", (void **)&cu.release },
	{ "cuMemcpyHtoD_v2", (void **)&cu.upload }, { "cuMemcpyDtoH_v2", (void **)&cu.download },
	{ "cuMemcpyDtoD_v2", (void **)&cu.copy }, { "cuGetErrorString", (void **)&cu.error },
};

static int load_status = NO_DRIVER;
static void *driver;

static void
load(void)
{
	driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	for (size_t i = 0; i < sizeof functions/sizeof *functions; i++) {
		*functions[i].place = driver ? dlsym(driver, functions[i].name) : NULL;
		if (!*functions[i].place)
			return;
	}
	load_status = cu.init(0);
}

/* Finds the device of the current context, or else the first one. */
static int
find_device(void **context, int *device)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int status;

	pthread_once(&once, load);
	status = load_status ? load_status : cu.current(context);
	if (status)
		return status;
	return *context ? cu.current_device(device) : cu.get(device, 0);
}

/* Makes a context current until driver_leave. */
int
driver_enter(void)
{
	void *context = NULL;
	int device, status = find_device(&context, &device);

	if (!status && !context)
		status = cu.retain(&context, device);
	return status ? status : cu.push(context);
}

void
driver_leave(void)
{
	void *context;

	cu.pop(&context);
}

static int
open_gpu(struct device_info *info)
{
	void *context = NULL;
	int device, status = find_device(&context, &device);

	*info = (struct device_info){ .major = 0 };
	if (!status)
		status = cu.name(info->name, sizeof info->name, device);
	if (!status)
		status = cu.attribute(&info->major, MAJOR, device);
	if (!status)
		status = cu.attribute(&info->minor, MINOR, device);
	if (!status)
		status = cu.attribute(&info->processors, PROCESSORS, device);
	if (!status)
		status = cu.attribute(&info->block_shared, MOST_SHARED, device);
	return status;
}

static int
allocate(void **memory, size_t bytes)
{
	address at = 0;
	int status = driver_enter();

	if (status)
		return status;
	status = cu.allocate(&at, bytes);
	driver_leave();
	*memory = (void *)(uintptr_t)at;
	return status;
}

static void
release(void *memory)
{
	if (driver_enter())
		return;
	cu.release((address)(uintptr_t)memory);
	driver_leave();
}

static int
upload(void *to, const void *from, size_t bytes)
{
	int status = driver_enter();

	if (status)
		return status;
	status = cu.upload((address)(uintptr_t)to, from, bytes);
	driver_leave();
	return status;
}

static int
download(void *to, const void *from, size_t bytes)
{
	int status = driver_enter();

	if (status)
		return status;
	status = cu.download(to, (address)(uintptr_t)from, bytes);
	driver_leave();
	return status;
}

static int
copy(void *to, const void *from, size_t bytes)
{
	int status = driver_enter();

	if (status)
		return status;
	status = cu.copy((address)(uintptr_t)to, (address)(uintptr_t)from, bytes);
	driver_leave();
	return status;
}

void *
driver_function(const char *name)
{
	return driver ? dlsym(driver, name) : NULL;
}

int
driver_set_fetch(int bytes)
{
	enum { L2_FETCH_GRANULARITY = 5 }; /* as in cuda.h */
	int status = driver_enter();
	int (*set)(int, size_t);

	if (status)
		return status;
	*(void **)&set = driver_function("cuCtxSetLimit");
	status = set ? set(L2_FETCH_GRANULARITY, (size_t)bytes) : NO_DRIVER;
	driver_leave();
	return status;
}

/* The numbers of the runtime's errors are those of the driver. */
static const char *
error(int status)
{
	const char *text = stencil_refusal_text(status);

	if (status == NO_DRIVER)
		return "there is no NVIDIA driver";
	if (text)
		return text;
	return !cu.error || cu.error(status, &text) || !text ? "unknown error" : text;
}

const struct device driver_device = {
	.open = open_gpu, .allocate = allocate, .release = release, .upload = upload, .download = download,
	.copy = copy, .error = error,
};
