#include "runtime/scaling/ping_streams.h"

#include "runtime/device/device_status.h"
#include "runtime/formats/clock.h"

#define ROUND_SECONDS 2e-3
enum { ROUNDS = 5, MOST_TIMES = 200 };

static int
open_end(struct ping_streams *s, int i, size_t bytes)
{
	const struct device_streams *d = s->device->streams;
	int status = d->select(s->numbers[i]);

	/* Twice as much: messages both ways at once do not meet. */
	if (!status)
		status = s->device->allocate(&s->memory[i], 2*bytes);
	if (!status)
		status = s->device->clear(s->memory[i], 2*bytes);
	if (!status)
		status = d->create(true, &s->stream[i]);
	return status ? status : d->create_event("message", &s->event[i]);
}

bool
ping_streams_open(struct ping_streams *s, const struct device *device, size_t bytes, char *message, size_t room)
{
	int devices = 1, status;

	*s = (struct ping_streams){ .device = device };
	status = device->streams->count(&devices);
	s->numbers[1] = devices > 1;
	if (!status)
		status = device->streams->connect(devices > 1 ? 2 : 1);
	for (int i = 0; i < 2 && !status; i++)
		status = open_end(s, i, bytes);
	return !device_failed(device, status, "open both ends", message, room);
}

void
ping_streams_close(struct ping_streams *s)
{
	for (int i = 0; i < 2; i++) {
		if (s->stream[i])
			s->device->streams->destroy(s->stream[i]);
		if (s->event[i])
			s->device->streams->destroy_event(s->event[i]);
		if (s->memory[i])
			s->device->release(s->memory[i]);
	}
}

enum way { THERE_AND_BACK, ONE_WAY, BOTH_WAYS };

/* A message from one end to the other. */
static int
send(const struct ping_streams *s, int from, size_t bytes)
{
	const struct device_streams *d = s->device->streams;
	char *own = s->memory[from], *other = s->memory[!from];
	const int status = d->select(s->numbers[from]);

	return status ? status : d->copy(from ? other + bytes : other, s->numbers[!from], from ? own + bytes : own,
		s->numbers[from], bytes, s->stream[from]);
}

/* The other end's next message comes behind this one's last. */
static int
hand_over(const struct ping_streams *s, int from)
{
	const struct device_streams *d = s->device->streams;
	int status = d->record(s->event[from], s->stream[from]);

	if (!status)
		status = d->select(s->numbers[!from]);
	return status ? status : d->wait(s->stream[!from], s->event[from]);
}

static int
start(const struct ping_streams *s, enum way way, size_t bytes)
{
	int status = send(s, 0, bytes);

	if (!status && way == THERE_AND_BACK)
		status = hand_over(s, 0);
	if (!status && way != ONE_WAY)
		status = send(s, 1, bytes);
	return !status && way == THERE_AND_BACK ? hand_over(s, 1) : status;
}

static int
finish(const struct ping_streams *s)
{
	const struct device_streams *d = s->device->streams;
	int status = 0;

	for (int i = 0; i < 2 && !status; i++) {
		status = d->select(s->numbers[i]);
		if (!status)
			status = d->finish(s->stream[i]);
	}
	return status;
}

/* Seconds of so many messages, or pairs of them. */
static int
take(const struct ping_streams *s, enum way way, size_t bytes, int times, double *seconds)
{
	const double begin = now();
	int status = 0;

	for (int i = 0; i < times && !status; i++)
		status = start(s, way, bytes);
	if (!status)
		status = finish(s);
	*seconds = now() - begin;
	return status;
}

static int
time_way(const struct ping_streams *s, enum way way, size_t bytes, double *seconds)
{
	int times = 1, status;
	double taken;

	/* Warm first; then as many as take a while. */
	status = take(s, way, bytes, 1, &taken);
	while (!status && times < MOST_TIMES) {
		status = take(s, way, bytes, times, &taken);
		if (taken > ROUND_SECONDS)
			break;
		times *= 2;
	}
	for (int round = 0; round < ROUNDS && !status; round++) {
		status = take(s, way, bytes, times, &taken);
		if (!round || taken/times < *seconds)
			*seconds = taken/times;
	}
	return status;
}

bool
ping_streams_time(const struct ping_streams *s, struct ping_row *row, char *message, size_t room)
{
	int status = time_way(s, THERE_AND_BACK, row->bytes, &row->half);

	row->half /= 2;
	if (!status)
		status = time_way(s, ONE_WAY, row->bytes, &row->stream);
	if (!status)
		status = time_way(s, BOTH_WAYS, row->bytes, &row->both);
	return !device_failed(s->device, status, "send messages", message, room);
}
