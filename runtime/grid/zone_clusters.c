#include "runtime/grid/zone_clusters.h"

#include "runtime/grid/column_list.h"
#include "runtime/grid/memory.h"

#include <string.h>

static bool
add_zone(const struct grid *grid, int zone, const struct cluster_shape *shape, struct clusters *all, struct error *error)
{
	struct stencil_grid view = grid->view;
	struct clusters own;

	view.first = grid->zone_first[zone];
	view.end = grid->zone_first[zone + 1];
	if (view.first == view.end)
		return true;
	if (!clusters_find(&view, grid->spec.relations, grid->spec.relation_count, shape, &own, error))
		return false;
	if (own.entries)
		memcpy(all->rows + all->entries, own.rows, own.entries*sizeof *own.rows);
	if (own.single_count)
		memcpy(all->singles + all->single_count, own.singles, (size_t)own.single_count*sizeof *own.singles);
	all->count += own.count;
	all->entries += own.entries;
	all->single_count += own.single_count;
	clusters_free(&own);
	return true;
}

bool
zone_clusters_find(struct grid *grid, const struct cluster_shape *shape, struct clusters *clusters, struct error *error)
{
	const int zones = grid->spec.list->zones;
	const size_t inner = (size_t)(grid->view.end - grid->view.first);
	const size_t slots = (size_t)clusters_slots(shape), most = inner/(size_t)(shape->width*shape->height);
	bool good;

	*clusters = (struct clusters){ .rows = grid_array((most + 1)*slots, sizeof *clusters->rows, error),
		.singles = grid_array(inner, sizeof *clusters->singles, error) };
	grid->zone_clusters = grid_array((size_t)zones + 1, sizeof *grid->zone_clusters, error);
	grid->zone_singles = grid_array((size_t)zones + 1, sizeof *grid->zone_singles, error);
	grid->cluster_slots = (int)slots;
	good = clusters->rows && clusters->singles && grid->zone_clusters && grid->zone_singles;
	for (int zone = 0; zone < zones && good; zone++) {
		good = add_zone(grid, zone, shape, clusters, error);
		grid->zone_clusters[zone + 1] = clusters->count;
		grid->zone_singles[zone + 1] = clusters->single_count;
	}
	if (!good)
		clusters_free(clusters);
	return good;
}
