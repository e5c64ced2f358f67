#include "runtime/partition/graph.h"

#include "generator/split/parts.h"
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

/* Relations from the own element to a reference. */
static int
reference_depth(const struct mesh_neighbors *neighbors, int neighbor)
{
	int depth = 0;

	for (; neighbors->list[neighbor].relation; neighbor = neighbors->list[neighbor].before)
		depth++;
	return depth;
}

static int
kernel_depth(const struct plan *plan)
{
	int most = 0;

	for (int s = 0; plan->neighbors && s < plan->neighbors->count; s++) {
		const int depth = reference_depth(plan->neighbors, s);

		most = depth > most ? depth : most;
	}
	return most;
}

/* Each kernel of a program reads around what the next ones read. Those of outputs all run at the elements at which the first of
 * them must, and read around these. */
static void
find_depths(const struct plan *plan, struct graph *graph)
{
	const struct program *program = plan->program;
	int around = 0, most = 0; /* of the kernels after the first one of outputs; of one of outputs */
	bool first = true;

	graph->depth = program ? 0 : kernel_depth(plan);
	for (int k = 0; program && k < program->part_count; k++) {
		const struct part *part = &program->parts[k];
		const int depth = kernel_depth(part->plan);

		graph->depth += depth;
		around += first ? 0 : depth;
		if (part->stencil->all_elements)
			continue;
		first = false;
		most = depth > most ? depth : most;
	}
	graph->region = program && program_updates_again(program) ? around : 0;
	if (graph->region + most > graph->depth)
		graph->depth = graph->region + most;
}

/* The fields that kernels read around the elements of outputs: at neighbors, or for what they store at all elements. */
static const bool *
find_read_around(struct arena *arena, const struct plan *plan)
{
	const struct program *program = plan->program;
	bool *found = arena_array(arena, bool, plan->stencil->field_count + 1);

	for (int k = 0; k < program->part_count; k++) {
		const struct part *part = &program->parts[k];

		for (const struct field *f = part->stencil->fields; f; f = f->next)
			if (f->role == ROLE_IN && part->origins[f->index].field && (part->stencil->all_elements || kernel_depth(part->plan)))
				found[part->origins[f->index].field->index] = true;
	}
	return found;
}

struct graph
graph_of_mesh(struct arena *arena, const struct mesh_problem *problem)
{
	const enum location location = problem->stencil->location;
	struct graph graph = { .location = location, .inner_count = problem->mesh->count[location],
		.element = location_names[location], .domain = problem, .number = number_mesh };
	struct graph_relation *relations;
	int most = 0;

	find_depths(problem->plan, &graph);
	if (problem->plan->program)
		graph.read_around = find_read_around(arena, problem->plan);
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
