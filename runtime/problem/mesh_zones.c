#include "runtime/problem/mesh_zones.h"

#include <stdlib.h>
#include <string.h>

static int
zone_of(const struct mesh_problem *p, enum location location, int element)
{
	return p->zone[location] ? p->zone[location][element] : 0;
}

static int
zones_of(const struct mesh_problem *p)
{
	return p->zones ? p->zones : 1;
}

void
mesh_set_range(struct stencil_mesh *mesh, const struct stencil *stencil, enum location location, int first, int end)
{
	int *const ranges[LOCATIONS][2] = {
		[CELL] = { &mesh->cell_first, &mesh->cell_end },
		[EDGE] = { &mesh->edge_first, &mesh->edge_end },
		[VERTEX] = { &mesh->vertex_first, &mesh->vertex_end },
	};
	const bool several = has_several_locations(stencil);

	*(several ? ranges[location][0] : &mesh->first) = first;
	*(several ? ranges[location][1] : &mesh->end) = end;
}

/* Where zones begin, and the last one ends. */
static void
find_zones(struct mesh_layout *l, enum location location)
{
	const struct mesh_problem *p = l->problem;
	const int count = p->mesh->count[location], zones = zones_of(p);
	int *starts = l->zones[location] = arena_array(&l->memory, int, zones + 1);

	for (int e = 0; e < count; e++)
		if (p->inside[location][e])
			starts[zone_of(p, location, e)]++;
	starts[zones] = count;
	for (int z = zones; z-- > 0; )
		starts[z] = starts[z + 1] - starts[z];
	mesh_set_range(&l->mesh, p->stencil, location, starts[0], count);
}

/* The last zone, which is large, begins where a line of memory does: the one before it takes some of its elements. */
static void
begin_with_line(struct mesh_layout *l, enum location location)
{
	enum { LINE = 32 };
	const int last = zones_of(l->problem) - 1, end = l->zones[location][last + 1];
	const int begin = (l->zones[location][last] + LINE - 1)/LINE*LINE;

	if (last)
		l->zones[location][last] = begin < end ? begin : end;
}

static bool
number(struct mesh_layout *l, enum location location)
{
	const struct mesh_problem *p = l->problem;
	const bool *inside = p->inside[location];
	const int count = p->mesh->count[location], zones = zones_of(p);
	int outside = 0, *next = arena_array(&l->memory, int, zones + 1), *at = malloc(((size_t)count + 1)*sizeof *at);
	int *own = l->own[location] = malloc(((size_t)count + 1)*sizeof *own);

	if (!at || !own) {
		free(at);
		return false;
	}
	find_zones(l, location);
	memcpy(next, l->zones[location], (size_t)zones*sizeof *next);
	for (int e = 0; e < count; e++)
		at[l->place[location] ? l->place[location][e] : e] = e;
	for (int i = 0; i < count; i++)
		own[at[i]] = inside[at[i]] ? next[zone_of(p, location, at[i])]++ : outside++;
	l->place[location] = own;
	free(at);
	begin_with_line(l, location);
	return true;
}

bool
mesh_layout_number(struct mesh_layout *l)
{
	for (int location = 0; location < LOCATIONS; location++)
		if (l->problem->inside[location] && !number(l, (enum location)location))
			return false;
	return true;
}
