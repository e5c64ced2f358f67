#ifndef COLUMN_PARTS_H
#define COLUMN_PARTS_H

#include "generator/base/error.h"
#include "runtime/columnparts/column_cut.h"

/* The columns that a rank has: own ones, those that others own and a group of steps reads, which lie in rings around them, and those
 * outside the domain that are read. */
struct column_part {
	int count;
	int *global;             /* by column: in the plane */
	int *ring;               /* by column: 0 of own ones */
	int *local;              /* the other way round; -1: it is not here */
	struct column_list list; /* how they lie in memory: see column_zone; set of those parts whose arrays are here */
};

/* Where zones begin. First come those of others that are updated for further steps of a group, by how many these are, every - 1 first; then own
 * columns that others have, or whose update reads columns of others; then all other own ones. */
enum column_side { COLUMN_SIDES, COLUMN_INTERIOR, COLUMN_END };
static inline int
column_zone(int every, enum column_side side, int further)
{
	return every + (int)side - further;
}

struct column_parts {
	const struct column_cut *cut;
	int every;                        /* steps of a group */
	const struct displacement *reads; /* the columns that an update reads, and goes through to find others */
	int read_count;
	int *place;                       /* by column of the plane: where it stands in the order */
	struct column_part *ranks;
};

/* What all ranks have of a plane that is cut: of the columns that an update `reads`, one after the other, in an order. False with an
 * error. */
bool column_parts_find(struct column_parts *parts, struct arena *arena, const struct order *order, struct error *error);

/* Then sets the list of one of them. */
void column_part_list(struct column_parts *parts, struct arena *arena, int rank);

#endif
