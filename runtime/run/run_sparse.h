#ifndef SPARSE_RUN_H
#define SPARSE_RUN_H

#include "runtime/run/run.h"
#include "runtime/problem/sparse_device.h"

/* stencilrun on sparse grids. */

/* sparse_sample.c: the values of a formula of x1, x2, ... at the points of a grid, as an
 * array of elements of so many bytes; 0 where no point lies. Returns an exit status. */
int sparse_sample(struct tool *tool, const char *field, const char *formula,
	const struct sparse_grid *grid, int element, struct npy *array);

/* sparse_job.c: runs a job whose stencil is on a sparse grid, and whose fields are read. */
int sparse_job_run(struct job *job);

#endif
