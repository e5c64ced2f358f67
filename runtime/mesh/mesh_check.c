#include "runtime/mesh/mesh_check.h"

#include "runtime/mesh/mesh_derive.h"
#include "runtime/mesh/table_sizes.h"

#include <limits.h>
#include <math.h>

/* "cell 17", as messages call it. */
#define NAME(mesh, location, element) location_names[location], (element) + (mesh)->base

static bool
check_cell_sizes(const struct mesh *mesh, struct error *error)
{
	if (!mesh->relations[CELL_VERTICES].at)
		return error_set(error, EXIT_ERRORS, "there is no cell.vertices");
	for (int c = 0; c < mesh->count[CELL]; c++)
		if (mesh_degree(mesh, CELL_VERTICES, c) < 3)
			findings_add(mesh->findings, FINDING_DEGREE, "cell %d has %d vertices", c + mesh->base, mesh_degree(mesh, CELL_VERTICES, c));
	return findings_are_good(mesh->findings, error);
}

/* Whether a slot has to have an entry. */
static bool
is_required(enum relation_id id, int slot)
{
	return id == EDGE_VERTICES || (id == EDGE_CELLS && !slot);
}

static void
check_table(const struct mesh *mesh, enum relation_id id)
{
	const struct relation_kind *kind = &relation_kinds[id];
	const struct mesh_relation *r = &mesh->relations[id];
	const char *name = mesh_relation_name(mesh, id);

	for (int e = 0; e < mesh->count[kind->from]; e++) {
		const int *row = mesh_row(mesh, id, e), degree = id == CELL_CELLS ? 0 : mesh_degree(mesh, id, e);

		for (int s = 0; s < r->width; s++) {
			if (row[s] < -1 || row[s] >= mesh->count[kind->to])
				findings_add(mesh->findings, FINDING_ENTRY, "%s: %s %d, slot %d: %s %lld of %d", name, NAME(mesh, kind->from, e), s,
					location_names[kind->to], (long long)row[s] + mesh->base, mesh->count[kind->to]);
			else if (row[s] == -1 && (s < degree || is_required(id, s)))
				findings_add(mesh->findings, FINDING_GAP, "%s: %s %d, slot %d is missing%s", name, NAME(mesh, kind->from, e), s,
					s < degree ? ", but a later one is there" : "");
		}
	}
}

static void
check_twice(const struct mesh *mesh, enum relation_id id)
{
	const struct relation_kind *kind = &relation_kinds[id];

	for (int e = 0; e < mesh->count[kind->from]; e++) {
		const int *row = mesh_row(mesh, id, e), degree = mesh_degree(mesh, id, e);

		for (int s = 1; s < degree; s++)
			for (int t = 0; t < s; t++)
				if (row[s] == row[t])
					findings_add(mesh->findings, FINDING_TWICE, "%s %d has %s %d twice", NAME(mesh, kind->from, e),
						NAME(mesh, kind->to, row[s]));
	}
}

bool
mesh_check_entries(const struct mesh *mesh, struct error *error)
{
	for (int id = 0; id < RELATIONS; id++)
		if (mesh->relations[id].at)
			check_table(mesh, (enum relation_id)id);
	for (int l = 0; l < LOCATIONS; l++)
		for (long long i = 0; mesh->xyz[l] && i < (long long)mesh->count[l]*mesh->dimensions; i++)
			if (!isfinite(mesh->xyz[l][i]))
				findings_add(mesh->findings, FINDING_PLACE, "%s %lld: a coordinate is %g", location_names[l],
					i/mesh->dimensions + mesh->base, mesh->xyz[l][i]);
	if (!check_cell_sizes(mesh, error))
		return false;
	check_twice(mesh, CELL_VERTICES);
	return findings_are_good(mesh->findings, error);
}

/* What is in the first must be in the second the other way round. */
static void
check_inverse(const struct mesh *mesh, enum relation_id id, enum relation_id inverse)
{
	const struct relation_kind *kind = &relation_kinds[id];

	for (int e = 0; e < mesh->count[kind->from]; e++) {
		const int *row = mesh_row(mesh, id, e), degree = mesh_degree(mesh, id, e);

		for (int s = 0; s < degree; s++)
			if (mesh_slot(mesh, inverse, row[s], e) < 0)
				findings_add(mesh->findings, FINDING_INVERSE, "%s %d is in the %s of %s %d, which is not in the %s of that %s",
					NAME(mesh, kind->to, row[s]), kind->name, NAME(mesh, kind->from, e),
					relation_kinds[inverse].name, location_names[kind->to]);
	}
}

