#include "runtime/device/cpu_streams.h"

#include "runtime/formats/clock.h"
#include "runtime/device/cpu_capture.h"
#include "runtime/device/cpu_order.h"
#include "runtime/device/cpu_queues.h"
#include "runtime/device/cpu_team.h"

#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2 };
enum { NO_MEMORY = -1001, WRONG_DEVICE = -1002, NO_STREAMS = -1004, NOT_JOINED = -1005,
	OTHER_CAPTURE = -1006 };

struct copy {
	void *to;
	const void *from;
	size_t bytes;
};

struct function_call {
	void (*function)(void *data);
	void *data;
};

static int selected;
static struct cpu_capture *capture; /* that goes on; NULL: none */
static struct event *passed;        /* of streams that waited for each other */

/* Records what comes to a stream; `after` is the node that it waits for, or -1. */
static int
add_node(const struct stream *stream, const struct entry *entry, int after)
{
	const struct cpu_node node = { .stream = stream, .weight = cpu_order_weight(stream->urgent), .run = entry->run, .release = entry->release,
		.work = entry->work, .after = after };

	if (!stream->joined)
		return NOT_JOINED;
	return cpu_capture_add(capture, &node) ? 0 : NO_MEMORY;
}

static int
add(struct stream *stream, struct entry entry)
{
	if (stream->device != selected)
		return WRONG_DEVICE;
	if (capture)
		return add_node(stream, &entry, -1);
	return cpu_queue_add(stream, &entry) ? 0 : NO_MEMORY;
}

static int
keep(struct host_stream *host, int (*run)(void *work), void (*release)(void *work), void *work)
{
	return add((struct stream *)host, (struct entry){ .run = run, .release = release, .work = work });
}

static int
count_devices(int *devices)
{
	*devices = cpu_order_wanted() ? DEVICES : 1;
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
	int status;

	if (!stream)
		e->seconds = now();
	if (!stream)
		return 0;
	if (e->device != selected)
		return WRONG_DEVICE;
	status = add(stream, (struct entry){ .event = e, .time = ++e->recorded });
	if (!status) {
		e->capture = capture;
		e->node = capture ? cpu_capture_count(capture) - 1 : 0;
	}
	return status;
}

/* By waiting for an event of what is captured, a stream joins that. */
static int
wait_for(void *stream, void *event)
{
	struct stream *s = stream;
	struct event *e = event;

	if (!stream || cpu_order_leaves_out(e->name))
		return 0;
	if (e->capture != capture)
		return OTHER_CAPTURE;
	if (!capture)
		return add(s, (struct entry){ .event = e, .time = e->recorded, .waits = true });
	if (s->device != selected)
		return WRONG_DEVICE;
	s->joined = true;
	return add_node(s, &(struct entry){ .waits = true }, e->node);
}

/* Work goes on only while the host waits for it, so it does some here. */
static int
query(void *event, int *happened)
{
	struct event *e = event;
	const bool waits = e->happened < e->recorded;
	const int status = waits ? cpu_queues_turn() : 0;

	*happened = e->happened >= e->recorded;
	return status == CPU_QUEUE_STUCK && *happened ? 0 : status;
}

static int
create_clock(void **event)
{
	return create_event("clock", event);
}

static int
elapsed(void *from, void *to, double *seconds)
{
	*seconds = ((const struct event *)to)->seconds - ((const struct event *)from)->seconds;
	return 0;
}

static int
allocate_host(void **memory, size_t bytes)
{
	*memory = malloc(bytes + !bytes);
	return *memory ? 0 : NO_MEMORY;
}

static int
begin_capture(void *stream)
{
	if (!stream)
		return NO_STREAMS;
	capture = cpu_capture_new();
	if (!capture)
		return NO_MEMORY;
	((struct stream *)stream)->joined = true;
	return 0;
}

