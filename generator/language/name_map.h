#ifndef NAME_MAP_H
#define NAME_MAP_H

#include "generator/language/ast.h"

/* Up to 2*MAX_NAMES names and what each stands for; all zeros to start with. */
struct name_map {
	struct { const char *name; void *what; } slots[4*MAX_NAMES];
	int count;
};

/* NULL if the name is not there. */
void *name_map_find(const struct name_map *map, const char *name);

/* Puts a name that is not there yet; what is not NULL. Returns false if the map is full. */
bool name_map_put(struct name_map *map, const char *name, void *what);

#endif
