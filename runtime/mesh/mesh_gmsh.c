#include "runtime/mesh/mesh_gmsh.h"

#include "generator/base/files.h"
#include "generator/base/list.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gmsh {
	struct mesh *mesh;
	struct error *error;
	struct arena arena;
	const char *at, *end;
	int line;
	bool version_4;
	struct gmsh_node *nodes;
	int node_count;
	long long *cells;   /* four tags each; the last is 0 for triangles */
	int cell_count, cell_room;
	bool has_elements;
};

static bool
fail(struct gmsh *g, const char *what)
{
	return error_set(g->error, EXIT_ERRORS, "line %d: %s", g->line, what);
}

static void
skip_blanks(struct gmsh *g)
{
	for (; g->at < g->end && strchr(" \t\r\n", *g->at) && *g->at; g->at++)
		g->line += *g->at == '\n';
}

/* Whether the next word is this one; if so, goes past it. */
static bool
take_word(struct gmsh *g, const char *word)
{
	const size_t length = strlen(word);

	skip_blanks(g);
	if ((size_t)(g->end - g->at) < length || strncmp(g->at, word, length)
			|| (g->at + length < g->end && !strchr(" \t\r\n", g->at[length])))
		return false;
	g->at += length;
	return true;
}

static bool
read_whole(struct gmsh *g, long long *number)
{
	char *end;

	skip_blanks(g);
	errno = 0;
	*number = strtoll(g->at, &end, 10);
	if (end == g->at || errno || (end < g->end && !strchr(" \t\r\n", *end)))
		return fail(g, g->at == g->end ? "the file ends where a whole number is expected" : "expected a whole number");
	g->at = end;
	return true;
}

static bool
read_real(struct gmsh *g, double *number)
{
	char *end;

	skip_blanks(g);
	*number = strtod(g->at, &end);
	if (end == g->at || !isfinite(*number) || (end < g->end && !strchr(" \t\r\n", *end)))
		return fail(g, g->at == g->end ? "the file ends where a number is expected" : "expected a number");
	g->at = end;
	return true;
}

/* Reads how many of something follow, each of which takes so many bytes or more. */
static bool
read_count(struct gmsh *g, int bytes, int *count)
{
	long long number;

	if (!read_whole(g, &number))
		return false;
	if (number < 0 || number > INT_MAX/8 || number > (g->end - g->at)/bytes)
		return fail(g, "the file is too short for so many");
	*count = (int)number;
	return true;
}

static bool
read_format(struct gmsh *g)
{
	double version;
	long long binary, size;

	if (!read_real(g, &version) || !read_whole(g, &binary) || !read_whole(g, &size))
		return false;
	if (binary)
		return fail(g, "the file is binary; save it as ASCII, version 4.1: gmsh -save -format msh41 -setnumber Mesh.Binary 0");
	if (version != 2.2 && version != 4.1)
		return fail(g, "the version is neither 2.2 nor 4.1; save it so: gmsh -save -format msh41");
	g->version_4 = version == 4.1;
	return take_word(g, "$EndMeshFormat") || fail(g, "expected $EndMeshFormat");
}

static bool
read_point(struct gmsh *g, struct gmsh_node *node)
{
	return read_real(g, &node->xyz[0]) && read_real(g, &node->xyz[1]) && read_real(g, &node->xyz[2]);
}

static bool
read_nodes_2(struct gmsh *g)
{
	if (!read_count(g, 8, &g->node_count))
		return false;
	g->nodes = arena_array(&g->arena, struct gmsh_node, g->node_count + 1);
	for (int i = 0; i < g->node_count; i++)
		if (!read_whole(g, &g->nodes[i].tag) || !read_point(g, &g->nodes[i]))
			return false;
	return true;
}

static bool
read_node_block(struct gmsh *g, int first, int *count)
{
	long long dimension, entity, parametric;
	double skipped;

	if (!read_whole(g, &dimension) || !read_whole(g, &entity) || !read_whole(g, &parametric) || !read_count(g, 8, count))
		return false;
	if (*count > g->node_count - first)
		return fail(g, "the blocks have more nodes than $Nodes says");
	for (int i = first; i < first + *count; i++)
		if (!read_whole(g, &g->nodes[i].tag))
			return false;
	for (int i = first; i < first + *count; i++) {
		if (!read_point(g, &g->nodes[i]))
			return false;
		for (long long d = 0; parametric && d < dimension && d < 3; d++)
			if (!read_real(g, &skipped))
				return false;
	}
	return true;
}

