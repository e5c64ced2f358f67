#ifndef NEIGHBORS_H
#define NEIGHBORS_H

#include "generator/language/ast.h"

/*
 * The elements of a mesh that a kernel reads at, each found once: from the kernel's own element, neighbor 0, by
 * a step to a slot of a relation, and from there on. Where a relation may have any of its slots, or none,
 * a loop goes over them, and its neighbor is one element after the other.
 */
struct mesh_neighbor {
	int before;     /* the neighbor from which it is a step */
	const struct relation *relation; /* NULL: the own element */
	int slot;       /* of it; ALL_SLOTS: those that a loop goes over */
	int same;       /* the neighbor that is looked up for its element: itself, but for a relation without table */
	int loop;       /* the loop that it is in, by the first neighbor which that goes over; 0: none */
	int with;       /* of a loop: the next neighbor that it goes over; 0: no more */
	int depth;      /* of a loop: how many loops are around each other there, with it */
	bool may_lack;  /* there may be no such element */
	enum location location;
	const char *name; /* as kernels call it; until plan/ names it as it should be called */
	bool is_generated; /* the name is not a user's */
};

struct mesh_neighbors {
	struct arena *arena;
	const struct stencil *stencil;
	struct mesh_neighbor *list;
	int count, room;
};

enum { OWN_ELEMENT = 0 };

/* The most relations from the own element to a neighbor. 0 without a list. */
int mesh_neighbors_depth(const struct mesh_neighbors *neighbors);

void mesh_neighbors_open(struct mesh_neighbors *neighbors, struct arena *arena, const struct stencil *stencil);

/* The neighbor a step away from another. */
int mesh_neighbors_step(struct mesh_neighbors *neighbors, int before, const struct relation *relation, int slot);

/* The first neighbor of a loop over relations, which begin at `before`, by binding. Loops inside each other have different
 * neighbors and depths, whatever they go over. */
int mesh_neighbors_loop(struct mesh_neighbors *neighbors, const int *before, const struct binding *bindings, int depth);

#endif
