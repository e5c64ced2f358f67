#ifndef RUNTIME_GRID_H
#define RUNTIME_GRID_H

#include "generator/base/arena.h"
#include "generator/base/error.h"
#include "stencil_launch.h"

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

/* Reads "row", "zcurve[:WIDTH]", "hilbert" or "random[:SEED]"; returns false for anything else.
 * grid_create checks that a width is a power of two. */
bool order_parse(const char *text, struct order *order);

/* Writes what order_parse reads, width and seed included: "zcurve:16". */
const char *order_format(struct arena *arena, const struct order *order);

/* A kind of neighbour in the plane. */
struct displacement {
	int x, y;
};

struct cluster_shape;
struct column_list;

/* What a grid is made from. Arrays of three are x, y, z. */
struct grid_spec {
	int size[3];                      /* halo included */
	int low[3], high[3];              /* halo: west, north, below; east, south, above */
	bool regular;                     /* the members after alignment are unused then */
	bool innermost;                   /* levels: a column's lie side by side; not if regular */
	bool half_levels;                 /* levels innermost: columns have room for one more */
	int alignment;                    /* in elements, of the first inner column and of levels; of columns
	                                   * if levels are innermost */
	int vector;                       /* levels innermost: columns are a multiple of it apart, in elements */
	int padding_updated;              /* and elements behind a column's levels that kernels may update, too, if there are any */
	struct order order;
	const struct displacement *relations; /* by slot of the table */
	int relation_count;
	bool compressed;
	bool padding_read;       /* kernels look up neighbours of columns of padding, too: they have none */
	const struct cluster_shape *clusters; /* to be found; NULL: none. Not needed any more when the
	                                       * grid is there */
	const struct column_list *list;       /* columns that fill no rectangle, which stay; NULL: they fill one.
	                                       * Never regular */
};

/*
 * A grid in host memory.
 *
 * Regular: the columns of a level lie row by row. The rows are shifted so that the
 * first inner column of each is aligned, on every level.
 *
 * Unstructured: the halo columns of a level come first, row by row, then padding up
 * to the alignment, then the inner columns in their order. The table holds for each
 * column the offsets to its neighbours: their position minus its own, 0 where the
 * grid ends. Compressed, columns with the same offsets share a row of the table.
 *
 * A list of columns: those that are only read come first, then padding, then zone by zone the others.
 *
 * Levels innermost: the same columns without padding between them; each has as many
 * elements as a multiple of the alignment or, for fewer levels, as a power of two, so
 * that it lies in as few lines of a cache as can be.
 */
struct grid {
	struct grid_spec spec;    /* with relations of its own */
	struct stencil_grid view; /* for kernels; table and pattern are those below */
	size_t elements;          /* in a point field; a column field has view.stride */
	size_t entries;           /* in table */
	int *position;            /* position[y*size[0] + x] of the column in a level */
	int *table;               /* NULL if regular */
	int *pattern;             /* view.stride of them; NULL unless compressed */
	int outside;              /* columns before the padding; 0 if regular */
	int *zone_first;          /* of a list, by zone: its first column; after the last, the end */
	int *zone_clusters, *zone_singles; /* of a list with clusters, by zone: its first ones, as with zone_first. NULL: its
	                           * clusters are those of all zones */
	int cluster_slots;        /* then: of a row of these */
	int *cluster, *single;    /* NULL unless clusters were asked for */
	size_t cluster_entries;   /* in cluster */
};

/* Returns NULL and an error if the sizes make no grid, if offsets in it do not fit
 * an int, or if memory is short. A compressed table needs the memory of the
 * uncompressed one while it is made. */
struct grid *grid_create(const struct grid_spec *spec, struct error *error);

void grid_free(struct grid *grid);

/* The columns of a level, the halo's too: of position. Where the first cell of the domain has its column in a copy of
 * position, as kernels take it. */
size_t grid_columns(const struct grid *grid);
const int *grid_first_place(const struct grid *grid, const int *position);

/* The index of a field's element, of points or of columns. */
size_t grid_index(const struct grid *grid, bool points, int column, int level);

/* With levels innermost: the elements to leave free before a field of points that begins with a line of a cache, so that the
 * levels of a column that are updated lie in as few sectors as can be, fill them where they can, and lie in as few lines; its halo
 * shares a sector with that of the next column. A multiple of the grid's vector; 0 where nothing is gained. */
size_t grid_lead(const struct grid *grid, size_t element);

/* The elements behind the levels of a column that kernels update, too: some of its padding. */
int grid_padding_updated(const struct grid *grid);

/* Copy a field of points with so many levels, or of columns if there are none, between a plain array in C order, (z,y,x) or
 * (y,x), and its storage in the grid; an element has 4 or 8 bytes. Padding is neither written nor read, but
 * kernels may load it: clear a field after allocating it. */
void grid_pack(const struct grid *grid, int levels, size_t element, const void *array, void *field);
void grid_unpack(const struct grid *grid, int levels, size_t element, const void *field, void *array);

/* Checks that every offset in the table leads from a column to a column, so that
 * repeated look-ups stay in the plane; if not, the error names the column and the
 * relation. To be called before a kernel gets the table. */
bool grid_check(const struct grid *grid, struct error *error);

#endif
