#include "runtime/device/recorded.h"

#include "runtime/device/driver.h"
#include "runtime/kernels/recording.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 4 };
enum { NON_BLOCKING = 1 };                            /* as in cuda.h */
enum { END = 0, BUFFER_POINTER = 1, BUFFER_SIZE = 2 }; /* of arguments */

static struct {
	int (*load)(void **module, const char *path);
	int (*unload)(void *module);
	int (*find)(void **function, void *module, const char *name);
	int (*allocate)(void **memory, size_t bytes, unsigned flags);
	int (*release)(void *memory);
	int (*create)(void **stream, unsigned flags);
	int (*destroy)(void *stream);
	int (*wait)(void *stream);
	int (*wait_for_all)(void);
	int (*launch)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
		unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments, void **extra);
} cu;

static const struct {
	const char *name;
	void **place;
} functions[] = {
	{ "cuModuleLoad", (void **)&cu.load }, { "cuModuleUnload", (void **)&cu.unload },
	{ "cuModuleGetFunction", (void **)&cu.find }, { "cuMemHostAlloc", (void **)&cu.allocate },
	{ "cuMemFreeHost", (void **)&cu.release }, { "cuStreamCreate", (void **)&cu.create },
	{ "cuStreamDestroy_v2", (void **)&cu.destroy }, { "cuStreamSynchronize", (void **)&cu.wait },
	{ "cuCtxSynchronize", (void **)&cu.wait_for_all }, { "cuLaunchKernel", (void **)&cu.launch },
};

static bool loaded;

struct recorded {
	void *module, *kernel, *recorder, *stream;
	struct recorded_shape shape;
	pthread_mutex_t lock;
	struct recording *shared; /* with the GPU */
	struct recording kept[KEPT];
	int next; /* to be overwritten */
};

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

static int
open_module(struct recorded *recorded, const char *path, const char *kernel)
{
	int status = cu.load(&recorded->module, path);

	if (!status)
		status = cu.find(&recorded->kernel, recorded->module, kernel);
	if (!status)
		status = cu.find(&recorded->recorder, recorded->module, "record");
	if (!status)
		status = cu.allocate((void **)&recorded->shared, sizeof *recorded->shared, 0);
	return status ? status : cu.create(&recorded->stream, NON_BLOCKING);
}

static bool
fits(const struct recorded_shape *shape)
{
	return shape->fields <= MOST_RECORDED_ARRAYS && shape->params <= MOST_RECORDED_ARRAYS
		&& shape->relations <= MOST_RECORDED_RELATIONS;
}

struct recorded *
recorded_open(const char *path, const char *kernel, const struct recorded_shape *shape, char *message, size_t room)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct recorded *recorded = calloc(1, sizeof *recorded);
	int status;

	pthread_once(&once, load);
	if (!recorded || !loaded || !fits(shape)) {
		snprintf(message, room, "%s", !recorded ? "out of memory" : !loaded ? "the NVIDIA driver is too old"
			: "kernels with more than 64 fields, params or relations need nvcc");
		free(recorded);
		return NULL;
	}
	recorded->shape = *shape;
	pthread_mutex_init(&recorded->lock, NULL);
	status = driver_enter();
	if (!status) {
		status = open_module(recorded, path, kernel);
		driver_leave();
	}
	if (!status)
		return recorded;
	snprintf(message, room, "cannot load %s: %s", path, driver_device.error(status));
	recorded_close(recorded);
	return NULL;
}

void
recorded_close(struct recorded *recorded)
{
	if (!recorded)
		return;
	if (!driver_enter()) {
		if (recorded->stream)
			cu.destroy(recorded->stream);
		if (recorded->shared)
			cu.release(recorded->shared);
		if (recorded->module)
			cu.unload(recorded->module);
		driver_leave();
	}
	pthread_mutex_destroy(&recorded->lock);
	free(recorded);
}

/* Runs the launcher on the GPU, and waits for it. */
static int
record(struct recorded *recorded, const struct recorded_call *call, struct recording *to)
{
	struct recording *shared = recorded->shared;
	void *arguments[] = { &recorded->shared };
	int status;

	shared->call = *call;
	status = cu.launch(recorded->recorder, 1, 1, 1, 1, 1, 1, 0, recorded->stream, arguments, NULL);
	if (!status)
		status = cu.wait(recorded->stream);
	if (status || shared->status)
		return status ? status : shared->status;
	to->call = *call;
	to->count = shared->count;
	memcpy(to->launches, shared->launches, (size_t)shared->count*sizeof *to->launches);
	return 0;
}

/* A recording of a call, an old one if there is one. */
static int
find(struct recorded *recorded, const struct recorded_call *call, const struct recording **found)
{
	struct recording *oldest = &recorded->kept[recorded->next];
	int status;

	for (int i = 0; i < KEPT; i++)
		if (recorded->kept[i].count && !memcmp(&recorded->kept[i].call, call, sizeof *call)) {
			*found = &recorded->kept[i];
			return 0;
		}
	oldest->count = 0;
	status = record(recorded, call, oldest);
	*found = oldest;
	if (!status)
		recorded->next = (recorded->next + 1) % KEPT;
	return status;
}

static int
start(const struct recorded *recorded, const struct recording *recording, void *stream)
{
	int status = 0;

	for (int i = 0; i < recording->count && !status; i++) {
		const struct recorded_launch *l = &recording->launches[i];
		size_t bytes = l->bytes;
		void *extra[] = {
			(void *)BUFFER_POINTER, (void *)l->arguments, (void *)BUFFER_SIZE, &bytes, (void *)END,
		};

		status = cu.launch(recorded->kernel, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
			l->block[2], l->shared, stream, NULL, extra);
	}
	return status;
}

/* Where a kernel is applied: a grid, or a view of a mesh. */
static void
write_place(const struct recorded_shape *shape, const void *place, struct recorded_call *call)
{
	const struct stencil_mesh_view *view = place;

	if (!shape->on_mesh) {
		memcpy(&call->grid, place, sizeof call->grid);
		return;
	}
	call->mesh = view->mesh;
	memcpy(call->relations, view->relations, (size_t)shape->relations*sizeof *call->relations);
}

/* All bytes are set, to be compared. */
static void
write_call(const struct recorded_shape *shape, const void *place, void *const *fields, const double *params,
	struct stencil_block block, struct recorded_call *call)
{
	memset(call, 0, sizeof *call);
	write_place(shape, place, call);
	call->block = block;
	memcpy(call->fields, fields, (size_t)shape->fields*sizeof *fields);
	if (params)
		memcpy(call->params, params, (size_t)shape->params*sizeof *params);
}

int
recorded_run(struct recorded *recorded, const void *grid, void *const *fields, const double *params,
	struct stencil_block block, void *stream)
{
	const struct recording *found;
	struct recorded_call call;
	int status;

	if (!grid)
		return STENCIL_NULL_POINTER;
	write_call(&recorded->shape, grid, fields, params, block, &call);
	status = driver_enter();
	if (status)
		return status;
	pthread_mutex_lock(&recorded->lock);
	status = find(recorded, &call, &found);
	if (!status)
		status = start(recorded, found, stream);
	pthread_mutex_unlock(&recorded->lock);
	driver_leave();
	return status;
}

static int
run_call(const struct call *call)
{
	int status = recorded_run(call->recorded, call->grid, call->fields, call->params, call->block, NULL);

	if (!status)
		status = driver_enter();
	if (!status) {
		status = cu.wait_for_all();
		driver_leave();
	}
	return status;
}

void
recorded_device(struct device *device)
{
	*device = driver_device;
	device->run = run_call;
}
