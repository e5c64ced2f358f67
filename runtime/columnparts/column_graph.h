#ifndef COLUMN_GRAPH_H
#define COLUMN_GRAPH_H

#include "generator/base/error.h"
#include "runtime/grid/column_list.h"

/* The graph of a domain's columns, row by row, with an edge where the update of one reads another. */
struct column_graph {
	const struct column_plane *plane;
	const struct displacement *reads;
	int read_count;
	long long columns, edges; /* once it was written */
};

/* Writes it as METIS takes it: the numbers of columns and of edges, then for each column a line of those beside it, counted from 1. False with
 * an error. */
bool column_graph_write(struct column_graph *graph, const char *path, struct error *error);

#endif
