#include "runtime/partition/streams.h"

#include "runtime/device/device_status.h"
#include "runtime/exchange/engine.h"
#include "runtime/formats/clock.h"

#include <sched.h>
#include <stdlib.h>

enum { STEPS_AHEAD = 16 };

/* Steps whose end the host has not seen yet. Launches block where a queue is full: the host must not get far ahead. */
struct stream_wait {
	void *ended;               /* event: the end of a stream */
	void *events[STEPS_AHEAD]; /* a circular buffer of `count` steps from `first` on */
	int steps[STEPS_AHEAD], first, count;
	int stuck;                 /* the step that made no progress */
};

static int
create_wait(struct streams *s)
{
	struct stream_wait *w = s->wait = calloc(1, sizeof *w);
	int status = w ? s->device->create_event("ended", &w->ended) : STENCIL_NO_MEMORY;

	for (int i = 0; i < STEPS_AHEAD && !status; i++)
		status = s->device->create_event("step", &w->events[i]);
	return status;
}

static void
destroy_events(const struct device_streams *device, void *const *events, int count)
{
	for (int i = 0; i < count; i++)
		if (events[i])
			device->destroy_event(events[i]);
}

static void
destroy_wait(const struct streams *s)
{
	if (!s->wait)
		return;
	destroy_events(s->device, &s->wait->ended, 1);
	destroy_events(s->device, s->wait->events, STEPS_AHEAD);
	free(s->wait);
}

static int
wait_for(const struct local_streams *all, const struct streams *s, void *event)
{
	const double start = now();
	int happened = 0, status = s->device->query(event, &happened);

	while (!status && !happened) {
		sched_yield();
		status = all->engine->check(all->engine);
		if (!status)
			status = s->device->query(event, &happened);
		if (!status && !happened && now() - start > all->processes->seconds)
			status = STENCIL_NO_PROGRESS;
	}
	return status;
}

static int
wait_for_oldest_step(const struct local_streams *all, const struct streams *s)
{
	struct stream_wait *w = s->wait;
	const int status = wait_for(all, s, w->events[w->first]);

	if (status)
		w->stuck = w->steps[w->first];
	w->first = (w->first + 1) % STEPS_AHEAD;
	w->count--;
	return status;
}

static int
mark(const struct local_streams *all, const struct streams *s, int step)
{
	struct stream_wait *w = s->wait;
	int status, last;

	if (!w)
		return 0;
	status = streams_select(s);
	if (!status && w->count == STEPS_AHEAD)
		status = wait_for_oldest_step(all, s);
	if (status)
		return status;
	last = (w->first + w->count++) % STEPS_AHEAD;
	w->steps[last] = step;
	return s->device->record(w->events[last], s->boundary);
}

static int
finish_stream(const struct local_streams *all, const struct streams *s, void *stream)
{
	int status = 0;

	if (!s->wait)
		return s->device->finish(stream);
	while (s->wait->count && !status)
		status = wait_for_oldest_step(all, s);
	if (!status)
		status = s->device->record(s->wait->ended, stream);
	return status ? status : wait_for(all, s, s->wait->ended);
}

static int
finish(const struct local_streams *all, const struct streams *s)
{
	int status = streams_select(s);

	if (!status && s->device)
		status = finish_stream(all, s, s->boundary);
	return status || !s->device ? status : finish_stream(all, s, s->interior);
}

bool
local_streams_allocate(struct local_streams *all, const struct processes *processes, const struct device *device, int subdomains,
	struct error *error)
{
	const bool is_alone = processes->count == 1;

	*all = (struct local_streams){ .device = device, .processes = processes,
		.first = processes->rank < subdomains ? processes->rank : subdomains, .end = subdomains,
		.items = calloc((size_t)subdomains, sizeof *all->items) };
	if (!is_alone && all->first < subdomains)
		all->end = all->first + 1;
	return all->items || error_no_memory(error);
}

static void
close_streams(const struct streams *s)
{
	void *const events[] = { s->boundary_done, s->interior_done, s->halos_done };

	destroy_wait(s);
	exchange_clock_free(s->clock);
	if (s->boundary)
		s->device->destroy(s->boundary);
	if (s->interior)
		s->device->destroy(s->interior);
	destroy_events(s->device, events, 3);
	for (int i = 0; i < s->exchange_count; i++)
		stencil_exchange_free(s->exchanges[i]);
}

void
local_streams_free(struct local_streams *all)
{
	for (int i = all->first; i < all->end && all->items; i++)
		close_streams(&all->items[i]);
	free(all->items);
	all->items = NULL;
}

