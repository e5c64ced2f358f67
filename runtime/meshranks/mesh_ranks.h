#ifndef MESH_RANKS_H
#define MESH_RANKS_H

#include "generator/base/error.h"
#include "runtime/meshranks/mesh_part.h"
#include "runtime/ranks/part_engine.h"
#include "runtime/ranks/part_graph.h"
#include "runtime/ranks/part_streams.h"
#include "runtime/ranks/ranks.h"

/* A part where its kernels run. */
struct mesh_rank {
	struct mesh_part part;
	struct mesh_layout layout;
	struct mesh_device *device;
	struct device_lane lane;
	struct part_streams streams; /* none where a device has none: kernels have ended then when they return */
	struct stencil_exchange *exchange; /* NULL: nothing is read around what changes */
};

/* How a mesh is to be cut. */
struct mesh_split {
	const char *partition;
	int count;
	int every;    /* steps of a group, behind which halos are exchanged */
	bool overlap; /* compute interiors while messages are on their way */
	struct carrier carrier;
	const struct mesh_numbering *numbering; /* NULL: as the mesh */
	const bool *exchanged;                  /* by field index: what a step leaves for the next one to read around its elements */
};

/* A problem on a mesh, cut into parts: all in this process, or one part in each process. */
struct mesh_parts {
	struct arena arena;
	struct owners owners;
	const struct subset **has; /* by rank: elements of the outputs' location */
	int every;    /* as in struct mesh_split */
	bool overlap; /* and it can be done */
	struct mesh_problem *whole;
	struct mesh_rank *ranks; /* of those of other processes only what they have */
	int first, end;          /* of this process: first..end-1 */
	struct part_flows flows; /* of these */
	struct ranks *processes;
	struct device_lane lane; /* of the first device; of parts, copies */
	struct stencil_engine *engine; /* NULL: no part waits for another one */
	const bool *exchanged;         /* by field index */
};

/* Cuts a problem that has its data and domain, and lays its parts out on devices: all in this process, on as many as there are, or
 * one part in each process. False with an error; ends with mesh_parts_close in any case. */
bool mesh_parts_open(struct mesh_parts *parts, struct mesh_problem *whole, const struct mesh_split *split,
	struct ranks *processes, struct templates *templates, const struct backend *backend, const struct built *kernel,
	struct error *error);
void mesh_parts_close(struct mesh_parts *parts);

/* Waits until all steps are done. False with an error if one failed, or another rank is not heard of. */
bool mesh_parts_finish(const struct mesh_parts *parts, struct error *error);

/* So many steps were enqueued; where other ranks take part in them, waits for those of long ago. The same. */
bool mesh_parts_mark(const struct mesh_parts *parts, int step, struct error *error);

/* The step that another rank is not heard of in; 0: none. */
int mesh_parts_stuck(const struct mesh_parts *parts);

/* Copies a field from the devices into the whole problem's array; of several processes the first has it then. */
bool mesh_parts_fetch(const struct mesh_parts *parts, const struct field *field, struct error *error);

/* Compares what the parts of this process have with what the whole problem expects of them. */
bool mesh_parts_compare(const struct mesh_parts *parts, struct verdict *verdict, struct error *error);

#endif
