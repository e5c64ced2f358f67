#ifndef PART_FINISH_H
#define PART_FINISH_H

#include "generator/base/error.h"
#include "runtime/partition/part_streams.h"
#include "runtime/partition/ranks.h"

/* A part's streams, and what their failures are told by. */
struct part_finish {
	const struct ranks *processes;
	const struct device *device;
	const struct part_streams *streams;
	struct stencil_engine *engine; /* NULL: none */
};

/* So many steps of a part were enqueued; waits for old ones, if other ranks take part in them. False with an error on failure,
 * of which all that goes on is ended then. */
bool part_mark(const struct part_finish *part, int step, struct error *error);

/* Waits for all that the part has enqueued. The same. */
bool part_finish(const struct part_finish *part, struct error *error);

#endif
