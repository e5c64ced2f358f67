#ifndef HASH_H
#define HASH_H

#include "generator/base/arena.h"

#include <stdint.h>

/* A 128-bit hash, in hex, of a NULL-terminated list of texts. For cache keys; not
 * cryptographic. */
const char *content_hash(struct arena *arena, const char *const *texts);

/* The same, piece by piece: begin, add, and finish with the 32 digits. Only the text counts, not how it
 * is cut into pieces. */
struct hash {
	uint64_t halves[2];
};

struct hash hash_begin(void);
void hash_add(struct hash *hash, const void *bytes, size_t size);
const char *hash_finish(const struct hash *hash, struct arena *arena);

#endif
