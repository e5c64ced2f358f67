#include "runtime/grid/memory.h"

#include <stdlib.h>

void *
grid_array(size_t count, size_t element, struct error *error)
{
	void *array = calloc(count ? count : 1, element);

	if (!array)
		error_set(error, EXIT_ERRORS, "out of memory: an array of a grid needs %zu elements "
			"of %zu bytes", count, element);
	return array;
}
