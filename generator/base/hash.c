#include "generator/base/hash.h"

#include "generator/base/random.h"

#include <string.h>

struct hash
hash_begin(void)
{
	return (struct hash){ { UINT64_C(14695981039346656037), UINT64_C(88172645463325252) } };
}

/* FNV-1a, and beside it a hash of another structure, so that the halves do not collide
 * together. */
void
hash_add(struct hash *hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	uint64_t a = hash->halves[0], b = hash->halves[1];

	for (size_t i = 0; i < size; i++) {
		a = (a ^ at[i])*UINT64_C(1099511628211);
		b = (b + at[i] + 1)*UINT64_C(0x9e3779b97f4a7c15);
		b ^= b >> 29;
	}
	hash->halves[0] = a;
	hash->halves[1] = b;
}

/* FNV's low bits depend on few bits of the text. */
const char *
hash_finish(const struct hash *hash, struct arena *arena)
{
	return arena_printf(arena, "%016llx%016llx", (unsigned long long)random_mix(hash->halves[0]),
		(unsigned long long)random_mix(hash->halves[1]));
}

const char *
content_hash(struct arena *arena, const char *const *texts)
{
	struct hash hash = hash_begin();

	for (; *texts; texts++)
		hash_add(&hash, *texts, strlen(*texts) + 1);
	return hash_finish(&hash, arena);
}
