#include "runtime/problem/mesh_zones.h"

#include <stdlib.h>
#include <string.h>

static int
zone_of(const struct mesh_problem *p, int element)
{
	return p->zone ? p->zone[element] : 0;
}

static int
zones_of(const struct mesh_problem *p)
{
	return p->zone ? p->zones : 1;
}

/* Where zones begin, and the last one ends. */
static void
find_zones(struct mesh_layout *l)
{
	const struct mesh_problem *p = l->problem;
	const int count = p->mesh->count[p->stencil->location], zones = zones_of(p);
	int *starts = l->zones = arena_array(&l->memory, int, zones + 1);

	for (int e = 0; e < count; e++)
		if (p->inside[e])
			starts[zone_of(p, e)]++;
	starts[zones] = count;
	for (int z = zones; z-- > 0; )
		starts[z] = starts[z + 1] - starts[z];
	l->mesh.first = starts[0];
	l->mesh.end = count;
}

/* The last zone, which is large, begins where a line of memory does: the one before it takes some of its elements. */
static void
begin_with_line(struct mesh_layout *l)
{
	enum { LINE = 32 };
	const int last = zones_of(l->problem) - 1, begin = (l->zones[last] + LINE - 1)/LINE*LINE;

	if (last)
		l->zones[last] = begin < l->mesh.end ? begin : l->mesh.end;
}

bool
mesh_layout_number(struct mesh_layout *l)
{
	const struct mesh_problem *p = l->problem;
	const enum location location = p->stencil->location;
	const int count = p->mesh->count[location], zones = zones_of(p);
	int outside = 0, *next = arena_array(&l->memory, int, zones + 1), *at = malloc(((size_t)count + 1)*sizeof *at);

	l->own = malloc(((size_t)count + 1)*sizeof *l->own);
	if (!at || !l->own) {
		free(at);
		return false;
	}
	find_zones(l);
	memcpy(next, l->zones, (size_t)zones*sizeof *next);
	for (int e = 0; e < count; e++)
		at[l->place[location] ? l->place[location][e] : e] = e;
	for (int i = 0; i < count; i++)
		l->own[at[i]] = p->inside[at[i]] ? next[zone_of(p, at[i])]++ : outside++;
	l->place[location] = l->own;
	free(at);
	begin_with_line(l);
	return true;
}
