#ifndef EXCHANGE_CLOCK_H
#define EXCHANGE_CLOCK_H

#include "runtime/device/device.h"

#include <stdbool.h>

/* Estimates the time of a subdomain's exchanges from events of some of them, evenly distributed. */
struct exchange_clock;

/* In a stream, an exchange starts to pack, has packed, starts to receive, has unpacked. */
enum exchange_moment { MOMENT_PACKS, MOMENT_PACKED, MOMENT_RECEIVES, MOMENT_UNPACKED, MOMENTS };

/* A clock that is not started records nothing. Returns NULL if memory is short. */
struct exchange_clock *exchange_clock_new(const struct device_streams *device);
void exchange_clock_free(struct exchange_clock *clock);

/* Creates events on the selected device, for this number of exchanges. Returns a status of the device, as the next ones. */
int exchange_clock_start(struct exchange_clock *clock, int exchanges);

/* Records a moment in the stream. */
int exchange_clock_mark(struct exchange_clock *clock, enum exchange_moment moment, void *stream);

/* After the streams have ended: the seconds of all exchanges, if the timed ones are like the others; 0 if none was timed. */
int exchange_clock_read(const struct exchange_clock *clock, double *seconds);

#endif
