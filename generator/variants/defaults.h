#ifndef DEFAULTS_H
#define DEFAULTS_H

#include "generator/variants/variants.h"

/* Defaults of kernels on planes, as measured. */

enum { VECTOR_BYTES = 16 }; /* of one load, at most */

/* Of fewer levels that are updated, columns have too little to do for threads that take many of them. */
enum { FEW_LEVELS = 4 };

/* Bytes of the largest element of a stencil's point and column fields. */
int widest_element(const struct stencil *stencil, enum type precision);

/* The points that a thread computes together, and how many levels it updates. */
struct tile_shape {
	int points, rows, levels;
};

/* The shape that a variant's tunables say, or the default. */
struct tile_shape variant_tile(const struct plan *plan, const struct variant *variant);

/* The points in x that a thread loads at once: rows, levels and fields are aligned to as many. */
int variant_vector_points(const struct plan *plan, const struct variant *variant);

/* The columns of a cluster: points along x, rows along y. */
struct tile_shape variant_cluster(const struct plan *plan, const struct variant *variant);

/* Whether a thread accesses two columns of a cluster at once: the columns (x,y) and (x+1,y) with even x from the first one, which then
 * are an even number and the next one. */
bool variant_has_pairs(const struct plan *plan, const struct variant *variant);

/* How many levels an iteration of a kernel's loop updates: its tunable, or the default. */
int variant_unroll(const struct plan *plan, const struct variant *variant);

/* Columns of a regular grid that a CPU updates at once, if it has vectors of 64 bytes. */
int variant_lanes(const struct plan *plan);

/* Limits with which a kernel of this shape is compiled, so that it gets by with fewer registers; 0: none. */
struct limits {
	int threads;   /* of a block */
	int registers; /* of a thread */
};

struct limits variant_limits(const struct plan *plan, const struct variant *variant,
	const struct tile_shape *shape);

/* Whether blocks of SUMMED_COLUMNS threads, whatever blocks are asked for, sum up what as many columns come to, which follow one another
 * row by row, so that one number is left of them: where they do nothing else. It needs a launch less than if all columns were left:
 * runtime/results/h200/defaults, "Reductions". */
enum { SUMMED_COLUMNS = 1024 };
bool variant_sums_blocks(const struct plan *plan, const struct variant *variant);

struct part;

/* The variant in which a part of a program is written: with the tunables of all parts, and by rows of single points
 * where its first column is not aligned as vectors are. */
struct variant variant_of_part(const struct plan *program, const struct variant *variant,
	const struct part *part);

/* The threads of a block where nobody chooses, for a grid of so many levels. */
void usual_block(const struct plan *plan, const struct variant *variant, int levels, int block[3]);

/* The same for one kernel of a program, where those that keep something in shared memory have others than the rest. */
void usual_block_of_part(const struct plan *plan, const struct variant *variant, const struct part *part, int levels,
	int block[3]);

/* With levels innermost: the levels of a column, of so many, and of its padding that a GPU should update, so that it stores
 * whole sectors of memory, if the padding is there and may be written. */
int levels_in_whole_sectors(const struct plan *plan, const struct variant *variant, int levels);

/* The plan of what a variant's kernels do: those that go through columns keep sums of these. */
const struct plan *plan_of_variant(const struct plan *plan, const struct variant *variant);

/* Sets the tunables that are 0 and whose defaults depend on the stencil. */
void tunables_resolve(const struct plan *plan, struct variant *variant);

/* The number of point fields that a kernel reads. */
int fields_read(const struct plan *plan);

/* Whether a thread cannot keep what several columns have of the fields that it reads. */
bool reads_many_fields(const struct plan *plan);

#endif
