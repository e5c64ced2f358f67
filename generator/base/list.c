#include "generator/base/list.h"

#include "generator/base/room.h"

#include <limits.h>
#include <stdint.h>

/* The room for one more element; 0: there cannot be so many. */
static int
room_for_one(size_t size, int count, int room)
{
	const size_t more = grown_room((size_t)count + 1, (size_t)room);

	return count == INT_MAX || more > SIZE_MAX/size ? 0 : more < INT_MAX ? (int)more : INT_MAX;
}

void *
list_grow(struct arena *arena, void *list, size_t size, int count, int *room)
{
	const int more = room_for_one(size, count, *room);

	if (!more)
		out_of_memory();
	if (more == *room)
		return list;
	list = arena_resize(arena, list, (size_t)count*size, (size_t)more*size);
	*room = more;
	return list;
}

void *
list_grow_on_heap(void *list, size_t size, int count, int *room)
{
	const int more = room_for_one(size, count, *room);

	if (!more || more == *room)
		return more ? list : NULL;
	list = heap_resize(list, (size_t)count*size, (size_t)more*size);
	if (list)
		*room = more;
	return list;
}

int
count_texts(const char *const *texts)
{
	int count = 0;

	while (texts[count])
		count++;
	return count;
}
