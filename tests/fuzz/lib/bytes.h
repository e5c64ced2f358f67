#ifndef BYTES_H
#define BYTES_H

/* Bytes that a fuzz target takes its decisions from. At their end they are 0. */

#include <stddef.h>
#include <stdint.h>

struct bytes {
	const uint8_t *at;
	size_t left;
};

int next_byte(struct bytes *bytes);

/* Mostly a small number, now and then a large one. */
int next_number(struct bytes *bytes);

/* Memory of just this size, which the caller frees. */
void *exact_memory(size_t size);

#endif
