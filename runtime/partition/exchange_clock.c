#include "runtime/partition/exchange_clock.h"

#include <stdlib.h>

enum { MOST_TIMED = 32 };

/* A timed exchange. */
struct timed {
	void *events[MOMENTS];
	bool is_marked[MOMENTS];
};

struct exchange_clock {
	const struct device_streams *device;
	int interval, exchanges; /* one of each interval is timed; 0: none */
	int begun;
	struct timed timed[MOST_TIMED], *current; /* NULL: not timed */
	int count;
};

struct exchange_clock *
exchange_clock_new(const struct device_streams *device)
{
	struct exchange_clock *clock = calloc(1, sizeof *clock);

	if (clock)
		clock->device = device;
	return clock;
}

void
exchange_clock_free(struct exchange_clock *clock)
{
	for (int i = 0; clock && i < MOST_TIMED; i++)
		for (int m = 0; m < MOMENTS; m++)
			if (clock->timed[i].events[m])
				clock->device->destroy_event(clock->timed[i].events[m]);
	free(clock);
}

int
exchange_clock_start(struct exchange_clock *clock, int exchanges)
{
	const int wanted = exchanges < MOST_TIMED ? exchanges : MOST_TIMED;
	int status = 0;

	for (int i = 0; i < wanted && !status; i++)
		for (int m = 0; m < MOMENTS && !status; m++)
			status = clock->device->create_clock(&clock->timed[i].events[m]);
	if (!status && wanted) {
		clock->exchanges = exchanges;
		clock->interval = (exchanges + MOST_TIMED - 1)/MOST_TIMED;
	}
	return status;
}

/* The middle exchange of each interval is timed. */
static void
choose(struct exchange_clock *clock)
{
	const bool is_timed = clock->begun++ % clock->interval == clock->interval/2 && clock->count < MOST_TIMED;

	clock->current = is_timed ? &clock->timed[clock->count++] : NULL;
}

int
exchange_clock_mark(struct exchange_clock *clock, enum exchange_moment moment, void *stream)
{
	struct timed *timed;

	if (!clock || !clock->interval)
		return 0;
	if (moment == MOMENT_PACKS)
		choose(clock);
	timed = clock->current;
	if (!timed)
		return 0;
	if (moment == MOMENT_UNPACKED)
		clock->current = NULL;
	timed->is_marked[moment] = true;
	return clock->device->record(timed->events[moment], stream);
}

/* Without the time between packing and receiving, in which a CPU computes something else. */
static int
add_timed(const struct exchange_clock *clock, const struct timed *timed, double *taken)
{
	double packing = 0, receiving = 0;
	int status;

	if (!timed->is_marked[MOMENT_UNPACKED])
		return 0;
	status = clock->device->elapsed(timed->events[MOMENT_PACKS], timed->events[MOMENT_PACKED], &packing);
	if (!status)
		status = clock->device->elapsed(timed->events[MOMENT_RECEIVES], timed->events[MOMENT_UNPACKED], &receiving);
	*taken += packing + receiving;
	return status;
}

int
exchange_clock_read(const struct exchange_clock *clock, double *seconds)
{
	double taken = 0;
	int status = 0;

	for (int i = 0; clock && i < clock->count && !status; i++)
		status = add_timed(clock, &clock->timed[i], &taken);
	*seconds = !status && taken > 0 ? taken/clock->count*clock->exchanges : 0;
	return status;
}
