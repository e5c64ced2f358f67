#include "runtime/planeparts/part_staging.h"

#include <stdlib.h>

static void
release_pinned(struct part_staging *s)
{
	if (s->pinned)
		s->device->release_host(s->pinned);
	s->pinned = NULL;
	s->pinned_bytes = 0;
}

char *
part_staging_pinned(struct part_staging *s, const struct device_streams *device, size_t bytes)
{
	void *memory;

	if (bytes <= s->pinned_bytes)
		return s->pinned;
	release_pinned(s);
	s->device = device;
	if (device->allocate_host(&memory, bytes))
		return NULL;
	s->pinned = memory;
	s->pinned_bytes = bytes;
	return s->pinned;
}

double *
part_staging_columns(struct part_staging *s, size_t bytes)
{
	if (bytes <= s->columns_bytes)
		return s->columns;
	free(s->columns);
	s->columns = malloc(bytes);
	s->columns_bytes = s->columns ? bytes : 0;
	return s->columns;
}

void
part_staging_free(struct part_staging *s)
{
	if (!s)
		return;
	release_pinned(s);
	free(s->columns);
	free(s);
}
