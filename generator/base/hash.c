#include "generator/base/hash.h"

#include <stdint.h>
#include <string.h>

/* FNV-1a, twice, with different starts. */
static void
hash(uint64_t state[2], const char *text)
{
	const size_t length = strlen(text) + 1;

	for (size_t i = 0; i < length; i++)
		for (int h = 0; h < 2; h++)
			state[h] = (state[h] ^ (unsigned char)text[i])*UINT64_C(1099511628211);
}

const char *
content_hash(struct arena *arena, const char *const *texts)
{
	uint64_t state[2] = { UINT64_C(14695981039346656037), UINT64_C(88172645463325252) };

	for (; *texts; texts++)
		hash(state, *texts);
	return arena_printf(arena, "%016llx%016llx", (unsigned long long)state[0],
		(unsigned long long)state[1]);
}
