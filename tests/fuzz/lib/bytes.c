#include "tests/fuzz/lib/bytes.h"

#include <stdlib.h>

int
next_byte(struct bytes *bytes)
{
	if (!bytes->left)
		return 0;
	bytes->left--;
	return *bytes->at++;
}

int
next_number(struct bytes *bytes)
{
	const int byte = next_byte(bytes);

	return byte < 250 ? byte - 3 : byte == 250 ? INT32_MAX : byte == 251 ? INT32_MIN : byte == 252 ? 1 << 16 : byte - 300;
}

void *
exact_memory(size_t size)
{
	void *made = malloc(size ? size : 1);

	if (!made)
		abort();
	return made;
}
