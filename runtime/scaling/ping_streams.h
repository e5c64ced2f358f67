#ifndef PING_STREAMS_H
#define PING_STREAMS_H

#include "generator/base/error.h"
#include "runtime/partition/streams.h"
#include "runtime/scaling/ping.h"

/* Two devices, or one twice, of one process or of the first two of several: each has memory and streams, and copies or NCCL carry
 * what goes from one to the other. */
struct ping_streams {
	struct scaling *scaling;
	struct local_streams streams; /* without an engine: copies, in one process */
	void *memory[2];
	unsigned char *bytes;         /* what messages are checked with */
};

/* Room for messages of so many bytes. All processes do it. False with an error on failure; ends with ping_streams_close in any case. */
bool ping_streams_open(struct ping_streams *streams, struct scaling *scaling, size_t bytes, struct error *error);
void ping_streams_close(struct ping_streams *streams);

/* Whether messages of the row's size arrive as they were sent; then fills in their times: the least of some rounds, each of which the
 * slowest process tells. False with an error on failure. */
bool ping_streams_time(const struct ping_streams *streams, struct ping_row *row, struct error *error);

#endif
