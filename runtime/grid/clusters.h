#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "generator/base/error.h"
#include "runtime/grid/grid.h"

/* What a kernel of access cluster computes at once. Relations are from the first column of a
 * cluster, its north-western one, or for reads from the column that reads. */
struct cluster_shape {
	int width, height;              /* columns of a cluster: a rectangle */
	const struct displacement *reads;   /* the columns that a point reads, its own among them */
	int read_count;
	const struct displacement *columns; /* by slot of a cluster's row: its own and those that they read */
	int column_count;
	bool by_slot;                   /* rows are stored slot by slot: see clusters_store */
	bool pairs;                     /* columns (x,y) and (x+1,y) of a row, x even, are an even number and the next one */
};

/*
 * Clusters of the inner columns of a grid, found from its table alone, and the columns that are in
 * none. Both come along a Z-curve through the grid, however columns are numbered, so that what
 * is near in them shares neighbours; until clusters_store sorts them.
 */
struct clusters {
	int count, single_count;
	int *rows;    /* rows[cluster*slots + slot]: a column; see clusters_slots, clusters_store */
	size_t entries; /* of rows */
	int *singles;
};

/* Finds the rectangles of columns all of whose reads, by every way that the table has, lead to the
 * columns of one row. The table has entries for the relations. False with an error if memory is
 * short. Ends with clusters_free. */
bool clusters_find(const struct stencil_grid *grid, const struct displacement *relations, int relation_count,
	const struct cluster_shape *shape, struct clusters *clusters, struct error *error);

/* The slots of a row: as many as columns. Unless rows are stored by slot, a multiple of four, as four are loaded at once. */
int clusters_slots(const struct cluster_shape *shape);

/* Stores clusters as kernels read them. By slot, clusters and single columns are sorted by their first column, and
 * rows[slot*count + cluster] is a column. False with an error if memory is short; the clusters are to be freed also then. */
bool clusters_store(struct clusters *clusters, const struct cluster_shape *shape, bool compressed, struct error *error);

/* Lets clusters of equal shape share a row: rows[2*cluster] is then the first column of a cluster and rows[2*cluster + 1]
 * where its row begins, whose slots hold columns less the first one. False as of clusters_store. */
bool clusters_compress(struct clusters *clusters, const struct cluster_shape *shape, struct error *error);

/* The slot of a cluster's first column. */
int clusters_first_slot(const struct cluster_shape *shape);

void clusters_free(struct clusters *clusters);

#endif
