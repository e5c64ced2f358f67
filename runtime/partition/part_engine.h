#ifndef PART_ENGINE_H
#define PART_ENGINE_H

#include "generator/base/error.h"
#include "runtime/partition/cut.h"
#include "runtime/partition/device_lane.h"
#include "runtime/partition/ranks.h"

/* Before parts are opened, and one of several processes joins the others: settles what carries messages, compiles what parts need,
 * which is not done twice, and checks that NCCL is there if it is asked for, and that each process has a GPU, if it needs one. */
bool parts_prepare(const struct ranks *processes, struct cut *cut, struct templates *templates,
	const struct backend *backend, struct error *error);

/* Whether there are enough GPUs: several processes on a node have one each, or share them if they may; NCCL wants one for each part
 * of a process. */
bool parts_check_devices(const struct ranks *processes, const struct cut *cut, const struct backend *backend, struct error *error);

/* How many devices so many parts are on: no more than there are parts; of several processes all that the node has. Lets those of one
 * process read each other's memory; selects that of a process that is one of several. Returns a status of the device. */
int parts_connect(const struct ranks *processes, int parts, const struct device *device, int *devices);

/* The number of a part's device: neighbours in the order of ranks share one, if these are fewer; processes of a node have one
 * each. */
int parts_device(const struct ranks *processes, int rank, int parts, int devices);

/* Opens what carries messages; afterwards another device may be selected. False with an error on failure. */
bool parts_engine(const struct ranks *processes, int parts, struct carrier carrier, const struct device *device, int devices,
	struct stencil_engine **engine, struct error *error);

#endif
