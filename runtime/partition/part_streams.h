#ifndef PART_STREAMS_H
#define PART_STREAMS_H

#include "runtime/partition/part_clock.h"
#include "runtime/partition/part_wait.h"

#include <stdbool.h>

/* What a part has enqueued. On `sides`, in each step, the strips and all that is exchanged; on `inner` the interior meanwhile,
 * and steps that no exchange follows. Strips read what the interior was in the step before, and the interior what strips were;
 * each also writes where the other one read then. Nothing else is in common: an interior reads no halo. */
struct part_streams {
	const struct device_streams *device; /* NULL: there are none */
	int number;                          /* of the device */
	void *sides, *inner;
	void *strips, *interior, *halos;     /* events: when these were done the last time */
	struct part_wait *wait;              /* how the host waits for them; NULL: as long as it takes */
	struct part_clock *clock;
};

/* Makes streams and events on the device of this number, which is selected, once all was uploaded. Returns a status of the
 * device; ends with part_streams_close in any case. */
int part_streams_open(struct part_streams *streams, const struct device *device, int number);
void part_streams_close(struct part_streams *streams);

/* If what carries messages waits for other ranks in streams, no wait from now on is longer than so many seconds without progress.
 * Returns a status. */
int part_streams_watch(struct part_streams *streams, struct stencil_engine *engine, double seconds);

/* What is about to be enqueued goes to the part's device. */
int part_streams_select(const struct part_streams *streams);

/* Before a step that an exchange follows: lets strips and interior wait for each other as they were in the step before. */
int part_streams_cross(const struct part_streams *streams);

/* The same of a program, whose last kernel on the grid alone has strips and an interior: what comes to the sides now follows the last
 * interior, and is what comes before that kernel, or after it; and what comes to the interior now follows what is on the sides. */
int part_streams_follow(const struct part_streams *streams);
int part_streams_fork(const struct part_streams *streams);

/* Records all events anew: what waits for them from now on waits for what is in the streams by now. Before and behind what is
 * captured, which has events of its own. */
int part_streams_renew(const struct part_streams *streams);

/* So many steps were enqueued. Waits for old ones if they are watched. Returns a status of the device, or of what carries
 * messages. */
int part_streams_mark(const struct part_streams *streams, int step);

/* Waits for all. Returns such a status, too. */
int part_streams_finish(const struct part_streams *streams);

#endif
