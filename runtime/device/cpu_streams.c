#include "runtime/device/cpu_streams.h"

#include "runtime/host/host_stream.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2, USUAL_WEIGHT = 64 };
enum { NO_MEMORY = -1001, WRONG_DEVICE = -1002, NOTHING_GOES_ON = -1003 };

struct event {
	const char *name;
	int device;
	long recorded, happened; /* times */
};

/* What came to a stream: work, or a record of an event, or a wait for one. */
struct entry {
	struct entry *next;
	int (*run)(void *work);
	void *work;
	struct event *event;
	long time; /* of the event's records */
	bool waits;
};

struct stream {
	struct host_stream host;
	struct stream *next; /* of all streams */
	struct entry *first, **end;
	int device;
	bool urgent;
};

struct copy {
	void *to;
	const void *from;
	size_t bytes;
};

static struct stream *streams;
static int selected;

/* The seed of the order; NULL: all is done at once. The name of events that nobody waits for follows a colon. */
static const char *
wanted(void)
{
	const char *text = getenv("STENCIL_HOST_STREAMS");

	return text && *text ? text : NULL;
}

static bool
is_left_out(const struct event *event)
{
	const char *colon = strchr(wanted(), ':');

	return colon && !strcmp(colon + 1, event->name);
}

static uint32_t
random_number(void)
{
	static uint64_t state;

	if (!state)
		state = strtoull(wanted(), NULL, 10)*2 + 1;
	state = state*6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33);
}

/* How often a stream gets a turn, beside others. */
static uint32_t
weight_of(const struct stream *stream)
{
	const unsigned long long kind = strtoull(wanted(), NULL, 10) % 3;

	return (kind == 1 && stream->urgent) || (kind == 2 && !stream->urgent) ? 1 : USUAL_WEIGHT;
}

static bool
is_ready(const struct stream *stream)
{
	const struct entry *entry = stream->first;

	return entry && !(entry->waits && entry->event->happened < entry->time);
}

/* Any stream that can go on; NULL: none can. */
static struct stream *
choose_stream(void)
{
	uint32_t sum = 0, turn;

	for (const struct stream *s = streams; s; s = s->next)
		sum += is_ready(s) ? weight_of(s) : 0;
	turn = sum ? random_number() % sum : 0;
	for (struct stream *s = streams; s; s = s->next) {
		const uint32_t weight = is_ready(s) ? weight_of(s) : 0;

		if (turn < weight)
			return s;
		turn -= weight;
	}
	return NULL;
}

static int
do_first(struct stream *stream)
{
	struct entry *entry = stream->first;
	int status = 0;

	stream->first = entry->next;
	if (!stream->first)
		stream->end = &stream->first;
	if (entry->run)
		status = entry->run(entry->work);
	else if (!entry->waits)
		entry->event->happened = entry->time;
	free(entry);
	return status;
}

static int
add(struct stream *stream, struct entry entry)
{
	struct entry *kept;

	if (stream->device != selected)
		return WRONG_DEVICE;
	kept = malloc(sizeof *kept);
	if (!kept)
		return NO_MEMORY;
	*kept = entry;
	*stream->end = kept;
	stream->end = &kept->next;
	return 0;
}

static int
keep(struct host_stream *host, int (*run)(void *work), void *work)
{
	return add((struct stream *)host, (struct entry){ .run = run, .work = work });
}

static int
count_devices(int *devices)
{
	*devices = wanted() ? DEVICES : 1;
	return 0;
}

static int
connect_devices(int devices)
{
	(void)devices;
	return 0;
}

static int
select_device(int number)
{
	selected = number;
	return 0;
}

static int
create_stream(int urgent, void **stream)
{
	struct stream *s = NULL;

	*stream = NULL;
	if (!wanted())
		return 0;
	s = malloc(sizeof *s);
	if (!s)
		return NO_MEMORY;
	*s = (struct stream){ .host.keep = keep, .next = streams, .device = selected, .urgent = urgent };
	s->end = &s->first;
	*stream = streams = s;
	return 0;
}

static int
finish(void *stream)
{
	const struct stream *s = stream;
	int status = 0;

	while (s && s->first && !status) {
		struct stream *next = choose_stream();

		status = next ? do_first(next) : NOTHING_GOES_ON;
	}
	return status;
}

static void
destroy_stream(void *stream)
{
	struct stream **s = &streams;

	if (!stream)
		return;
	/* After a failure some cannot go on. */
	finish(stream);
	while (((struct stream *)stream)->first)
		do_first(stream);
	while (*s != stream)
		s = &(*s)->next;
	*s = (*s)->next;
	free(stream);
}

static int
create_event(const char *name, void **event)
{
	struct event *e = *event = malloc(sizeof *e);

	if (!e)
		return NO_MEMORY;
	*e = (struct event){ .name = name, .device = selected };
	return 0;
}

static int
record(void *event, void *stream)
{
	struct event *e = event;

	if (!stream)
		return 0;
	return e->device == selected ? add(stream, (struct entry){ .event = e, .time = ++e->recorded }) : WRONG_DEVICE;
}

static int
wait_for(void *stream, void *event)
{
	struct event *e = event;

	if (!stream || is_left_out(e))
		return 0;
	return add(stream, (struct entry){ .event = e, .time = e->recorded, .waits = true });
}

static int
start(const struct call *call, void *stream)
{
	return call_launch(call, stream);
}

static int
do_copy(void *work)
{
	const struct copy *copy = work;

	memcpy(copy->to, copy->from, copy->bytes);
	free(work);
	return 0;
}

static int
copy_between(void *to, int device, const void *from, int own_device, size_t bytes, void *stream)
{
	struct copy *copy = malloc(sizeof *copy);
	int status;

	(void)device;
	(void)own_device;
	if (!copy)
		return NO_MEMORY;
	*copy = (struct copy){ to, from, bytes };
	status = stream ? keep(stream, do_copy, copy) : do_copy(copy);
	if (status)
		free(copy);
	return status;
}

const char *
cpu_streams_text(int status)
{
	switch (status) {
	case NO_MEMORY: return "out of memory";
	case WRONG_DEVICE: return "work came to a stream of a device that was not selected";
	case NOTHING_GOES_ON: return "streams wait for each other";
	}
	return NULL;
}

const struct device_streams cpu_streams = {
	.count = count_devices, .connect = connect_devices, .select = select_device, .create = create_stream,
	.destroy = destroy_stream, .create_event = create_event, .destroy_event = free, .record = record, .wait = wait_for,
	.start = start, .copy = copy_between, .finish = finish,
};
