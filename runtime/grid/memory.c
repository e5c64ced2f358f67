#include "runtime/grid/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool
grid_fail(char *message, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(message, size, format, args);
	va_end(args);
	return false;
}

void *
grid_array(size_t count, size_t element, char *message, size_t size)
{
	void *array = calloc(count ? count : 1, element);

	if (!array)
		grid_fail(message, size, "out of memory: an array of a grid needs %zu elements "
			"of %zu bytes", count, element);
	return array;
}
