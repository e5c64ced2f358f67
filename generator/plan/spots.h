#ifndef SPOTS_H
#define SPOTS_H

#include "generator/language/ast.h"

/*
 * The elements of a mesh that a kernel reads at, each found once: from the kernel's own element, spot 0, by
 * a step to a slot of a relation, and from there on. Where a relation may have any of its slots, or none,
 * a loop goes over them, and its spot is one element after the other.
 */
struct spot {
	int before;     /* the spot from which it is a step */
	const struct relation *relation; /* NULL: the own element */
	int slot;       /* of it; ALL_SLOTS: those that a loop goes over */
	int same;       /* the spot that is looked up for its element: itself, but for a relation without table */
	int loop;       /* the loop that it is in, by the first spot which that goes over; 0: none */
	int with;       /* of a loop: the next spot that it goes over; 0: no more */
	int depth;      /* of a loop: how many loops are around each other there, with it */
	bool may_lack;  /* there may be no such element */
	enum location location;
	const char *name; /* as kernels call it; until plan/ names it as it should be called */
	bool is_generated; /* the name is not a user's */
};

struct spots {
	struct arena *arena;
	const struct stencil *stencil;
	struct spot *list;
	int count, room;
};

enum { OWN_SPOT = 0 };

void spots_open(struct spots *spots, struct arena *arena, const struct stencil *stencil);

/* The spot a step away from another. */
int spots_step(struct spots *spots, int before, const struct relation *relation, int slot);

/* The first spot of a loop over relations, which begin at `before`, by binding. Loops inside each other have different
 * spots and depths, whatever they go over. */
int spots_loop(struct spots *spots, const int *before, const struct binding *bindings, int depth);

#endif
