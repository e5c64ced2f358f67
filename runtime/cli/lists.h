#ifndef LISTS_H
#define LISTS_H

#include "runtime/cli/tool.h"
#include "runtime/grid/grid.h"

/* Sizes, blocks, orders and numbers, as options give them. */

struct triple {
	int x, y, z;
};

const char *triple_text(struct arena *arena, struct triple shape);

/* Reads a number from 1 to most and moves past its digits. */
bool read_number(const char **text, int most, int *number);

/* "1,4..6,8..64x2,1..9+4": numbers from least, 0 or 1, to most, in the order in which they are
 * given. Returns their count; 0 if that is no such list. */
int read_numbers(struct arena *arena, const char *list, int least, int most, int **numbers);

/* "64x64x8,128x128x64..512x512x64": in a range each axis doubles until it is at
 * its end. 0 if it is no such list. */
int read_sizes(struct arena *arena, const char *list, struct triple **sizes);

/* One word for each list that has a single one: stencilrun's. */
bool read_order(const char *text, struct order *order, struct error *error);
bool read_block(const char *text, struct triple *block, struct error *error);

#endif
