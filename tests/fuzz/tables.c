/* Meshes of a caller's tables: those of a generated mesh with some rows more or less, other entries and tables left out, or any
 * bytes. All arrays are as long as the counts say, so that a sanitizer sees each read past an end. What is made can be
 * walked through. */

#include "runtime/library/stencil.h"
#include "tests/fuzz/lib/bytes.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MOST = 16, ENTRIES = 1 << 14 };

static const struct {
	const char *name;
	int from, to;
} known[] = {
	{ "cell.vertices", STENCIL_CELL, STENCIL_VERTEX }, { "cell.edges", STENCIL_CELL, STENCIL_EDGE },
	{ "cell.cells", STENCIL_CELL, STENCIL_CELL }, { "edge.cells", STENCIL_EDGE, STENCIL_CELL },
	{ "edge.vertices", STENCIL_EDGE, STENCIL_VERTEX }, { "edge.corners", STENCIL_EDGE, STENCIL_VERTEX },
	{ "edge.rim", STENCIL_EDGE, STENCIL_EDGE }, { "edge.edges", STENCIL_EDGE, STENCIL_EDGE },
	{ "vertex.edges", STENCIL_VERTEX, STENCIL_EDGE }, { "vertex.cells", STENCIL_VERTEX, STENCIL_CELL },
	{ "vertex.vertices", STENCIL_VERTEX, STENCIL_VERTEX }, { "edge.wings -> cell", STENCIL_EDGE, STENCIL_CELL },
	{ "vertex.far->vertex", STENCIL_VERTEX, STENCIL_VERTEX }, { "cell.edges -> edge", STENCIL_CELL, STENCIL_EDGE },
	{ "edge", STENCIL_EDGE, STENCIL_EDGE }, { "cell.none", STENCIL_CELL, STENCIL_CELL }, { "", STENCIL_CELL, STENCIL_CELL },
};
enum { KNOWN = sizeof known/sizeof *known, WINGS = 11, RELATIONS_OF_MESHES = 11 };

static long long
entries(long long count, long long slots)
{
	return count > 0 && slots > 0 ? count*slots : 0;
}

static int *
table_of_bytes(struct bytes *in, int count, int slots)
{
	const long long size = entries(count, slots);
	int *table = exact_memory((size_t)size*sizeof *table);

	for (long long i = 0; i < size; i++)
		table[i] = next_byte(in) - 2;
	return table;
}

/* The rows of a whole mesh, some left out or there again. */
static int *
table_of_mesh(struct bytes *in, const int *from, int had, int count, int slots)
{
	const long long size = entries(count, slots);
	int *table = exact_memory((size_t)size*sizeof *table);

	for (long long i = 0; i < size; i++)
		table[i] = from[i % ((long long)had*slots)];
	for (int edits = next_byte(in) % 4; size && edits; edits--) {
		const long long place = (256LL*next_byte(in) + next_byte(in)) % size;

		table[place] = next_number(in);
	}
	return table;
}

/* A count as it is or, now and then, another one. */
static int
count_near(struct bytes *in, int count)
{
	const int byte = next_byte(in);

	return byte < 160 ? count : byte < 190 ? 0 : byte < 250 ? count + byte - 220 : byte - 253;
}

static const struct stencil_plan_mesh *
base_mesh(int number)
{
	static const char *const what[] = { "plane:2x1", "torus:3x3", "icosahedron:R1B0", "dual:torus:3x3", "cap:60:dual:icosahedron:R1B1" };
	static stencil_plan_mesh *meshes[sizeof what/sizeof *what];
	const size_t i = (size_t)number % (sizeof what/sizeof *what);

	if (!meshes[i])
		meshes[i] = stencil_mesh_open(what[i], NULL, NULL);
	if (!meshes[i])
		abort();
	return meshes[i];
}

static void
add(struct stencil_mesh_tables *t, struct stencil_mesh_relation *relations, int id, int slots, const int *table)
{
	relations[t->relation_count++] = (struct stencil_mesh_relation){ known[id].name, slots, table };
}

