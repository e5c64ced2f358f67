#include "runtime/partition/part_wait.h"

#include "runtime/exchange/engine.h"
#include "runtime/formats/clock.h"

#include <sched.h>
#include <stdlib.h>

enum { STEPS_AHEAD = 16 };

struct part_wait {
	const struct device_streams *device;
	struct stencil_engine *engine;
	double seconds;
	void *ended;               /* event: the end of a stream */
	void *events[STEPS_AHEAD]; /* of steps that may still go on, `count` of them from `first` on, around the end */
	int steps[STEPS_AHEAD], first, count;
	int stuck;
};

int
part_wait_open(struct part_wait **wait, const struct device_streams *device, struct stencil_engine *engine, double seconds)
{
	struct part_wait *w;
	int status;

	*wait = NULL;
	if (!engine || !engine->check)
		return 0;
	w = *wait = calloc(1, sizeof *w);
	if (!w)
		return STENCIL_NO_MEMORY;
	*w = (struct part_wait){ .device = device, .engine = engine, .seconds = seconds };
	status = device->create_event("ended", &w->ended);
	for (int i = 0; i < STEPS_AHEAD && !status; i++)
		status = device->create_event("step", &w->events[i]);
	return status;
}

void
part_wait_close(struct part_wait *w)
{
	if (!w)
		return;
	if (w->ended)
		w->device->destroy_event(w->ended);
	for (int i = 0; i < STEPS_AHEAD; i++)
		if (w->events[i])
			w->device->destroy_event(w->events[i]);
	free(w);
}

static int
wait_for(const struct part_wait *w, void *event)
{
	const double start = now();
	int happened = 0, status = w->device->query(event, &happened);

	while (!status && !happened) {
		sched_yield();
		status = w->engine->check(w->engine);
		if (!status)
			status = w->device->query(event, &happened);
		if (!status && !happened && now() - start > w->seconds)
			status = STENCIL_NO_PROGRESS;
	}
	return status;
}

/* Waits for the oldest step. */
static int
take_step(struct part_wait *w)
{
	const int status = wait_for(w, w->events[w->first]);

	if (status)
		w->stuck = w->steps[w->first];
	w->first = (w->first + 1) % STEPS_AHEAD;
	w->count--;
	return status;
}

int
part_wait_step(struct part_wait *w, void *stream, int step)
{
	const int status = w->count == STEPS_AHEAD ? take_step(w) : 0, last = (w->first + w->count) % STEPS_AHEAD;

	if (status)
		return status;
	w->steps[last] = step;
	w->count++;
	return w->device->record(w->events[last], stream);
}

int
part_wait_stream(struct part_wait *w, void *stream)
{
	int status = 0;

	while (w->count && !status)
		status = take_step(w);
	if (!status)
		status = w->device->record(w->ended, stream);
	return status ? status : wait_for(w, w->ended);
}

int
part_wait_stuck(const struct part_wait *w)
{
	return w ? w->stuck : 0;
}
