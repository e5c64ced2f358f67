#ifndef GRID_MEMORY_H
#define GRID_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* An array of zeros, or NULL and a message. */
void *grid_array(size_t count, size_t element, char *message, size_t size);

/* Writes the message and returns false. */
bool grid_fail(char *message, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
