#ifndef RUNTIME_GRID_H
#define RUNTIME_GRID_H

#include "stencil_grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum order_kind { ORDER_ROW, ORDER_ZCURVE, ORDER_HILBERT, ORDER_RANDOM };

/* How the inner columns of an unstructured grid are numbered. */
struct order {
	enum order_kind kind;
	int width;     /* ORDER_ZCURVE: columns in a run, a power of two */
	uint64_t seed; /* ORDER_RANDOM */
};

/* Reads "row", "zcurve[:WIDTH]", "hilbert" or "random[:SEED]"; returns false
 * for anything else. That a width is a power of two is for grid_create to say. */
bool order_parse(const char *text, struct order *order);

/* Writes what order_parse reads, width and seed included: "zcurve:16". */
void order_format(const struct order *order, char *text, size_t size);

/* A kind of neighbour in the plane. */
struct relation {
	int x, y;
};

/* What a grid is made from. Arrays of three are x, y, z. */
struct grid_spec {
	int size[3];                      /* halo included */
	int low[3], high[3];              /* halo: west, north, below; east, south, above */
	bool regular;                     /* then what follows alignment is of no concern */
	int alignment;                    /* in elements, of the first inner column and of levels */
	struct order order;
	const struct relation *relations; /* by slot of the table */
	int relation_count;
	bool compressed;
};

/*
 * A grid in this process's memory.
 *
 * In a level of a regular grid the columns lie row by row. The rows are moved
 * so far from the level's start that the first inner column of each is aligned
 * wherever the level is.
 *
 * In a level of an unstructured grid the halo columns come first, row by row,
 * then padding up to the alignment, then the inner columns in their order. The
 * table tells every column the way to its neighbours: their place minus its
 * own, 0 where there is no such column. Compressed, columns with the same ways
 * share a row of the table.
 */
struct grid {
	struct grid_spec spec;    /* with relations of its own */
	struct stencil_grid view; /* for kernels; table and pattern are those below */
	size_t elements;          /* in a point field; a column field has view.stride */
	size_t entries;           /* in table */
	int *place;               /* place[y*size[0] + x]: where in a level the column is */
	int *table;               /* NULL if regular */
	int *pattern;             /* view.stride of them; NULL unless compressed */
};

/* Returns NULL and a message if the sizes make no grid, if distances in it do
 * not fit an int, or if memory is short. Making a compressed table takes the
 * memory of the uncompressed one. */
struct grid *grid_create(const struct grid_spec *spec, char *message, size_t size);

void grid_free(struct grid *grid);

/* Copy a field between a plain array in C order, (z,y,x) or (y,x), and its
 * storage in the grid. Pass view.levels for a point field, 1 for a column
 * field; an element has 4 or 8 bytes. Padding is neither written nor read:
 * whoever allocates a field should clear it, for kernels may load padding. */
void grid_pack(const struct grid *grid, int levels, size_t element,
	const void *array, void *field);
void grid_unpack(const struct grid *grid, int levels, size_t element,
	const void *field, void *array);

/* Whether every way in the table leads from a column to a column, so that no
 * kernel leaves the plane however often it looks up; if not, the message names
 * the column and the relation. Call it before a kernel gets the table. */
bool grid_check(const struct grid *grid, char *message, size_t size);

#endif
