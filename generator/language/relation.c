#include "generator/language/relation.h"

#include <string.h>

const char *const location_names[LOCATIONS] = { "cell", "edge", "vertex" };
const char *const location_plurals[LOCATIONS] = { "cells", "edges", "vertices" };

enum location
location_named(const char *name)
{
	enum location location = CELL;

	while (location < LOCATIONS && strcmp(location_names[location], name) != 0)
		location++;
	return location;
}

bool
chain_begins(const struct relation_chain *chain, int count, const struct relation_chain *other)
{
	if (chain->from != other->from || count > other->count)
		return false;
	for (int i = 0; i < count; i++)
		if (chain->steps[i].relation != other->steps[i].relation || chain->steps[i].slot != other->steps[i].slot)
			return false;
	return true;
}
