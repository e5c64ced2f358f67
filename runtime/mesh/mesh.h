#ifndef MESH_H
#define MESH_H

#include "generator/language/relation.h"
#include "runtime/mesh/findings.h"

/*
 * A mesh of cells, edges and vertices, and their relations.
 *
 * A relation leads from each element of a location to elements of one: a table of (element, slot) whose
 * entries count from 0; -1 is none, and stands behind the others but in cell.cells. In a mesh whose
 * relations were derived the cells run counter-clockwise if those that were given do; edges[i] of a cell
 * joins its vertices[i] and [i + 1], cells[i] lies across edges[i]. Seen along an edge from vertices[0]
 * to [1], cells[0] is on the left and cells[1], which an edge of the boundary lacks, on the right. Round a
 * vertex edges, vertices and cells go counter-clockwise; vertices[i] is the other end of edges[i], cells[i]
 * lies between edges[i] and [i + 1]. A mesh that was read may have other orders of slots.
 */
struct mesh_relation {
	int width;        /* slots of each element */
	int *at;          /* [element*width + slot]; NULL: there is none */
	const char *name; /* in messages, if not that of the relation */
};

/* What has no table: slot 0 is the element itself, behind it come cell.cells or edge.rim. COLUMN has a single
 * value for each element. */
enum { CELL_STAR = RELATIONS, EDGE_STAR, COLUMN };

/* Values of a mesh: of each element, or of its slots. */
struct mesh_field {
	struct mesh_field *next;
	enum location location;
	int relation; /* an enum relation_id or one of those above */
	const char *name;
	int slots;
	double *values;
};

struct mesh {
	struct arena *arena; /* all of it lies there */
	int base;            /* what the first element is called in messages: 0, or 1 as in its file */
	int count[LOCATIONS];
	const char *counted[LOCATIONS]; /* the table that tells how many there are; NULL: none */
	struct mesh_size *sizes;        /* of tables from outside (table_sizes.h) */
	struct mesh_relation relations[RELATIONS];
	int dimensions;          /* of coordinates, 2 or 3 */
	double *xyz[LOCATIONS];  /* (element, dimension); NULL: unknown */
	int *row[LOCATIONS];     /* how far from the boundary, from 1; 0: inner. NULL: all are */
	bool periodic;
	double periods[2][2];    /* vectors after which a plane repeats itself */
	struct mesh_field *fields;
	struct mesh_own *own;    /* relations that the language does not know */
	struct findings *findings;
};

/* One without anything. */
struct mesh mesh_empty(struct arena *arena);

/* Where a relation begins and ends, and what it is called: "edges", and in full "cell.edges". */
struct relation_kind {
	enum location from, to;
	const char *name, *full;
};
extern const struct relation_kind relation_kinds[RELATIONS];

/* How many values an element has, and what they are called: "edges", "star", "". */
int mesh_slots(const struct mesh *mesh, int relation);
const char *mesh_slots_name(int relation);

/* What messages call a relation of the mesh. */
const char *mesh_relation_name(const struct mesh *mesh, enum relation_id id);

static inline int *
mesh_row(const struct mesh *mesh, enum relation_id id, int element)
{
	return mesh->relations[id].at + (size_t)element*(size_t)mesh->relations[id].width;
}

static inline int
mesh_at(const struct mesh *mesh, enum relation_id id, int element, int slot)
{
	return mesh_row(mesh, id, element)[slot];
}

/* How many neighbours an element has: the slots up to its last neighbour. */
int mesh_degree(const struct mesh *mesh, enum relation_id id, int element);

/* The slot of a neighbour; -1 if it is none. */
int mesh_slot(const struct mesh *mesh, enum relation_id id, int element, int neighbour);

/* The edge of a cell that joins its vertices of slots i and i + 1; -1 if none does. */
int mesh_side(const struct mesh *mesh, int cell, int i, int degree);

/* The other cell of an edge, or -1. */
int mesh_across(const struct mesh *mesh, int edge, int cell);

/* Whether a table of so many slots is not far larger than what is in it, `entries` of all elements together;
 * if it is, that is a finding. */
bool mesh_has_room(const struct mesh *mesh, enum relation_id id, int width, long long entries,
	struct error *error);

/* Gives a relation a table of so many slots, all -1, if there is room. */
bool mesh_make(struct mesh *mesh, enum relation_id id, int width, long long entries, struct error *error);

/* An array for each element of a location, zeros. */
double *mesh_values(struct mesh *mesh, enum location location, int width);

/* Adds a field, unless the mesh has one of that name there, which wins. Returns it. */
struct mesh_field *mesh_add_field(struct mesh *mesh, enum location location, int relation, const char *name, double *values);
const struct mesh_field *mesh_field(const struct mesh *mesh, enum location location, int relation, const char *name);

#endif
