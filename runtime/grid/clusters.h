#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "runtime/grid/grid.h"

/* What a thread, or a block of threads, computes at once. Relations are from the first column of a
 * cluster, its north-western one, or for reads from the column that reads. */
struct cluster_shape {
	int width, height;              /* columns of a cluster: a rectangle, */
	int part_width, part_height;    /* divided into parts, of which some may be missing */
	bool parts_listed;              /* behind its columns a row has the first one of each part, or -1 */
	const struct displacement *reads;   /* the columns that a point reads, its own among them */
	int read_count;
	const struct displacement *columns; /* by slot of a cluster's row: its own and those that they read */
	int column_count;
};

/*
 * Clusters of the inner columns of a grid, found from its table alone, and the columns that are in
 * none. Both come along a Z-curve through the grid, however columns are numbered, so that what
 * is near in them shares neighbours.
 */
struct clusters {
	int count, single_count;
	int *rows;    /* rows[cluster*slots + slot]: a column, or -1; see clusters_slots, clusters_compress */
	size_t entries; /* of rows */
	int *singles;
};

/* Finds the rectangles of columns all of whose reads, by every way that the table has, lead to the
 * columns of one row. Columns of a part that is not whole, or has other reads, are in no cluster. The table has
 * entries for the relations. False with a message if memory is short. Ends with clusters_free. */
bool clusters_find(const struct stencil_grid *grid, const struct displacement *relations, int relation_count,
	const struct cluster_shape *shape, struct clusters *clusters, char *message, size_t size);

/* The slots of a row: columns, parts if they are listed, and some more so that it can be loaded by fours. */
int clusters_slots(const struct cluster_shape *shape);

/* Lets clusters of equal shape share a row: rows[2*cluster] is then the first column of a cluster and rows[2*cluster + 1]
 * where its row begins, whose slots hold columns less the first one. Its columns must all be there. False with a message
 * if memory is short; the clusters are to be freed also then. */
bool clusters_compress(struct clusters *clusters, const struct cluster_shape *shape, char *message, size_t size);

void clusters_free(struct clusters *clusters);

#endif
