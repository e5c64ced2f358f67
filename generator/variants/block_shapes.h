#ifndef BLOCK_SHAPES_H
#define BLOCK_SHAPES_H

#include "generator/variants/variants.h"

/* Blocks of threads that are the fastest where nobody chooses. */

/* Threads with up to 128 registers that a multiprocessor has at a time. */
enum { RESIDENT_THREADS = 512 };

/* With levels innermost, and as many threads as a column has use for: lanes. Persistent blocks begin once, so they may
 * be large: what their threads share is more then. */
void column_block(int lanes, bool clusters, bool is_persistent, int block[3]);

/* How many blocks of such a shape a multiprocessor should have that go on; 0 where columns have too few levels for these. */
int persistent_blocks(const int block[3]);

/* Several steps a launch: threads that a block may have of a variant whose defaults are resolved, with elements of so many bytes, so that their registers
 * suffice. */
int temporal_threads(const struct plan *plan, const struct variant *resolved, int element);

/* Threads in y of a block with so many in x, as many as there may be and as shared memory of BYTES has room for. */
int temporal_block_rows(const struct plan *plan, const struct variant *resolved, int element, int width, size_t bytes);

#endif