static void
check_crowded(const struct mesh *mesh)
{
	struct arena arena = { NULL };
	int *count = arena_array(&arena, int, (size_t)mesh->count[EDGE] + 1);
	const size_t entries = (size_t)mesh->count[CELL]*(size_t)mesh->relations[CELL_EDGES].width;

	for (size_t i = 0; i < entries; i++)
		if (mesh->relations[CELL_EDGES].at[i] >= 0)
			count[mesh->relations[CELL_EDGES].at[i]]++;
	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (count[e] > 2)
			findings_add(mesh->findings, FINDING_CROWDED, "edge %d has %d cells", e + mesh->base, count[e]);
	arena_free(&arena);
}

/* The slot of the cell's vertex where its side along an edge begins; -1 if it has no such side. */
static int
side_of(const struct mesh *mesh, int cell, int edge)
{
	const int *ends = mesh_row(mesh, EDGE_VERTICES, edge), *v = mesh_row(mesh, CELL_VERTICES, cell);
	const int degree = mesh_degree(mesh, CELL_VERTICES, cell);

	for (int i = 0; i < degree; i++) {
		const int next = v[(i + 1) % degree];

		if ((v[i] == ends[0] && next == ends[1]) || (v[i] == ends[1] && next == ends[0]))
			return i;
	}
	return -1;
}

/* Edges in their slots must be the cell's sides in order, from any one on. */
static bool
closes(const struct mesh *mesh, int cell)
{
	const int degree = mesh_degree(mesh, CELL_VERTICES, cell), *edges = mesh_row(mesh, CELL_EDGES, cell);
	int first;

	if (mesh_degree(mesh, CELL_EDGES, cell) != degree)
		return false;
	first = side_of(mesh, cell, edges[0]);
	for (int i = 0; i < degree; i++)
		if (first < 0 || side_of(mesh, cell, edges[i]) != (first + i) % degree)
			return false;
	return true;
}

static void
check_cells(const struct mesh *mesh)
{
	const int base = mesh->base;

	for (int c = 0; c < mesh->count[CELL]; c++) {
		if (!closes(mesh, c)) {
			findings_add(mesh->findings, FINDING_OPEN, "cell %d: its edges do not close round its vertices", c + base);
			continue;
		}
		for (int s = 0; s < mesh->relations[CELL_EDGES].width; s++) {
			const int edge = mesh_at(mesh, CELL_EDGES, c, s);
			const int across = edge < 0 ? -1 : mesh_across(mesh, edge, c);
			const int said = s < mesh->relations[CELL_CELLS].width ? mesh_at(mesh, CELL_CELLS, c, s) : -1;

			if (said == across)
				continue;
			if (across < 0)
				findings_add(mesh->findings, FINDING_ACROSS, "cell %d, slot %d: across edge %d is no cell, not %d", c + base, s,
					edge + base, said + base);
			else
				findings_add(mesh->findings, FINDING_ACROSS, "cell %d, slot %d: across edge %d is %d, not %d", c + base, s,
					edge + base, across + base, said + base);
		}
	}
}

static void
check_sense(const struct mesh *mesh)
{
	for (int e = 0; e < mesh->count[EDGE]; e++) {
		const int *cells = mesh_row(mesh, EDGE_CELLS, e);
		const int a = side_of(mesh, cells[0], e), b = cells[1] < 0 ? -1 : side_of(mesh, cells[1], e);

		if (a >= 0 && b >= 0 && mesh_at(mesh, CELL_VERTICES, cells[0], a) == mesh_at(mesh, CELL_VERTICES, cells[1], b))
			findings_add(mesh->findings, FINDING_SENSE, "cells %d and %d run along edge %d in the same sense", cells[0] + mesh->base,
				cells[1] + mesh->base, e + mesh->base);
	}
}

/* Tables that follow from others must have the same neighbours; those of triangles in the same slots. */
static void
check_followers(const struct mesh *mesh, enum relation_id id, void (*find)(const struct mesh *, int, int *),
	bool in_order)
{
	const struct relation_kind *kind = &relation_kinds[id];
	const int width = mesh->relations[id].width;
	struct arena arena = { NULL };
	int *expected;

	if (!mesh->relations[id].at)
		return;
	expected = arena_array(&arena, int, 2*mesh->relations[CELL_EDGES].width + mesh->relations[VERTEX_EDGES].width + width + 4);
	for (int e = 0; e < mesh->count[kind->from]; e++) {
		const int *row = mesh_row(mesh, id, e);
		int count = 0, wrong = -1;

		find(mesh, e, expected);
		while (expected[count] >= -1)
			count++;
		while (count && expected[count - 1] < 0)
			count--;
		for (int s = 0; s < count && wrong < 0; s++)
			if (in_order ? s >= width || row[s] != expected[s] : mesh_slot(mesh, id, e, expected[s]) < 0)
				wrong = s;
		if (wrong >= 0)
			findings_add(mesh->findings, FINDING_INVERSE, "%s: %s %d lacks %s %d", mesh_relation_name(mesh, id),
				NAME(mesh, kind->from, e), NAME(mesh, kind->to, expected[wrong]));
		else if (mesh_degree(mesh, id, e) > count)
			findings_add(mesh->findings, FINDING_INVERSE, "%s: %s %d has %d neighbors, not %d", mesh_relation_name(mesh, id),
				NAME(mesh, kind->from, e), mesh_degree(mesh, id, e), count);
	}
	arena_free(&arena);
}

