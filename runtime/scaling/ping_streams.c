#include "runtime/scaling/ping_streams.h"

#include "runtime/device/device_status.h"
#include "runtime/formats/clock.h"
#include "runtime/partition/transport.h"
#include "runtime/partition/transport_nccl.h"
#include "runtime/scaling/scaling_time.h"

#include <stdlib.h>

#define ROUND_SECONDS 2e-3
enum { ROUNDS = 5, MOST_TIMES = 200, MODULUS = 251 };

static const struct device *
device_of(const struct ping_streams *s)
{
	return s->scaling->backend->device;
}

static bool
open_end(struct ping_streams *s, int i, size_t bytes, int devices, struct error *error)
{
	const struct device *device = device_of(s);
	const struct processes *processes = &s->scaling->processes;
	const int number = processes_device(processes, i, 2, devices);
	int status = device->streams->select(number);

	/* Twice as much: messages both ways at once do not meet. */
	if (!status)
		status = device->allocate(&s->memory[i], 2*bytes);
	if (!status)
		status = device->clear(s->memory[i], 2*bytes);
	return !device_failed(device, status, "open both ends", error) && streams_open(&s->streams, i, number, error);
}

bool
ping_streams_open(struct ping_streams *s, struct scaling *scaling, size_t bytes, struct error *error)
{
	const struct processes *processes = &scaling->processes;
	const struct device *device = scaling->backend->device;
	int devices;

	*s = (struct ping_streams){ .scaling = scaling };
	if (!local_streams_allocate(&s->streams, processes, device, 2, error))
		return false;
	s->bytes = malloc(bytes);
	if (!s->bytes)
		return error_no_memory(error);
	if (!transport_connect_devices(processes, 2, device, &devices, error))
		return false;
	if (scaling->transport.nccl
			&& !transport_open(&scaling->transport, processes, 2, device, devices, &s->streams.engine, error))
		return false;
	for (int i = s->streams.first; i < s->streams.end; i++)
		if (!open_end(s, i, bytes, devices, error))
			return false;
	return true;
}

void
ping_streams_close(struct ping_streams *s)
{
	local_streams_free(&s->streams);
	for (int i = 0; i < 2; i++)
		if (s->memory[i])
			device_of(s)->release(s->memory[i]);
	stencil_engine_free(s->streams.engine);
	free(s->bytes);
}

enum way { THERE_AND_BACK, ONE_WAY, BOTH_WAYS };

/* Where a message lies at either end: the second half is for what the second end sends. */
static void *
place(const struct ping_streams *s, int end, int from, size_t bytes)
{
	char *memory = s->memory[end];

	return from && memory ? memory + bytes : memory;
}

/* A message from one end to the other. */
static int
copy(const struct ping_streams *s, int from, size_t bytes)
{
	const struct streams *own = &s->streams.items[from], *other = &s->streams.items[!from];
	const int status = streams_select(own);

	return status ? status : own->device->copy(place(s, !from, from, bytes), other->number, place(s, from, from, bytes),
		own->number, bytes, own->boundary);
}

/* The other end's next message comes behind this one's last. */
static int
hand_over(const struct ping_streams *s, int from)
{
	const struct streams *own = &s->streams.items[from], *other = &s->streams.items[!from];
	int status = own->device->record(own->boundary_done, own->boundary);

	if (!status)
		status = streams_select(other);
	return status ? status : other->device->wait(other->boundary, own->boundary_done);
}

static int
start_copies(const struct ping_streams *s, enum way way, size_t bytes)
{
	int status = copy(s, 0, bytes);

	if (!status && way == THERE_AND_BACK)
		status = hand_over(s, 0);
	if (!status && way != ONE_WAY)
		status = copy(s, 1, bytes);
	return !status && way == THERE_AND_BACK ? hand_over(s, 1) : status;
}

/* What an end sends comes behind what it received. */
static int
start_transfers(const struct ping_streams *s, enum way way, size_t bytes)
{
	struct nccl_transfer messages[2];
	int status;

	for (int i = 0; i < 2; i++)
		messages[i] = (struct nccl_transfer){ i, !i, place(s, i, i, bytes), place(s, !i, i, bytes), bytes, s->streams.items[i].boundary,
			s->streams.items[!i].boundary };
	if (way == BOTH_WAYS)
		return nccl_start_transfers(s->streams.engine, messages, 2);
	status = nccl_start_transfers(s->streams.engine, &messages[0], 1);
	return !status && way == THERE_AND_BACK ? nccl_start_transfers(s->streams.engine, &messages[1], 1) : status;
}

