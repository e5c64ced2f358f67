#include "runtime/device/recorded.h"

#include "runtime/device/driver.h"
#include "runtime/device/recorded_call.h"
#include "runtime/device/recorded_driver.h"
#include "runtime/kernels/recording.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 4, FEW_BYTES = 4096 };

/* What a launcher did for a call. */
struct kept {
	void *call; /* as call_write has it; NULL: nothing is kept */
	void *steps;
	size_t bytes; /* of these */
};

struct recorded {
	void *module, *recorder, *asker, *stream;
	struct recorded_shape shape;
	pthread_mutex_t lock;
	void *call;               /* the one that is under way */
	struct recording *shared; /* with the GPU, as are: the call, which lies behind it, and steps */
	struct kept *kept;
	int kept_count, next; /* to be overwritten */
	int expected;         /* the one that is behind the last that was found */
};

/* Makes room for steps, of which there are none then. */
static int
make_room(struct recording *shared, size_t bytes)
{
	if (shared->steps)
		recorded_driver.release(shared->steps);
	shared->steps = NULL;
	shared->room = 0;
	const int status = recorded_driver.allocate((void **)&shared->steps, bytes, 0);
	if (!status)
		shared->room = bytes;
	return status;
}

static int
open_shared(struct recorded *recorded)
{
	int status = recorded_driver.allocate((void **)&recorded->shared, sizeof *recorded->shared + call_bytes(&recorded->shape), 0);

	if (status)
		return status;
	*recorded->shared = (struct recording){ 0 };
	call_place(&recorded->shape, recorded->shared + 1, recorded->shared);
	return make_room(recorded->shared, FEW_BYTES);
}

static int
open_module(struct recorded *recorded, const char *path)
{
	int status = recorded_driver.load(&recorded->module, path);

	if (!status)
		status = recorded_driver.find(&recorded->recorder, recorded->module, "record");
	if (!status && recorded->shape.has_workspace)
		status = recorded_driver.find(&recorded->asker, recorded->module, "record_workspace");
	if (!status)
		status = open_shared(recorded);
	return status ? status : recorded_driver.create(&recorded->stream, NON_BLOCKING);
}

struct recorded *
recorded_open(const char *path, const struct recorded_shape *shape, struct error *error)
{
	const bool loaded = recorded_driver_open();
	struct recorded *recorded = calloc(1, sizeof *recorded);
	void *call = calloc(1, call_bytes(shape));
	int status;

	if (!recorded || !call || !loaded || !recorded_keep(recorded, 1)) {
		error_set(error, EXIT_IO, "%s", loaded ? "out of memory" : "the NVIDIA driver is too old");
		if (recorded)
			free(recorded->kept);
		free(recorded);
		free(call);
		return NULL;
	}
	recorded->shape = *shape;
	recorded->call = call;
	pthread_mutex_init(&recorded->lock, NULL);
	status = driver_enter();
	if (!status) {
		status = open_module(recorded, path);
		driver_leave();
	}
	if (!status)
		return recorded;
	error_set(error, EXIT_IO, "cannot load %s: %s", path, driver_device.error(status));
	recorded_close(recorded);
	return NULL;
}

bool
recorded_keep(struct recorded *recorded, int calls)
{
	free(recorded->kept);
	recorded->kept = calloc((size_t)calls, KEPT*sizeof *recorded->kept);
	recorded->kept_count = recorded->kept ? calls*KEPT : 0;
	return recorded->kept;
}

static void
forget(struct kept *kept)
{
	free(kept->call);
	free(kept->steps);
	*kept = (struct kept){ 0 };
}

void
recorded_close(struct recorded *recorded)
{
	if (!recorded)
		return;
	if (!driver_enter()) {
		if (recorded->stream)
			recorded_driver.destroy(recorded->stream);
		if (recorded->shared && recorded->shared->steps)
			recorded_driver.release(recorded->shared->steps);
		if (recorded->shared)
			recorded_driver.release(recorded->shared);
		if (recorded->module)
			recorded_driver.unload(recorded->module);
		driver_leave();
	}
	for (int i = 0; i < recorded->kept_count; i++)
		forget(&recorded->kept[i]);
	free(recorded->kept);
	pthread_mutex_destroy(&recorded->lock);
	free(recorded->call);
	free(recorded);
}

/* Lets the GPU do something with the call, and waits for it. */
static int
ask(struct recorded *recorded, void *kernel)
{
	struct recording *shared = recorded->shared;
	void *arguments[] = { &recorded->shared };
	int status;

	memcpy(shared + 1, recorded->call, call_bytes(&recorded->shape));
	status = recorded_driver.launch(kernel, 1, 1, 1, 1, 1, 1, 0, recorded->stream, arguments, NULL);
	if (!status)
		status = recorded_driver.wait(recorded->stream);
	return status ? status : shared->status;
}