static int
end_capture(void *stream, void **recording)
{
	struct cpu_capture *ended = capture;

	*recording = NULL;
	capture = NULL;
	for (struct stream *s = cpu_queues(); s; s = s->next)
		s->joined = false;
	if (ended && !cpu_capture_is_joined(ended, stream)) {
		cpu_capture_free(ended);
		return NOT_JOINED;
	}
	*recording = ended;
	return ended ? 0 : NO_STREAMS;
}

static int
replay(void *recording, void *stream)
{
	return add(stream, (struct entry){ .run = cpu_capture_run, .work = recording });
}

/* Lets a stream wait for what is in another one. */
static int
follow(struct stream *stream, struct stream *other)
{
	void *event;
	int status;

	selected = other->device;
	status = create_event("both", &event);
	if (status)
		return status;
	((struct event *)event)->next = passed;
	passed = event;
	status = record(event, other);
	selected = stream->device;
	return status ? status : wait_for(stream, event);
}

static int
keep_both(struct host_stream *host, struct host_stream *other, int (*run)(void *work), void (*release)(void *work), void *work)
{
	struct stream *stream = (struct stream *)host, *partner = (struct stream *)other;
	const int before = selected;
	int status = follow(stream, partner);

	if (!status)
		status = keep(host, run, release, work);
	if (!status && stream != partner)
		status = follow(partner, stream);
	selected = before;
	return status;
}

static int
create_stream(int urgent, void **stream)
{
	struct stream *s = NULL;

	*stream = NULL;
	if (!cpu_order_wanted())
		return 0;
	s = malloc(sizeof *s);
	if (!s)
		return NO_MEMORY;
	*s = (struct stream){ .host = { keep, keep_both }, .device = selected, .urgent = urgent };
	cpu_queue_open(s);
	*stream = s;
	return 0;
}

static int
finish(void *stream)
{
	return stream ? cpu_queue_finish(stream) : 0;
}

static void
destroy_stream(void *stream)
{
	if (stream)
		cpu_queue_close(stream);
}

int
cpu_launch(const struct call *call, void *stream)
{
	const int threads = cpu_team_begin(call->team, call->grid), status = call_launch(call, stream);

	cpu_team_end(call->team, threads);
	return status;
}

static int
do_copy(void *work)
{
	const struct copy *copy = work;

	memcpy(copy->to, copy->from, copy->bytes);
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
	status = stream ? keep(stream, do_copy, free, copy) : do_copy(copy);
	if (status || !stream)
		free(copy);
	return status;
}

static int
do_call(void *work)
{
	const struct function_call *call = work;

	call->function(call->data);
	return 0;
}

static int
call_function(void (*function)(void *data), void *data, void *stream)
{
	struct function_call *call;
	int status;

	if (!stream) {
		function(data);
		return 0;
	}
	call = malloc(sizeof *call);
	if (!call)
		return NO_MEMORY;
	*call = (struct function_call){ function, data };
	status = keep(stream, do_call, free, call);
	if (status)
		free(call);
	return status;
}

const char *
cpu_streams_text(int status)
{
	switch (status) {
	case NO_MEMORY: return "out of memory";
	case WRONG_DEVICE: return "work came to a stream of a device that was not selected";
	case CPU_QUEUE_STUCK: return "streams wait for each other";
	case NO_STREAMS: return "the host records what comes to streams, and has such only with STENCIL_HOST_STREAMS";
	case NOT_JOINED: return "work came to a stream that is not joined to what is recorded";
	case OTHER_CAPTURE: return "a stream waits for an event of another recording, or of none";
	}
	return NULL;
}

const struct device_streams cpu_streams = {
	.count = count_devices, .connect = connect_devices, .select = select_device, .create = create_stream,
	.destroy = destroy_stream, .create_event = create_event, .destroy_event = free, .record = record, .wait = wait_for, .query = query, .create_clock = create_clock, .elapsed = elapsed,
	.start = cpu_launch, .copy = copy_between, .call = call_function, .finish = finish, .allocate_host = allocate_host, .release_host = free, .begin_capture = begin_capture, .end_capture = end_capture,
	.replay = replay, .forget = cpu_capture_free,
};