static void
check_unused(const struct mesh *mesh)
{
	for (int e = 0; e < mesh->count[EDGE]; e++)
		if (mesh_at(mesh, EDGE_CELLS, e, 0) < 0)
			findings_add(mesh->findings, FINDING_UNUSED, "edge %d belongs to no cell", e + mesh->base);
}

/* Cells, their edges and what lies across. */
static bool
check_sides(const struct mesh *mesh, struct error *error)
{
	check_unused(mesh);
	check_crowded(mesh);
	check_twice(mesh, CELL_EDGES);
	check_twice(mesh, EDGE_CELLS);
	check_twice(mesh, EDGE_VERTICES);
	check_inverse(mesh, CELL_EDGES, EDGE_CELLS);
	check_inverse(mesh, EDGE_CELLS, CELL_EDGES);
	if (!findings_are_good(mesh->findings, error))
		return false;
	check_cells(mesh);
	check_sense(mesh);
	return findings_are_good(mesh->findings, error);
}

/* What lies round vertices and edges. */
static bool
check_around(const struct mesh *mesh, struct error *error)
{
	check_twice(mesh, VERTEX_EDGES);
	check_twice(mesh, VERTEX_CELLS);
	check_inverse(mesh, CELL_VERTICES, VERTEX_CELLS);
	check_inverse(mesh, VERTEX_CELLS, CELL_VERTICES);
	check_inverse(mesh, EDGE_VERTICES, VERTEX_EDGES);
	check_inverse(mesh, VERTEX_EDGES, EDGE_VERTICES);
	if (!findings_are_good(mesh->findings, error))
		return false;
	check_followers(mesh, VERTEX_VERTICES, mesh_find_vertex_vertices, false);
	check_followers(mesh, EDGE_CORNERS, mesh_find_corners, true);
	check_followers(mesh, EDGE_RIM, mesh_find_rim, true);
	check_followers(mesh, EDGE_EDGES, mesh_find_edge_edges, false);
	return findings_are_good(mesh->findings, error);
}

bool
mesh_check(const struct mesh *mesh, struct error *error)
{
	return check_sides(mesh, error) && check_around(mesh, error);
}

bool
mesh_check_degree(const struct mesh *mesh, enum relation_id id, int degree, struct error *error)
{
	const struct relation_kind *kind = &relation_kinds[id];

	for (int e = 0; e < mesh->count[kind->from]; e++)
		if (mesh_degree(mesh, id, e) != degree)
			findings_add(mesh->findings, FINDING_DEGREE, "exact relation %s[%d]: %s %d has %d", kind->full, degree,
				NAME(mesh, kind->from, e), mesh_degree(mesh, id, e));
	return findings_are_at_most(mesh->findings, FINDING_DEGREE, 0, error);
}

/* Values must have the slots of their relation. */
static bool
check_fields(const struct mesh *mesh, struct error *error)
{
	for (const struct mesh_field *field = mesh->fields; field; field = field->next)
		if (field->slots != mesh_slots(mesh, field->relation))
			findings_add(mesh->findings, FINDING_DEGREE, "%s.%s %s has %d slots, but the relation %d", location_names[field->location],
				mesh_slots_name(field->relation), field->name, field->slots, mesh_slots(mesh, field->relation));
	return findings_are_good(mesh->findings, error);
}

bool
mesh_complete(struct mesh *mesh, struct error *error)
{
	if (!mesh_count_entries(mesh, error) || !mesh_check_sizes(mesh, error) || !mesh_check_entries(mesh, error)
			|| !mesh_derive_edges(mesh, error) || !mesh_check_sizes(mesh, error) || !check_sides(mesh, error)
			|| !mesh_derive_around(mesh, error) || !check_around(mesh, error) || !check_fields(mesh, error))
		return false;
	mesh_derive_rows(mesh);
	return true;
}
