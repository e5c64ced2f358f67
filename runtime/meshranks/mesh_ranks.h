#ifndef MESH_RANKS_H
#define MESH_RANKS_H

#include "runtime/meshranks/mesh_part.h"
#include "runtime/ranks/device_lane.h"
#include "runtime/ranks/ranks.h"

/* A part where its kernels run. */
struct mesh_rank {
	struct mesh_part part;
	struct mesh_layout layout;
	struct mesh_device *device;
	struct stencil_exchange *exchange; /* NULL: nothing is read around what changes */
};

/* A problem on a mesh, cut into parts: all in this process, or one part in each process. */
struct mesh_parts {
	struct arena arena;
	struct mesh_cut cut;
	struct mesh_problem *whole;
	struct mesh_rank *ranks; /* of those of other processes only what they have */
	int first, end;          /* of this process: first..end-1 */
	struct ranks *processes;
	struct device_lane lane;
	struct stencil_engine *engine; /* NULL: no part waits for another one */
	const bool *exchanged;         /* by field index */
};

/* Cuts a problem that has its data and domain, and lays its parts out on the device. What a step leaves for the next one to read
 * around its elements is exchanged, by field index. The numbering may be NULL. False with findings; ends with mesh_parts_close
 * in any case. */
bool mesh_parts_open(struct mesh_parts *parts, struct mesh_problem *whole, const char *partition, int count,
	struct ranks *processes, struct templates *templates, const struct backend *backend, const struct built *kernel,
	const struct mesh_numbering *numbering, const bool *exchanged, struct findings *findings);
void mesh_parts_close(struct mesh_parts *parts);

/* Applies the kernel to all parts of this process, and fills halos for the next step, unless this is the last. False with a
 * message. */
bool mesh_parts_step(const struct mesh_parts *parts, const struct built *kernel, struct stencil_block block, bool last,
	char *message, size_t room);

/* Copies a field from the devices into the whole problem's array; of several processes the first has it then. */
bool mesh_parts_fetch(const struct mesh_parts *parts, const struct field *field, char *message, size_t room);

/* Compares what the parts of this process have with what the whole problem expects of them. */
bool mesh_parts_compare(const struct mesh_parts *parts, struct verdict *verdict, char *message, size_t room);

#endif
