#ifndef ROOM_H
#define ROOM_H

#include <stddef.h>

/* How memory grows at its end: lists (list.h) and texts. With STRICT_MEMORY, as in sanitized builds, it moves whenever it grows,
 * and where it was is freed, so that the use of a stale pointer is reported. */

/* The room to make for `needed` elements or bytes: what there is if that suffices. */
size_t grown_room(size_t needed, size_t room);

/* Moves `used` bytes on the heap to where there is room for `room` ones. NULL if memory is short; they stay then. */
void *heap_resize(void *old, size_t used, size_t room);

#endif
