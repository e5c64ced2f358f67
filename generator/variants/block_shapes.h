#ifndef BLOCK_SHAPES_H
#define BLOCK_SHAPES_H

#include "generator/variants/variants.h"

/* Blocks of threads that are the fastest where nobody chooses. */

static inline int
round_up(int count, int multiple)
{
	return (count + multiple - 1)/multiple*multiple;
}

/* Threads with up to 128 registers that a multiprocessor has at a time. */
enum { RESIDENT_THREADS = 512 };

/* With levels innermost, and as many threads as a column has use for: lanes. Persistent blocks begin once, so they may
 * be large: what their threads share is more then. */
void column_block(int lanes, bool clusters, bool is_persistent, int block[3]);

/* How many blocks of such a shape a multiprocessor should have that go on; 0 where columns have too few levels for these. */
int persistent_blocks(const int block[3]);

/* The most threads of a block that may have so many registers each. */
int threads_of_registers(int registers);

/* Access temporal: threads that a block may have of a variant whose defaults are resolved, so that their registers suffice. */
int temporal_threads(const struct plan *plan, const struct variant *resolved);

/* How many levels a step is behind the one before. */
int temporal_lag(const struct plan *plan, const struct variant *variant);

/* Whether each step has levels of an updated field in registers. It has none of an older level of time that is read at the point only:
 * the step before has these values, as those of the newer level. */
bool temporal_has_queue(const struct plan *plan, const struct variant *variant, const struct field *field);

/* Whether an updated field has levels in shared memory: a neighbor in x or y is read, or the field is the first one with a queue. */
bool temporal_has_tile(const struct plan *plan, const struct variant *variant, const struct field *field);

/* Threads in y of a block with a number of threads in x, as many as there may be and as shared memory of BYTES has room for. */
int temporal_block_rows(const struct plan *plan, const struct variant *resolved, int width, size_t bytes);

/* Bytes of shared memory of a block. */
size_t temporal_bytes(const struct plan *plan, const struct variant *resolved, const int block[3]);

/* temporal_warp: the rows of each step that lie in registers besides the newest one. */
int temporal_queue_rows(const struct plan *plan, const struct variant *variant);

/* Rows that are loaded before they are needed: two, or one where two do not divide the former. */
int temporal_rows_ahead(const struct plan *plan, const struct variant *variant);

/* The registers of a thread that these and the rows loaded ahead take, and the most that leave enough for the rest. */
enum { MAX_QUEUE_REGISTERS = 192 };
int temporal_queue_registers(const struct plan *plan, const struct variant *variant, int steps, int points);

/* The columns of a warp for which all steps are computed; negative or 0: none. */
int temporal_inner_columns(const struct plan *plan, const struct variant *variant, int steps, int points, int lanes);

/* As many columns of a lane as registers allow, if they leave a warp some; at least 1. */
int temporal_points(const struct plan *plan, const struct variant *variant, int lanes);

#endif
