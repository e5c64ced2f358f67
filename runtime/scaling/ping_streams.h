#ifndef PING_STREAMS_H
#define PING_STREAMS_H

#include "runtime/scaling/ping.h"

/* Two devices, or one twice, each with memory, a stream and an event. */
struct ping_streams {
	const struct device *device;
	int numbers[2];
	void *memory[2], *stream[2], *event[2];
};

/* False with a message on failure; ends with ping_streams_close in any case. */
bool ping_streams_open(struct ping_streams *streams, const struct device *device, size_t bytes, char *message, size_t room);
void ping_streams_close(struct ping_streams *streams);

/* Fills in the times of messages of the row's size: the least of some rounds. */
bool ping_streams_time(const struct ping_streams *streams, struct ping_row *row, char *message, size_t room);

#endif
