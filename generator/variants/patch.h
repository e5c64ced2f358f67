#ifndef PATCH_H
#define PATCH_H

#include "generator/variants/variants.h"

/* What a block of access patch has in shared memory: of each point field that is read a patch of side x side columns and,
 * if neighbours are read, the ring of those around it, a chunk of levels of them twice: one is loaded while the other
 * one is computed. */
struct patch {
	int side;
	int west, north;  /* columns and rows of the ring before the patch */
	int across, down; /* columns and rows of both */
	int chunk;        /* levels */
	int bytes;
};

/* The patch that the tunables of a variant say, or the default. */
struct patch variant_patch(const struct plan *plan, const struct variant *variant);

/* Whether a block has it in shared memory: point fields that are only read. */
bool is_staged(const struct plan *plan, const struct field *field);

/* Whether it has the ring of it, too. */
bool is_staged_with_ring(const struct plan *plan, const struct field *field);

/* The bytes of one of its elements. */
int staged_bytes(const struct field *field, const struct variant *variant);

#endif