static void
tables_of_mesh(struct bytes *in, struct stencil_mesh_tables *t, struct stencil_mesh_relation *relations)
{
	const stencil_plan_mesh *mesh = base_mesh(next_byte(in));
	const int chosen = 256*next_byte(in) + next_byte(in);

	for (int l = 0; l < 3; l++)
		t->count[l] = count_near(in, stencil_mesh_count(mesh, l));
	for (int id = 0; id < RELATIONS_OF_MESHES; id++) {
		int slots;
		const int *from = stencil_mesh_neighbors(mesh, known[id].name, &slots);
		const int had = stencil_mesh_count(mesh, known[id].from);

		if (from && (!id || chosen >> id & 1))
			add(t, relations, id, slots, table_of_mesh(in, from, had, t->count[known[id].from], slots));
	}
	if (chosen >> WINGS & 1)
		add(t, relations, WINGS, 2, table_of_bytes(in, t->count[STENCIL_EDGE], 2));
}

static void
tables_of_bytes(struct bytes *in, struct stencil_mesh_tables *t, struct stencil_mesh_relation *relations)
{
	const int count = next_byte(in) % MOST;

	for (int l = 0; l < 3; l++)
		t->count[l] = next_number(in) % 64;
	for (int i = 0; i < count; i++) {
		const int id = next_byte(in) % KNOWN, slots = next_number(in), from = t->count[known[id].from];
		const bool large = entries(from, slots) > ENTRIES;

		add(t, relations, id, slots, large ? NULL : table_of_bytes(in, from, slots));
	}
}

static void
add_elements(struct bytes *in, struct stencil_mesh_tables *t)
{
	const int chosen = next_byte(in);

	t->dimensions = chosen & 1 ? 2 + (chosen >> 1 & 1) : chosen & 128 ? next_number(in) : 0;
	for (int l = 0; l < 3; l++) {
		const int most = t->dimensions > 0 && t->dimensions < 8 ? t->dimensions : 0;
		double *places;

		if (chosen >> (2 + l) & 1)
			t->rows[l] = table_of_bytes(in, t->count[l], 1);
		if (!(chosen >> (5 + l) & 1) || l == STENCIL_CELL)
			continue;
		t->coordinates[l] = places = exact_memory((size_t)entries(t->count[l], most)*sizeof *places);
		for (long long i = 0; i < entries(t->count[l], most); i++)
			places[i] = next_number(in)/16.0;
	}
}

static volatile double read_sum; /* so that values are read */

static void
walk(const stencil_plan_mesh *mesh, const struct stencil_mesh_tables *t)
{
	static const char *const values[] = { "area", "length", "kite", "sign", "geofac_div", "geofac_rot", "geofac_n2s", "weights" };
	double sum = 0;
	int slots;

	for (int l = 0; l < 3; l++)
		if (t->count[l] && t->count[l] != stencil_mesh_count(mesh, l))
			abort();
	for (int id = 0; id < KNOWN; id++) {
		const int *table = stencil_mesh_neighbors(mesh, id == WINGS ? "edge.wings" : known[id].name, &slots);

		for (long long i = 0; table && i < entries(stencil_mesh_count(mesh, known[id].from), slots); i++)
			if (table[i] < -1 || table[i] >= stencil_mesh_count(mesh, known[id].to))
				abort();
		for (size_t v = 0; v < sizeof values/sizeof *values; v++) {
			const double *of = stencil_mesh_values(mesh, known[id].name, values[v], &slots);

			for (long long i = 0; of && i < entries(stencil_mesh_count(mesh, known[id].from), slots); i++)
				sum += of[i];
		}
	}
	for (int l = 0; l < 3; l++) {
		const double *places = stencil_mesh_coordinates(mesh, l, &slots);

		for (long long i = 0; places && i < entries(stencil_mesh_count(mesh, l), slots); i++)
			sum += places[i];
	}
	read_sum = sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct bytes in = { bytes, size };
	struct stencil_mesh_relation relations[MOST + 1];
	struct stencil_mesh_tables tables = { .relations = relations };
	struct stencil_error error = { .code = 0 };
	stencil_plan_mesh *mesh;

	(next_byte(&in) % 4 ? tables_of_mesh : tables_of_bytes)(&in, &tables, relations);
	add_elements(&in, &tables);
	mesh = stencil_mesh_create(&tables, &error);
	if (!mesh && (!error.code || !*error.text))
		abort();
	if (mesh)
		walk(mesh, &tables);
	stencil_mesh_destroy(mesh);
	for (int i = 0; i < tables.relation_count; i++)
		free((void *)(uintptr_t)relations[i].neighbors);
	for (int l = 0; l < 3; l++) {
		free((void *)(uintptr_t)tables.rows[l]);
		free((void *)(uintptr_t)tables.coordinates[l]);
	}
	return 0;
}
