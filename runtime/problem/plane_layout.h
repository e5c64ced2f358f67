#ifndef PLANE_LAYOUT_H
#define PLANE_LAYOUT_H

#include "generator/base/error.h"
#include "generator/variants/variants.h"
#include "runtime/grid/grid.h"
#include "runtime/problem/plane_problem.h"

/* An array of one field, or of structs of several. */
struct array_memory {
	int members;  /* fields */
	bool written; /* by a kernel */
	size_t bytes;
};

/* How a problem on planes lies in memory: its grid, and its fields in arrays. */
struct plane_layout {
	const struct problem *problem;
	struct grid *grid;
	enum layout kind;
	struct array_memory *arrays; /* by number: see layout_arrays */
	int array_count;
	int *array;  /* by field index: the number of its array */
	int *member; /* by field index: which member of the structs there it is */
};

enum { USUAL_ALIGNMENT = 128 }; /* bytes */

/* The grid of a problem in a variant's storage, the first inner point of each row or
 * level aligned to `alignment` bytes. NULL with an error on failure. */
struct grid *plane_grid(struct arena *arena, const struct problem *problem,
	const struct variant *variant, const struct order *order, int alignment, struct error *error);

/* What clusters a variant needs; NULL: none. */
const struct cluster_shape *plane_cluster_shape(struct arena *arena, const struct plan *plan,
	const struct variant *variant);

/* Whether fields, and tables on grids of one order, lie for one variant as for another. */
bool plane_lies_alike(const struct variant *a, const struct variant *b);

/* Takes the grid over, even on failure. False: out of memory. Ends with plane_layout_free. */
bool plane_layout_open(struct plane_layout *layout, const struct problem *problem, enum layout kind,
	struct grid *grid);
void plane_layout_free(struct plane_layout *layout);

/* Elements and bytes of a field that lies alone, padding included. */
int plane_levels(const struct plane_layout *layout, const struct field *field); /* as grid_pack() has them: 0 of columns */
size_t plane_elements(const struct plane_layout *layout, const struct field *field);
size_t plane_field_bytes(const struct plane_layout *layout, const struct field *field);

/* Padding holds marks of mark_unwritten, which show a kernel that writes there, or a
 * huge number: a result computed from one would otherwise look like a mark. */
enum padding { PADDING_MARKED, PADDING_HUGE };

/* That of a field's own array: marks in what a kernel writes. */
enum padding field_padding(const struct field *field);

/* A plain array in C order, laid out as a field that lies alone. To be freed; NULL:
 * out of memory. */
void *plane_lay_out(const struct plane_layout *layout, const struct field *field, const void *array,
	enum padding padding);

/* All the problem's fields that share an array, as they lie in it; padding is marked in
 * what a kernel writes. To be freed; NULL: out of memory. */
void *plane_lay_out_array(const struct plane_layout *layout, int array);

/* Copies a field from its array into memory where it lies alone. */
void plane_gather(const struct plane_layout *layout, const struct field *field, const void *array,
	void *own);

#endif