/* So many messages, or pairs of them, from the start to the end. */
static bool
send(const struct ping_streams *s, enum way way, size_t bytes, int times, struct error *error)
{
	int status = 0;

	if (s->streams.first == s->streams.end)
		return true;
	for (int i = 0; i < times && !status; i++)
		status = (s->streams.engine ? start_transfers : start_copies)(s, way, bytes);
	if (status && s->streams.engine && s->streams.engine->error(status))
		return error_set(error, EXIT_IO, "a message of %zu bytes failed: %s", bytes, s->streams.engine->error(status));
	return !device_failed(device_of(s), status, "send messages", error) && local_streams_finish(&s->streams, error);
}

static bool
take(const struct ping_streams *s, enum way way, size_t bytes, int times, double *seconds, struct error *error)
{
	struct processes *processes = &s->scaling->processes;
	double nothing = 0, begin;

	if (!slowest(processes, &nothing, error))
		return false;
	begin = now();
	if (!send(s, way, bytes, times, error))
		return false;
	*seconds = now() - begin;
	return slowest(processes, seconds, error);
}

static bool
time_way(const struct ping_streams *s, enum way way, size_t bytes, double *seconds, struct error *error)
{
	int times = 1;
	double taken;

	/* Warm first; then as many as take a while. */
	if (!take(s, way, bytes, 1, &taken, error))
		return false;
	for (; times < MOST_TIMES; times *= 2) {
		if (!take(s, way, bytes, times, &taken, error))
			return false;
		if (taken > ROUND_SECONDS)
			break;
	}
	for (int round = 0; round < ROUNDS; round++) {
		if (!take(s, way, bytes, times, &taken, error))
			return false;
		if (!round || taken/times < *seconds)
			*seconds = taken/times;
	}
	return true;
}

/* What an end sends. */
static void
fill(const struct ping_streams *s, int from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		s->bytes[i] = (unsigned char)((i + bytes + 1) % MODULUS + (size_t)from);
}

static bool
is_filled(const struct ping_streams *s, int from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (s->bytes[i] != (unsigned char)((i + bytes + 1) % MODULUS + (size_t)from))
			return false;
	return true;
}

/* What an end sends, and nothing where it receives. Streams do not wait for a device's other work, but reading does. */
static int
write_end(const struct ping_streams *s, int i, size_t bytes)
{
	const struct device *device = device_of(s);
	int status = streams_select(&s->streams.items[i]);

	fill(s, i, bytes);
	if (!status)
		status = device->clear(place(s, i, !i, bytes), bytes);
	if (!status)
		status = device->upload(place(s, i, i, bytes), s->bytes, bytes);
	return status ? status : device->download(s->bytes, place(s, i, i, bytes), 1);
}

/* Messages both ways at once arrive as they were sent. */
static bool
check(const struct ping_streams *s, size_t bytes, struct error *error)
{
	const struct device *device = device_of(s);
	bool arrived = true;
	int status = 0;

	for (int i = s->streams.first; i < s->streams.end && !status; i++)
		status = write_end(s, i, bytes);
	if (device_failed(device, status, "write a message", error) || !send(s, BOTH_WAYS, bytes, 1, error))
		return false;
	for (int i = s->streams.first; i < s->streams.end && !status; i++) {
		status = streams_select(&s->streams.items[i]);
		if (!status)
			status = device->download(s->bytes, place(s, i, !i, bytes), bytes);
		arrived = arrived && !status && is_filled(s, !i, bytes);
	}
	if (device_failed(device, status, "read a message", error))
		return false;
	if (!arrived)
		error_set(error, EXIT_IO, "a message of %zu bytes does not arrive as it was sent", bytes);
	return arrived;
}

bool
ping_streams_time(const struct ping_streams *s, struct ping_row *row, struct error *error)
{
	if (!check(s, row->bytes, error)
			|| !time_way(s, THERE_AND_BACK, row->bytes, &row->half, error))
		return false;
	row->half /= 2;
	return time_way(s, ONE_WAY, row->bytes, &row->stream, error)
		&& time_way(s, BOTH_WAYS, row->bytes, &row->both, error);
}
