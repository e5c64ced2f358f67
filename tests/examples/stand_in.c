/* A launcher for GPUs that calls the one for CPUs, where there is no GPU. */

#include "laplap/laplap.h"
#include "laplap/laplap_openmp.h"

int
launch_laplap_regular_idxvar(const struct stencil_grid *grid, const double *src, double *dst,
	struct stencil_block block, void *stream)
{
	if (block.x != 64 || block.y != 2 || block.z != 1 || stream)
		return STENCIL_WRONG_BLOCK;
	return launch_laplap_regular_idxvar_openmp(grid, src, dst);
}
