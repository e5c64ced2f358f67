#ifndef CUT_GRID_H
#define CUT_GRID_H

/* A grid cut into parts, with three fields of whole numbers, in which no wrong bit gets lost: one that is read around
 * each point and computed anew, one that is updated in place, and one of columns that is updated in place. */

#include "runtime/exchange/exchange.h"

#include <stdbool.h>
#include <stdint.h>

enum { LEVELS = 3, MARK = 0xa5 };

struct neighbour_offset {
	int x, y;
};

/* What a step reads. */
struct reading {
	const struct neighbour_offset *offsets;
	int count;
	int low[2], high[2]; /* how far that is */
	int corners;
};

/* Arrays of a grid: padding, halo and inner columns. */
struct numbers {
	struct stencil_grid grid;
	int halo_low[2], halo_high[2];
	size_t elements;             /* of a point field */
	uint64_t *now, *next;        /* are exchanged after a step */
	uint32_t *sum;               /* of all steps */
	unsigned char *column;
};

/* Arrays for a grid with so many inner columns and so much halo, full of marks. */
void numbers_open(struct numbers *n, const int inner[2], const int low[2], const int high[2]);
void numbers_close(struct numbers *n);

/* A step on a region of the grid, which is all of it, or a part of one. */
void numbers_step(const struct numbers *n, const struct stencil_grid *region, const struct reading *reading);
void numbers_swap(struct numbers *n);

/* Fills a whole grid with numbers of its cells, and its halo where it is periodic. */
void numbers_fill(struct numbers *n);
void numbers_wrap(struct numbers *n, const int periodic[2]);

/* Makes the arrays of a part what they should be if those of the whole grid are right: `begin` is where it lies. */
void numbers_cut(const struct numbers *whole, const struct stencil_rectangles *parts,
	const struct stencil_rectangle *part, struct numbers *n);

/* Whether a part's arrays are those, halo and padding included; corners only if these are exchanged. */
bool numbers_equal(const struct numbers *got, const struct numbers *expected, bool corners);

#endif
