#ifndef PART_CLOCK_H
#define PART_CLOCK_H

#include "runtime/device/device.h"

#include <stdbool.h>

/* How long a part exchanges: told by events of some exchanges, evenly among all. */
struct part_clock;

/* In a stream: an exchange begins to pack, has packed, begins to receive, has unpacked. */
enum part_moment { MOMENT_PACKS, MOMENT_PACKED, MOMENT_RECEIVES, MOMENT_UNPACKED, MOMENTS };

/* It does nothing until it is started. NULL: out of memory. */
struct part_clock *part_clock_new(const struct device_streams *device);
void part_clock_free(struct part_clock *clock);

/* Makes events on the device that is selected, for so many exchanges. Returns a status. */
int part_clock_start(struct part_clock *clock, int exchanges);

/* The moment comes where the stream is now. Returns a status. */
int part_clock_mark(struct part_clock *clock, enum part_moment moment, void *stream);

/* When all of the streams has ended: what all exchanges took, if they were as those that were timed; 0: none was. Returns a status. */
int part_clock_read(const struct part_clock *clock, double *seconds);

#endif
