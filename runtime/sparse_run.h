#ifndef SPARSE_RUN_H
#define SPARSE_RUN_H

#include "job.h"
#include "sparse.h"

/* Stencils on sparse grids in the tools. */

/* A kernel, built. Thunk and upload as in any of their files in generated/. */
typedef int sparse_thunk(void *const *fields, const double *params, int probes, void *stream);
typedef int sparse_upload(void);

struct sparse_kernel {
	const char *name;
	sparse_thunk *run;
	sparse_upload *upload; /* NULL: there is no table to fill */
};

/* sparse_build.c: emits, compiles and loads a kernel. */
bool sparse_build(struct backend *backend, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct sparse_variant *variant, struct sparse_kernel *kernel,
	char *message, size_t room);

/* sparse_sample.c: the values of a formula of x1, x2, ... at the points of a grid, as an
 * array of elements of so many bytes; 0 where no point lies. Returns an exit status. */
int sparse_sample(struct tool *tool, const char *field, const char *formula,
	const struct sparse_grid *grid, int element, struct npy *array);

/* sparse_job.c: runs a job whose stencil is on a sparse grid, and whose fields are read. */
int sparse_job_run(struct job *job);

#endif
