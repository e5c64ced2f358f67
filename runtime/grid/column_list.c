#include "runtime/grid/column_list.h"

#include <stdlib.h>

int
columns_of_plane(const struct column_plane *plane)
{
	return plane->size[0]*plane->size[1];
}

int
column_inner(const struct column_plane *plane, int axis)
{
	return plane->size[axis] - plane->low[axis] - plane->high[axis];
}

bool
column_is_inner(const struct column_plane *plane, int column)
{
	const int at[2] = { column % plane->size[0], column/plane->size[0] };

	for (int a = 0; a < 2; a++)
		if (at[a] < plane->low[a] || at[a] >= plane->size[a] - plane->high[a])
			return false;
	return true;
}

/* A row of the plane along an axis; -1: beyond it. */
static int
step_along(const struct column_plane *plane, int axis, int from, int by)
{
	const int low = plane->low[axis], inner = column_inner(plane, axis);
	const long long there = (long long)from + by;

	if (plane->periodic[axis])
		return low + (int)(((there - low) % inner + inner) % inner);
	return there < 0 || there >= plane->size[axis] ? -1 : (int)there;
}

int
column_beside(const struct column_plane *plane, int column, struct displacement by)
{
	const int x = step_along(plane, 0, column % plane->size[0], by.x);
	const int y = step_along(plane, 1, column/plane->size[0], by.y);

	return x < 0 || y < 0 ? -1 : y*plane->size[0] + x;
}

/* A launch is made for so many rows: a number that blocks are divided well by. */
static void
shape(struct stencil_grid *view)
{
	enum { ROWS = 16 };

	view->height = ROWS;
	view->width = (view->end - view->first + ROWS - 1)/ROWS;
}

struct entry {
	int column, zone, place;
};

static int
compare(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->zone != b->zone)
		return a->zone < b->zone ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

/* Columns that are only read come first, then padding. */
static void
place_entries(struct grid *grid, const struct entry *entries, int *zone_first)
{
	const int count = grid->spec.size[0], alignment = grid->spec.innermost ? 1 : grid->spec.alignment;
	int i = 0, position;

	while (i < count && entries[i].zone < 0) {
		grid->position[entries[i].column] = i;
		i++;
	}
	grid->outside = i;
	position = (i + alignment - 1)/alignment*alignment;
	grid->view.first = position;
	for (int zone = 0; zone < grid->spec.list->zones; zone++) {
		zone_first[zone] = position;
		for (; i < count && entries[i].zone == zone; i++)
			grid->position[entries[i].column] = position++;
	}
	grid->view.end = zone_first[grid->spec.list->zones] = position;
	grid->view.stride = (position + alignment - 1)/alignment*alignment;
	shape(&grid->view);
}

bool
list_number(struct grid *grid)
{
	const struct column_list *list = grid->spec.list;
	const int count = grid->spec.size[0];
	struct entry *entries = malloc((size_t)count*sizeof *entries);

	grid->zone_first = calloc((size_t)list->zones + 1, sizeof *grid->zone_first);
	for (int i = 0; i < count && entries; i++)
		entries[i] = (struct entry){ i, list->zone[i], list->place[list->global[i]] };
	if (entries && grid->zone_first) {
		qsort(entries, (size_t)count, sizeof *entries, compare);
		place_entries(grid, entries, grid->zone_first);
	}
	free(entries);
	return entries && grid->zone_first;
}

void
list_offsets(const struct grid *grid, struct displacement relation, int *offsets, size_t next_row)
{
	const struct column_list *list = grid->spec.list;

	for (int i = 0; i < grid->spec.size[0]; i++) {
		const int here = grid->position[i], there = column_beside(list->plane, list->global[i], relation);

		if (there >= 0 && list->local[there] >= 0)
			offsets[(size_t)here*next_row] = grid->position[list->local[there]] - here;
	}
}

struct stencil_grid
list_region(const struct grid *grid, const struct stencil_grid *view, int zone, int end_zone)
{
	struct stencil_grid region = *view;

	region.first = grid->zone_first[zone];
	region.end = grid->zone_first[end_zone];
	shape(&region);
	if (grid->zone_clusters) {
		region.cluster += (ptrdiff_t)grid->zone_clusters[zone]*grid->cluster_slots;
		region.clusters = grid->zone_clusters[end_zone] - grid->zone_clusters[zone];
		region.single += grid->zone_singles[zone];
		region.singles = grid->zone_singles[end_zone] - grid->zone_singles[zone];
	}
	return region;
}