static bool
read_nodes_4(struct gmsh *g)
{
	long long least, most;
	int blocks, first = 0, count;

	if (!read_count(g, 8, &blocks) || !read_count(g, 8, &g->node_count) || !read_whole(g, &least) || !read_whole(g, &most))
		return false;
	g->nodes = arena_array(&g->arena, struct gmsh_node, g->node_count + 1);
	for (int b = 0; b < blocks; b++, first += count)
		if (!read_node_block(g, first, &count))
			return false;
	return first == g->node_count || fail(g, "the blocks have fewer nodes than $Nodes says");
}

/* How many nodes an element has; 0 if it is neither a cell nor one that is skipped. */
static int
nodes_of(long long type)
{
	switch (type) {
	case 1: return 2;  /* a line */
	case 2: return 3;  /* a triangle */
	case 3: return 4;  /* a quadrangle */
	case 15: return 1; /* a point */
	default: return 0;
	}
}

static bool
read_element(struct gmsh *g, long long type)
{
	const int nodes = nodes_of(type);
	long long *cell;

	if (!nodes) {
		error_set(g->error, EXIT_ERRORS, "line %d: an element has type %lld; cells have type 2 or 3, triangles and "
			"quadrangles of first order", g->line, type);
		return false;
	}
	g->cells = list_grow(&g->arena, g->cells, 4*sizeof *cell, g->cell_count, &g->cell_room);
	cell = &g->cells[4*(size_t)g->cell_count];
	cell[3] = 0;
	for (int i = 0; i < nodes; i++)
		if (!read_whole(g, &cell[i]))
			return false;
	g->cell_count += nodes >= 3;
	return true;
}

static bool
read_elements_2(struct gmsh *g)
{
	long long tag, type, skipped;
	int count, tags;

	if (!read_count(g, 6, &count))
		return false;
	for (int i = 0; i < count; i++) {
		if (!read_whole(g, &tag) || !read_whole(g, &type) || !read_count(g, 2, &tags))
			return false;
		while (tags--)
			if (!read_whole(g, &skipped))
				return false;
		if (!read_element(g, type))
			return false;
	}
	return true;
}

static bool
read_elements_4(struct gmsh *g)
{
	long long least, most, dimension, entity, type, tag;
	int blocks, all, count;

	if (!read_count(g, 8, &blocks) || !read_count(g, 4, &all) || !read_whole(g, &least) || !read_whole(g, &most))
		return false;
	for (int b = 0; b < blocks; b++) {
		if (!read_whole(g, &dimension) || !read_whole(g, &entity) || !read_whole(g, &type) || !read_count(g, 4, &count))
			return false;
		for (int i = 0; i < count; i++)
			if (!read_whole(g, &tag) || !read_element(g, type))
				return false;
		all -= count;
	}
	return !all || fail(g, "the blocks do not have as many elements as $Elements says");
}

/* Goes behind the line that ends a section of which nothing is used. */
static bool
skip_section(struct gmsh *g)
{
	while (g->at < g->end && strncmp(g->at, "$End", 4)) {
		const char *next = memchr(g->at, '\n', (size_t)(g->end - g->at));

		g->line++;
		g->at = next ? next + 1 : g->end;
	}
	if (g->at == g->end)
		return fail(g, "the file ends within a section");
	g->at += strcspn(g->at, "\r\n");
	return true;
}

static bool
read_sections(struct gmsh *g)
{
	if (!take_word(g, "$MeshFormat"))
		return fail(g, "expected $MeshFormat");
	if (!read_format(g))
		return false;
	for (skip_blanks(g); g->at < g->end; skip_blanks(g)) {
		if (take_word(g, "$Nodes")) {
			if (g->nodes)
				return fail(g, "$Nodes is there twice");
			if (!(g->version_4 ? read_nodes_4(g) : read_nodes_2(g)) || !(take_word(g, "$EndNodes") || fail(g, "expected $EndNodes")))
				return false;
		} else if (take_word(g, "$Elements")) {
			g->has_elements = true;
			if (!(g->version_4 ? read_elements_4(g) : read_elements_2(g))
					|| !(take_word(g, "$EndElements") || fail(g, "expected $EndElements")))
				return false;
		} else if (*g->at != '$') {
			return fail(g, "expected a section, as $Nodes");
		} else if (!skip_section(g)) {
			return false;
		}
	}
	return (g->nodes && g->has_elements) || error_set(g->error, EXIT_ERRORS, "there is no section %s",
		g->nodes ? "$Elements" : "$Nodes");
}

bool
mesh_gmsh_read(struct mesh *mesh, const char *path, struct error *error)
{
	struct gmsh g = { .mesh = mesh, .error = error, .line = 1 };
	size_t size;
	bool good = file_read(&g.arena, path, &g.at, &size, error);

	if (good) {
		g.end = g.at + size;
		good = read_sections(&g) && mesh_gmsh_take(mesh, g.nodes, g.node_count, g.cells, g.cell_count, error);
	}
	arena_free(&g.arena);
	return good;
}
