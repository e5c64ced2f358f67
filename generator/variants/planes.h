#ifndef PLANES_H
#define PLANES_H

#include "generator/variants/variants.h"

/* Access planes: which fields a block copies to shared memory, a plane of points a level at a time. */

/* A block is a warp wide, and has at least so many threads in y. */
enum { PLANE_LANES = 32, PLANE_LEAST_ROWS = 4 };

/* Whether planes of a field are copied: neighbors in x or y are read, all of one type. */
bool has_planes(const struct plan *plan, const struct variant *variant, const struct field *field);

/* The first such field, whose type those of all planes are, or NULL. */
const struct field *first_with_planes(const struct plan *plan, const struct variant *variant);

/* Threads that a block may have, so that the values that a thread carries up the levels stay in registers; 0: too many values. */
int planes_threads(const struct plan *plan, const struct variant *resolved);

/* Bytes of shared memory of a block with so many threads in y; and of its planes of one level. */
size_t planes_bytes_of_level(const struct plan *plan, const struct variant *resolved, int block_rows);
size_t planes_bytes(const struct plan *plan, const struct variant *resolved, int block_rows);

/* Threads in y of a block, so that its planes fit into so many bytes of shared memory. */
int planes_block_rows(const struct plan *plan, const struct variant *resolved, size_t bytes);

#endif
