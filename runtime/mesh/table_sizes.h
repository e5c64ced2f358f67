#ifndef TABLE_SIZES_H
#define TABLE_SIZES_H

#include "runtime/mesh/mesh.h"

/* Sizes of tables from outside. Each reader registers every table and every array of values; the number of elements
 * of a location is that of its first table. No table is used before its size was compared. */

/* A table with a row for each element of a location. */
struct mesh_size {
	struct mesh_size *next;
	enum location location;
	const char *name; /* in messages */
	long long rows;
};

/* Registers a table. Fails if the number of elements is known and differs. */
bool mesh_take_size(struct mesh *mesh, enum location location, const char *name, long long rows,
	struct error *error);

/* Compares all sizes: the rows of all tables with the numbers of elements, and the slots of relations with what they
 * need. For meshes that are read, and again once the edges are derived. */
bool mesh_check_sizes(const struct mesh *mesh, struct error *error);

/* Counts vertices and edges that no table counts by the entries of cell.vertices, and of cell.edges or vertex.edges. */
bool mesh_count_entries(struct mesh *mesh, struct error *error);

/* Sets the number of edges to that of the cells' sides, with which all tables of edges are compared. */
bool mesh_take_sides(struct mesh *mesh, int sides, struct error *error);

#endif
