#ifndef PLANE_KINDS_H
#define PLANE_KINDS_H

#include "generator/emit/level_vector.h"

/* What threads compute on structured grids. With levels innermost: they go along columns, or along clusters of columns. */
extern const struct shape_kind column_kind, cluster_kind;

/* With levels outermost: they go through a slice of the levels of a cluster. */
extern const struct shape_kind cluster_slice_kind;

/* They go through their columns: variables, then the loops of all sweeps in segments. */
extern const struct shape_kind sweep_kind;

/* They do several steps a launch: points are elements of queues of levels, or of rows. */
extern const struct shape_kind temporal_kind, temporal_warp_kind;

/* Point fields are elements of vectors of levels, columns have index variables. What names such a column or a point of it. */
extern const struct spelling level_vector_spelling;
level_vector_column level_vectors_point;

/* The levels that a thread loads at once; a launcher's checks of where they are stored. */
void columns_find_vector(struct kernel *kernel);
const char *columns_misaligned(const struct kernel *kernel);

#endif
