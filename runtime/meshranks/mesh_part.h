#ifndef MESH_PART_H
#define MESH_PART_H

#include "runtime/meshproblem/mesh_device.h"
#include "runtime/partition/halo.h"

/* What a rank has of a mesh: the elements that it owns, and all others that these are made of in a group of steps, in the order in which the
 * whole mesh is numbered. */
struct mesh_part {
	int rank;
	struct subset at[LOCATIONS];
	struct mesh mesh;            /* how many there are, and their rows */
	struct mesh_problem problem; /* of its own elements */
};

/* Finds what a rank has for `every` steps of a group. `order` is where elements of the whole mesh stand, by location; NULL: as they are numbered. */
void mesh_part_find(struct mesh_part *part, struct arena *arena, const struct owners *owners, int rank, int every,
	int *const order[LOCATIONS]);

/* Makes the problem of a part of one that has its data and domain, once all parts were found. False: out of memory. */
bool mesh_part_open(struct mesh_part *part, struct arena *arena, const struct mesh_problem *whole, const struct owners *owners,
	int every, const struct subset *const *has);
void mesh_part_close(struct mesh_part *part);

/* Copies a field's elements that the part owns, of `size` bytes each, from its array to that of the whole problem, or the other
 * way round. The part's problem need not be there. */
enum mesh_way { MESH_TO_WHOLE, MESH_FROM_WHOLE };
void mesh_part_copy(const struct mesh_part *part, const struct mesh_problem *whole, const struct field *field,
	size_t size, void *own, void *of_whole, enum mesh_way way);

#endif