static int
create(const struct local_streams *all, struct streams *s)
{
	const struct device_streams *d = s->device;
	int status;

	s->clock = exchange_clock_new(d);
	status = s->clock ? d->create(true, &s->boundary) : STENCIL_NO_MEMORY;
	if (!status)
		status = d->create(false, &s->interior);
	if (!status)
		status = d->create_event("boundary", &s->boundary_done);
	if (!status)
		status = d->create_event("interior", &s->interior_done);
	if (!status)
		status = d->create_event("halos", &s->halos_done);
	return status || !all->engine || !all->engine->check ? status : create_wait(s);
}

bool
streams_open(struct local_streams *all, int subdomain, int number, struct error *error)
{
	struct streams *s = &all->items[subdomain];

	s->device = all->device->streams;
	s->number = number;
	return !s->device || !device_failed(all->device, create(all, s), "make streams", error);
}

int
streams_select(const struct streams *s)
{
	return s->device ? s->device->select(s->number) : 0;
}

int
streams_wait_for_last_step(const struct streams *s)
{
	const int status = s->device->wait(s->interior, s->boundary_done);

	return status ? status : streams_wait_for_interior(s);
}

int
streams_wait_for_interior(const struct streams *s)
{
	return s->device->wait(s->boundary, s->interior_done);
}

int
streams_fork(const struct streams *s)
{
	const int status = s->device->record(s->boundary_done, s->boundary);

	return status ? status : s->device->wait(s->interior, s->boundary_done);
}

int
streams_renew(const struct streams *s)
{
	int status = streams_select(s);

	if (!status)
		status = s->device->record(s->boundary_done, s->boundary);
	if (!status)
		status = s->device->record(s->halos_done, s->boundary);
	if (!status)
		status = s->device->record(s->interior_done, s->interior);
	for (int i = 0; i < s->exchange_count && !status; i++)
		status = stencil_exchange_renew(s->exchanges[i], s->boundary);
	return status;
}

struct stencil_traffic
streams_traffic(const struct streams *s)
{
	struct stencil_traffic all = { 0, 0 };

	for (int i = 0; i < s->exchange_count; i++) {
		const struct stencil_traffic one = stencil_exchange_traffic(s->exchanges[i]);

		all.messages += one.messages;
		all.bytes += one.bytes;
	}
	return all;
}

static bool
failed(const struct local_streams *all, int status, struct error *error)
{
	struct stencil_engine *engine = all->engine;
	const char *text = engine && engine->error ? engine->error(status) : NULL;

	if (!status)
		return false;
	if (status == STENCIL_NO_PROGRESS)
		processes_find_silent(all->processes, error);
	else if (text)
		error_set(error, EXIT_IO, "the exchange failed: %s", text);
	else
		error_set(error, EXIT_IO, "the kernel failed: %s", all->device->error(status));
	if (engine && engine->check && engine->abort)
		engine->abort(engine);
	return true;
}

bool
local_streams_mark(const struct local_streams *all, int step, struct error *error)
{
	int status = 0;

	for (int i = all->first; i < all->end && !status; i++)
		status = mark(all, &all->items[i], step);
	return !failed(all, status, error);
}

bool
local_streams_finish(const struct local_streams *all, struct error *error)
{
	int status = 0;

	for (int i = all->first; i < all->end && !status; i++)
		status = finish(all, &all->items[i]);
	return !failed(all, status, error);
}

int
local_streams_stuck(const struct local_streams *all)
{
	int stuck = 0;

	for (int i = all->first; i < all->end && !stuck; i++)
		stuck = all->items[i].wait ? all->items[i].wait->stuck : 0;
	return stuck;
}

bool
local_streams_time(const struct local_streams *all, int exchanges, struct error *error)
{
	int status = 0;

	for (int i = all->first; i < all->end && !status; i++) {
		const struct streams *s = &all->items[i];

		if (!s->exchange_count || !s->clock)
			continue;
		status = streams_select(s);
		if (!status)
			status = exchange_clock_start(s->clock, exchanges);
	}
	return !device_failed(all->device, status, "time exchanges", error);
}

bool
local_streams_spent(const struct local_streams *all, double *seconds, struct error *error)
{
	int status = 0;

	*seconds = 0;
	for (int i = all->first; i < all->end && !status; i++) {
		double own;

		status = exchange_clock_read(all->items[i].clock, &own);
		if (!all->items[i].boundary)
			*seconds += own;
		else if (own > *seconds)
			*seconds = own;
	}
	return !device_failed(all->device, status, "time exchanges", error);
}
