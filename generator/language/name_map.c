#include "generator/language/name_map.h"

#include <string.h>

static unsigned
slot_of(const struct name_map *map, const char *name)
{
	const unsigned slots = sizeof map->slots/sizeof *map->slots;
	unsigned slot = 0;

	for (const char *letter = name; *letter; letter++)
		slot = 31*slot + (unsigned char)*letter;
	slot %= slots;
	while (map->slots[slot].name && strcmp(map->slots[slot].name, name))
		slot = (slot + 1) % slots;
	return slot;
}

void *
name_map_find(const struct name_map *map, const char *name)
{
	return map->slots[slot_of(map, name)].what;
}

bool
name_map_put(struct name_map *map, const char *name, void *what)
{
	const unsigned slot = slot_of(map, name);

	if (map->count == 2*MAX_NAMES)
		return false;
	map->slots[slot].name = name;
	map->slots[slot].what = what;
	map->count++;
	return true;
}
