#ifndef ZONE_CLUSTERS_H
#define ZONE_CLUSTERS_H

#include "generator/base/error.h"
#include "runtime/grid/clusters.h"

/* The clusters of each zone of a grid that has a list of columns, zone by zone, so that a region has some of them; the grid is told where
 * each zone's begin. Otherwise as clusters_find. */
bool zone_clusters_find(struct grid *grid, const struct cluster_shape *shape, struct clusters *clusters, struct error *error);

#endif
