#ifndef RECTANGLES_H
#define RECTANGLES_H

/* Clusters, and that they are what they should be. */

#include "tests/unit/runtime/grid/grids.h"
#include "runtime/grid/clusters.h"

/* A cluster's own columns and those one step or two from it, which are read. Columns must have room for all. */
struct cluster_shape rectangle_of(int width, int height, int steps, struct displacement *columns);

struct clusters find_rectangles(const struct grid *grid, const struct cluster_shape *shape);

/* Each inner column is in one cluster, or else by itself. */
void check_updated_once(const struct grid *grid, const struct cluster_shape *shape, const struct clusters *clusters);

#endif
