#ifndef LIST_H
#define LIST_H

#include "generator/base/arena.h"

#include <stddef.h>

/*
 * Lists that grow at their ends. An empty list is NULL with room for 0 elements. Before each element is added, these
 * make room for it after the `count` elements of `size` bytes, and return where the list is now. Pointers into the
 * list are then stale.
 * With STRICT_MEMORY (room.h) a list moves for each of its first thousand elements.
 */
void *list_grow(struct arena *arena, void *list, size_t size, int count, int *room);

/* The same on the heap. Returns NULL if memory is short; the list stays then. */
void *list_grow_on_heap(void *list, size_t size, int count, int *room);

/* The number of texts before the NULL that ends them. */
int count_texts(const char *const *texts);

#endif
