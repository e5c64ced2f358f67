#include "runtime/device/recorded_driver.h"

#include "runtime/device/driver.h"

#include <pthread.h>

struct recorded_driver recorded_driver;

static const struct {
	const char *name;
	void **place;
} functions[] = {
	{ "cuModuleLoad", (void **)&recorded_driver.load }, { "cuModuleUnload", (void **)&recorded_driver.unload },
	{ "cuModuleGetFunction", (void **)&recorded_driver.find }, { "cuFuncSetAttribute", (void **)&recorded_driver.set },
	{ "cuMemHostAlloc", (void **)&recorded_driver.allocate }, { "cuMemFreeHost", (void **)&recorded_driver.release },
	{ "cuStreamCreate", (void **)&recorded_driver.create }, { "cuStreamDestroy_v2", (void **)&recorded_driver.destroy },
	{ "cuStreamSynchronize", (void **)&recorded_driver.wait }, { "cuCtxSynchronize", (void **)&recorded_driver.wait_for_all },
	{ "cuLaunchKernel", (void **)&recorded_driver.launch }, { "cuThreadExchangeStreamCaptureMode", (void **)&recorded_driver.exchange_mode },
};

static bool loaded;

static void
load(void)
{
	for (size_t i = 0; i < sizeof functions/sizeof *functions; i++) {
		*functions[i].place = driver_function(functions[i].name);
		if (!*functions[i].place)
			return;
	}
	loaded = true;
}

bool
recorded_driver_open(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return loaded;
}
