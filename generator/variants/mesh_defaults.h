#ifndef MESH_DEFAULTS_H
#define MESH_DEFAULTS_H

#include "generator/plan/plan.h"
#include "generator/variants/variants.h"

/* Registers that a thread on a mesh may have: the variant's, or what suits the kernel; 0: the compiler knows best. */
int mesh_registers(const struct plan *plan, const struct variant *variant);

/* Whether threads that load much have fewer registers than that wants: then they load what levels share for each of them. */
bool mesh_levels_apart(const struct plan *plan, const struct variant *variant);

/* How many neighbours of a row a thread of a GPU loads before it computes; `loop` is the neighbor of the loop over them. */
int mesh_neighbours_at_once(const struct plan *plan, int loop);

/* Whether loops go over rows of relations of any degree: then threads go over four elements, not two. */
bool mesh_goes_over_rows(const struct plan *plan);

/* With levels innermost an element's entries of a table, or its values of slots, lie side by side: the bytes at whose multiples
 * they all begin if the first do, as far as a load can make use of it. */
int mesh_slots_alignment(int slots, int bytes);

/* Threads of a block: `lanes` of them cover the levels of an element. */
void mesh_block(const struct plan *plan, const struct variant *variant, int lanes, int block[3]);

/* Levels that a stencil reads below and above the one that it updates. */
struct mesh_reach {
	int below, above;
};

struct mesh_reach mesh_reach(const struct plan *plan);

/* How threads of zslice on a mesh with levels outermost divide the levels of an element. */
struct mesh_slices {
	int levels; /* of a slice, or of what each kernel of a program divides into slices of its own */
	int shared; /* of a slice that all kernels of a program have */
	int unroll; /* levels that one iteration of a thread's loop updates; 0: each kernel of a program has its own */
	int ahead;  /* levels that it loads at once instead, before it computes them; or 0 */
	int registers; /* a limit that may be faster than none; or 0 */
	bool faster; /* than idxvar's threads of one level */
};

/* The fastest known for a grid of so many elements and levels on a GPU of so many multiprocessors. */
struct mesh_slices mesh_slices(const struct plan *plan, enum type precision, long long elements, int levels, int processors);

/* Sets the slices of one kernel of a program, its unrolling and its loads ahead, where a length is given or chosen, and no option
 * has the others for all kernels. */
void mesh_part_slices(const struct plan *program, const struct plan *part, const struct variant *variant, int numbers[]);

/* Threads of a block for zslice. */
void mesh_slice_block(const struct plan *plan, const struct variant *variant, int block[3]);

#endif
