#ifndef SIDES_H
#define SIDES_H

#include <stdbool.h>

/* Offsets between points, the sides of a domain, and how far towards them reads go. */

struct expr;

/* x goes east, y south, z up. */
struct offset {
	int x, y, z;
};

enum { AXES = 3 };

/* Of a domain: two an axis, the one with the lower indices first. */
enum side { SIDE_WEST, SIDE_EAST, SIDE_NORTH, SIDE_SOUTH, SIDE_BELOW, SIDE_ABOVE, SIDES };

extern const char *const side_names[SIDES]; /* the distance to one is called so */

/* An enum side, or -1. */
int find_side(const char *name);

extern const char *const axis_cells[AXES]; /* what a domain has along an axis */

int side_axis(enum side side);
enum side side_opposite(enum side side);

/* How many cells an offset goes towards a side; negative if it goes away from it. */
int side_cells(enum side side, struct offset offset);

/* How many cells towards each side the farthest read goes that a value is made of; none if any[s] is
 * not set (a column field has no levels). */
struct reach {
	bool any[SIDES];
	int cells[SIDES];
	const struct expr *by[SIDES]; /* the read that goes there */
};

/* Where the reads lie that a value is made of. */
struct footprint {
	struct reach relative; /* from the point of the value: negative if away from the side */
	struct reach absolute; /* beyond the domain, wherever that point is: it is guarded */
	int least[AXES];       /* cells that the domain must have along an axis, for the guards to hold */
};

/* Cells on the sides of a grid: low to the west, north and below, high to the
 * east, south and above. Never negative. */
struct extents {
	int low[AXES], high[AXES];
};

int extents_at(const struct extents *extents, enum side side);

bool same_extents(const struct extents *a, const struct extents *b);

#endif
