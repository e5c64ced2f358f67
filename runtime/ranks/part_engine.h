#ifndef PART_ENGINE_H
#define PART_ENGINE_H

#include "runtime/ranks/plane_parts.h"

/* Before one of several processes joins the others: compiles what parts need, which is not done twice, and checks that each
 * process has a GPU, if it needs one. False with a message. */
bool parts_prepare(const struct ranks *processes, struct templates *templates, const struct backend *backend, char *message,
	size_t room);

/* How many devices the parts are on: no more than there are parts; of several processes all that the node has. Lets those of one
 * process read each other's memory. Returns a status of the device. */
int parts_connect(const struct plane_parts *parts, const struct device *device, int *devices);

/* The number of a part's device: neighbours in the order of ranks share one, if these are fewer; processes of a node have one
 * each. */
int parts_device(const struct plane_parts *parts, int rank, int devices);

/* Opens what carries messages. False with a message on failure. */
bool parts_engine(struct plane_parts *parts, const struct backend *backend, int devices, char *message, size_t room);

#endif
