#include "generator/base/room.h"

#include <stdlib.h>
#include <string.h>

#ifdef STRICT_MEMORY
/* Long lists move less often: adding n elements must not take n*n steps. */
enum { LONG_LIST = 1024, LONG_SHARE = 16 };

static size_t
more_room(size_t needed)
{
	return needed < LONG_LIST ? needed : needed + needed/LONG_SHARE;
}

void *
heap_resize(void *old, size_t used, size_t room)
{
	void *moved = malloc(room);

	if (moved && used)
		memcpy(moved, old, used);
	if (moved)
		free(old);
	return moved;
}
#else
static size_t
more_room(size_t needed)
{
	return 2*needed + 16;
}

void *
heap_resize(void *old, size_t used, size_t room)
{
	(void)used;
	return realloc(old, room);
}
#endif

size_t
grown_room(size_t needed, size_t room)
{
	return needed <= room ? room : more_room(needed);
}
