#include "runtime/partition/graph.h"

#include "runtime/mesh/mesh_order.h"

#include <string.h>

static int
column_neighbor(const struct graph *graph, const struct graph_relation *relation, int column, int slot)
{
	const struct displacement *reads = relation->data;

	return column_beside(graph->domain, column, reads[slot]);
}

int *
column_places(struct arena *arena, const struct column_plane *plane, const struct order *order, struct error *error)
{
	const struct displacement none = { 0, 0 };
	const int width = column_inner(plane, 0), height = column_inner(plane, 1);
	const struct grid_spec spec = { .size = { width, height, 1 }, .order = *order, .alignment = 1, .relations = &none };
	struct grid *grid = grid_create(&spec, error);
	int *places;

	if (!grid)
		return NULL;
	places = arena_array(arena, int, (size_t)width*(size_t)height);
	memcpy(places, grid->position, (size_t)width*(size_t)height*sizeof *places);
	grid_free(grid);
	return places;
}

static bool
number_columns(const struct graph *graph, const char *name, int *places, struct error *error)
{
	struct arena arena = { NULL };
	struct order order = { .kind = ORDER_HILBERT };
	const int *found = NULL;

	if (strcmp(name, "curve") && !order_parse(name, &order))
		error_set(error, EXIT_ERRORS, "the seed of --partition %s is too large", name);
	else
		found = column_places(&arena, graph->domain, &order, error);
	if (found)
		memcpy(places, found, (size_t)graph->inner_count*sizeof *places);
	arena_free(&arena);
	return found;
}

struct graph
graph_of_columns(struct arena *arena, const struct column_plane *plane, const struct displacement *reads, int count)
{
	struct graph_relation *relation = arena_new(arena, struct graph_relation);
	struct graph graph = { .count = { [CELL] = columns_of_plane(plane) }, .updated = { [CELL] = true }, .location = CELL,
		.size = { column_inner(plane, 0), column_inner(plane, 1) }, .depth = 1, .relations = relation, .relation_count = 1,
		.element = "column", .domain = plane, .number = number_columns };
	int *inner = arena_array(arena, int, columns_of_plane(plane));

	*relation = (struct graph_relation){ CELL, CELL, count, column_neighbor, reads };
	for (int c = 0; c < columns_of_plane(plane); c++)
		if (column_is_inner(plane, c))
			inner[graph.inner_count++] = c;
	graph.inner = inner;
	return graph;
}

static int
mesh_neighbor(const struct graph *graph, const struct graph_relation *relation, int element, int slot)
{
	const struct mesh_problem *problem = graph->domain;

	return neighbour_at(problem->tables, relation->data, element, slot);
}

static bool
number_mesh(const struct graph *graph, const char *name, int *places, struct error *error)
{
	const struct mesh *mesh = ((const struct mesh_problem *)graph->domain)->mesh;
	const char *curve = mesh->xyz[VERTEX] || mesh->xyz[CELL] ? "hilbert" : "rcm";
	struct arena arena = { NULL };
	struct mesh_numbering numbering;
	const bool good = mesh_number(mesh, &arena, strcmp(name, "curve") ? name : curve, &numbering, error);

	if (good)
		memcpy(places, numbering.place[graph->location], (size_t)graph->inner_count*sizeof *places);
	arena_free(&arena);
	return good;
}

/* Kernels of outputs all run at the elements at which one of them must, and read around these. */
static void
find_depths(const struct plan *plan, const struct program_reach *reach, struct graph *graph)
{
	const int reads = reach ? reach->region.high[0] + reach->reads.high[0] : mesh_neighbors_depth(plan->neighbors);

	graph->region = reach ? reach->region.high[0] : 0;
	graph->depth = reach && reach->halo.high[0] > reads ? reach->halo.high[0] : reads;
}

struct graph
graph_of_mesh(struct arena *arena, const struct mesh_problem *problem, const struct program_reach *reach)
{
	const enum location location = problem->stencil->location;
	struct graph graph = { .location = location, .inner_count = problem->mesh->count[location],
		.element = location_names[location], .domain = problem, .number = number_mesh };
	struct graph_relation *relations;
	int most = 0;

	find_depths(problem->plan, reach, &graph);
	memcpy(graph.count, problem->mesh->count, sizeof graph.count);
	memcpy(graph.updated, problem->stencil->outputs_on, sizeof graph.updated);
	for (const struct relation *r = problem->stencil->relations; r; r = r->next)
		most++;
	graph.relations = relations = arena_array(arena, struct graph_relation, most + 1);
	/* Relations without a table are looked up by others. */
	for (const struct relation *r = problem->stencil->relations; r; r = r->next)
		if (problem->tables[r->index].at)
			relations[graph.relation_count++] = (struct graph_relation){ r->from, r->to, relation_slots(problem->tables, r),
				mesh_neighbor, r };
	return graph;
}
