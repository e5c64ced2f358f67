#ifndef MESH_LAYOUT_H
#define MESH_LAYOUT_H

#include "generator/variants/variants.h"
#include "runtime/mesh/mesh_order.h"
#include "runtime/problem/mesh_problem.h"

#include "stencil_launch.h"
#include "stencil_mesh.h"

/* How a problem on a mesh lies in memory. The elements that are updated follow one another, zone by zone, those that are not
 * come first. */
struct mesh_layout {
	const struct mesh_problem *problem;
	struct arena memory;
	struct lookups lookups;    /* of the kernels; and the tables by index of relations, with those of chains */
	const struct mesh_table *tables;
	const int *place[LOCATIONS]; /* the new number of each element; NULL: its own */
	int *own[LOCATIONS];       /* those of locations with outputs; else NULL */
	int *zones[LOCATIONS];     /* likewise: the first element of each zone of what is updated, and the end of the last one */
	struct stencil_mesh mesh;
	struct stencil_relation *relations; /* in the order of launchers */
	size_t *entries;           /* of their tables */
};

/* Lays the tables out as the kernels of a variant have them, and checks them. The numbering, which must last, may be
 * NULL: as given. Ends with mesh_layout_close, even after a failure: false with an error. */
bool mesh_layout_open(struct mesh_layout *layout, const struct mesh_problem *problem, const struct variant *variant,
	const struct mesh_numbering *numbering, struct error *error);

/* The same for arrays that are there already: in the mesh's numbers, without padding; with levels innermost elements are
 * `height` apart, else that is 0. What is updated may then be several runs of elements: the mesh has no range. The levels end
 * at the problem's top, or with what mesh_top_of_sectors says. */
bool mesh_layout_open_plain(struct mesh_layout *layout, const struct mesh_problem *problem, const struct variant *variant,
	int height, int top, struct error *error);

/* The end of the levels that launches should update where what lies between them and `height` may be written, too: whole sectors.
 * It is the problem's top unless a GPU updates the highest level and reads nothing above it. */
int mesh_top_of_sectors(const struct mesh_problem *problem, const struct variant *variant, int height);
void mesh_layout_close(struct mesh_layout *layout);

/* Elements of a field there, padding included. */
size_t mesh_layout_elements(const struct mesh_layout *layout, const struct field *field);

/* A plain array as the field lies there, padding marked by mark_unwritten. To be freed; NULL: out of memory. */
void *mesh_lay_out(const struct mesh_layout *layout, const struct field *field, const void *array);

/* The same into memory of so many elements, without marks. */
void mesh_copy_field(const struct mesh_layout *layout, const struct field *field, void *laid_out, const void *array);

/* Marks the padding of what a kernel wrote, where it was to write that, too: on levels from the problem's top to the mesh's. */
void mesh_mark_padding(const struct mesh_layout *layout, const struct field *field, void *laid_out);

/* The other way round, into a plain array. */
void mesh_gather_field(const struct mesh_layout *layout, const struct field *field, const void *laid_out, void *array);

/* How many starts of rows a relation of the launcher has: one more than elements; 0 if it has no rows. */
size_t mesh_layout_starts(const struct mesh_layout *layout, int relation);

/* Where the values of a field's elements begin, whose slots lie in rows as the table of their relation does: those of
 * an element are starts[element]..starts[element + 1]-1. NULL: they do not. */
const int *mesh_layout_rows(const struct mesh_layout *layout, const struct field *field);

#endif
