#ifndef SAMPLE_H
#define SAMPLE_H

/* A small grid to run the kernels beside on, row by row with a halo of one
 * column, and two fields on it. The table, of one slot, leads each column to
 * another. The arrays end where the fields end. */

#include <stddef.h>

#include "stencil_launch.h"

#include "stencil_grid.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sample {
	struct stencil_grid grid;
	size_t points;
	double *src, *dst;  /* src has no two equal values; dst is all -1 */
};

typedef int sample_launch(const struct stencil_grid *grid, const double *src, double *dst,
	struct stencil_block block, void *stream);

struct sample sample_make(int width, int height, int levels);
void sample_free(struct sample *sample);

/* Correct kernels, each in the file that its launcher is named after. */
sample_launch launch_copy, launch_tile, launch_broadcast, launch_rounds, launch_late_return,
	launch_lanes, launch_constant, launch_large_shared;

/* Wrong ones. */
sample_launch launch_missing_barrier, launch_divergent_barrier, launch_half_warp,
	launch_unordered_shuffle, launch_two_writers, launch_forgotten_load,
	launch_past_tile, launch_past_shared, launch_past_field;

#ifdef __cplusplus
}
#endif

#endif
