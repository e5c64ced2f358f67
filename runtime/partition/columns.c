#include "runtime/partition/columns.h"

#include "generator/variants/relations.h"

bool
columns_can_have_owners(const struct plan *plan, const struct variant *variant)
{
	const struct storage_info *storage = &storages[variant->storage];

	return !storage->regular && !storage->constant && !plan->program;
}

static const struct column_plane *
plane_of(struct arena *arena, const struct problem *problem, const bool periodic[2])
{
	struct column_plane *plane = arena_new(arena, struct column_plane);

	for (int a = 0; a < 2; a++) {
		plane->size[a] = problem->size[a];
		plane->low[a] = problem->halo.low[a];
		plane->high[a] = problem->halo.high[a];
		plane->periodic[a] = periodic[a];
	}
	return plane;
}

struct graph
columns_graph(struct arena *arena, const struct problem *problem, const bool periodic[2], const struct variant *variant)
{
	const struct plan *plan = problem->plan;
	struct offset *columns = plan->columns;
	const int count = variant ? variant_columns(arena, plan, storages[variant->storage].table, &columns) : plan->column_count;
	struct displacement *reads = arena_array(arena, struct displacement, count + 1);

	for (int i = 0; i < count; i++)
		reads[i] = (struct displacement){ columns[i].x, columns[i].y };
	return graph_of_columns(arena, plane_of(arena, problem, periodic), reads, count);
}

const struct owners *
columns_owners(struct arena *arena, const struct problem *problem, const bool periodic[2], const struct variant *variant,
	const char *partition, const int ranks[2], struct error *error)
{
	struct owners *owners = arena_new(arena, struct owners);

	owners->graph = columns_graph(arena, problem, periodic, variant);
	return owners_find(owners, arena, partition, ranks, error) ? owners : NULL;
}