/* Runs the launcher, again where its steps were too many. */
static int
record(struct recorded *recorded)
{
	struct recording *shared = recorded->shared;
	int status = ask(recorded, recorded->recorder);

	if (status || shared->bytes <= shared->room)
		return status;
	status = make_room(shared, shared->bytes);
	return status ? status : ask(recorded, recorded->recorder);
}

static struct recorded_step *
end_of(const struct kept *kept)
{
	return (struct recorded_step *)((char *)kept->steps + kept->bytes);
}

static int
find_kernels(const struct recorded *recorded, struct kept *kept)
{
	int status = 0;

	for (struct recorded_step *step = kept->steps; step < end_of(kept) && !status; step = recorded_next(step))
		status = recorded_driver.find(&step->kernel, recorded->module, recorded_name(step));
	return status;
}

/* Keeps what was recorded. */
static int
keep(const struct recorded *recorded, struct kept *kept)
{
	const struct recording *shared = recorded->shared;
	const size_t bytes = call_bytes(&recorded->shape);
	int status;

	forget(kept);
	*kept = (struct kept){ .call = malloc(bytes), .steps = malloc(shared->bytes + 1), .bytes = shared->bytes };
	if (kept->call && kept->steps) {
		memcpy(kept->call, recorded->call, bytes);
		memcpy(kept->steps, shared->steps, shared->bytes);
		status = find_kernels(recorded, kept);
	} else {
		status = NO_MEMORY;
	}
	if (status)
		forget(kept);
	return status;
}

/* Records and keeps a call, also where the caller's stream is captured, which forbids to wait and to allocate. */
static int
record_aside(struct recorded *recorded, struct kept *kept)
{
	int mode = CAPTURE_RELAXED, status = recorded_driver.exchange_mode(&mode);

	if (status)
		return status;
	status = record(recorded);
	if (!status)
		status = keep(recorded, kept);
	recorded_driver.exchange_mode(&mode);
	return status;
}

/* What is kept of the call under way, from before or made now. */
static int
find(struct recorded *recorded, const struct kept **found)
{
	struct kept *oldest = &recorded->kept[recorded->next];
	int status;

	for (int i = 0; i < recorded->kept_count; i++) {
		const int k = (recorded->expected + i) % recorded->kept_count;

		if (recorded->kept[k].call && !memcmp(recorded->kept[k].call, recorded->call, call_bytes(&recorded->shape))) {
			recorded->expected = (k + 1) % recorded->kept_count;
			*found = &recorded->kept[k];
			return 0;
		}
	}
	status = record_aside(recorded, oldest);
	*found = oldest;
	if (!status)
		recorded->next = recorded->expected = (recorded->next + 1) % recorded->kept_count;
	return status;
}

static int
take_step(struct recorded_step *s, void *stream)
{
	size_t bytes = s->arguments;
	void *extra[] = {
		(void *)BUFFER_POINTER, recorded_arguments(s), (void *)BUFFER_SIZE, &bytes, (void *)END,
	};

	if (s->kind == RECORDED_LIMIT)
		return recorded_driver.set(s->kernel, MOST_DYNAMIC_SHARED, (int)s->shared);
	return recorded_driver.launch(s->kernel, s->grid[0], s->grid[1], s->grid[2], s->block[0], s->block[1], s->block[2], s->shared,
		stream, NULL, extra);
}

static int
start(struct recorded *recorded, const struct call *call, void *stream)
{
	const struct kept *found;
	int status;

	call_write(&recorded->shape, call, recorded->call);
	status = find(recorded, &found);
	for (struct recorded_step *step = found->steps; !status && step < end_of(found); step = recorded_next(step))
		status = take_step(step, stream);
	return status;
}

int
recorded_run(struct recorded *recorded, const struct call *call, void *stream)
{
	int status;

	if (!call->grid)
		return STENCIL_NULL_POINTER;
	status = driver_enter();
	if (status)
		return status;
	pthread_mutex_lock(&recorded->lock);
	status = start(recorded, call, stream);
	pthread_mutex_unlock(&recorded->lock);
	driver_leave();
	return status;
}

int
recorded_workspace(struct recorded *recorded, const void *place, size_t *bytes)
{
	int status;

	*bytes = 0;
	if (!recorded->shape.has_workspace)
		return 0;
	status = driver_enter();
	if (status)
		return status;
	pthread_mutex_lock(&recorded->lock);
	call_write_place(&recorded->shape, place, recorded->call);
	status = ask(recorded, recorded->asker);
	*bytes = status ? 0 : recorded->shared->bytes;
	pthread_mutex_unlock(&recorded->lock);
	driver_leave();
	return status;
}

static int
run_call(const struct call *call)
{
	int status = recorded_run(call->recorded, call, NULL);

	if (!status)
		status = driver_enter();
	if (!status) {
		status = recorded_driver.wait_for_all();
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
