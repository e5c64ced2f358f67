#include "runtime/partition/part_streams.h"

int
part_streams_open(struct part_streams *streams, const struct device *device, int number)
{
	const struct device_streams *d = device->streams;
	int status;

	*streams = (struct part_streams){ .device = d, .number = number, .clock = part_clock_new(d) };
	status = streams->clock ? d->create(true, &streams->sides) : STENCIL_NO_MEMORY;
	if (!status)
		status = d->create(false, &streams->inner);
	if (!status)
		status = d->create_event("strips", &streams->strips);
	if (!status)
		status = d->create_event("interior", &streams->interior);
	return status ? status : d->create_event("halos", &streams->halos);
}

void
part_streams_close(struct part_streams *streams)
{
	void *const made[] = { streams->sides, streams->inner };
	void *const events[] = { streams->strips, streams->interior, streams->halos };

	part_wait_close(streams->wait);
	part_clock_free(streams->clock);
	for (int i = 0; i < 2; i++)
		if (made[i])
			streams->device->destroy(made[i]);
	for (int i = 0; i < 3; i++)
		if (events[i])
			streams->device->destroy_event(events[i]);
}

int
part_streams_select(const struct part_streams *streams)
{
	return streams->device ? streams->device->select(streams->number) : 0;
}

int
part_streams_cross(const struct part_streams *streams)
{
	const int status = streams->device->wait(streams->inner, streams->strips);

	return status ? status : streams->device->wait(streams->sides, streams->interior);
}

int
part_streams_follow(const struct part_streams *streams)
{
	return streams->device->wait(streams->sides, streams->interior);
}

int
part_streams_fork(const struct part_streams *streams)
{
	const int status = streams->device->record(streams->strips, streams->sides);

	return status ? status : streams->device->wait(streams->inner, streams->strips);
}

int
part_streams_renew(const struct part_streams *streams)
{
	int status = part_streams_select(streams);

	if (!status)
		status = streams->device->record(streams->strips, streams->sides);
	if (!status)
		status = streams->device->record(streams->halos, streams->sides);
	return status ? status : streams->device->record(streams->interior, streams->inner);
}

int
part_streams_watch(struct part_streams *streams, struct stencil_engine *engine, double seconds)
{
	return part_wait_open(&streams->wait, streams->device, engine, seconds);
}

int
part_streams_mark(const struct part_streams *streams, int step)
{
	int status;

	if (!streams->wait)
		return 0;
	status = part_streams_select(streams);
	return status ? status : part_wait_step(streams->wait, streams->sides, step);
}

static int
finish(const struct part_streams *streams, void *stream)
{
	return streams->wait ? part_wait_stream(streams->wait, stream) : streams->device->finish(stream);
}

int
part_streams_finish(const struct part_streams *streams)
{
	int status;

	if (!streams->device)
		return 0;
	status = part_streams_select(streams);
	if (!status)
		status = finish(streams, streams->sides);
	return status ? status : finish(streams, streams->inner);
}
