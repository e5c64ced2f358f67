#ifndef KERNEL_BUILD_H
#define KERNEL_BUILD_H

#include "generator/base/error.h"
#include "generator/text/template_store.h"
#include "generator/plan/plan.h"
#include "runtime/device/backend.h"

/* Fills the tables of a kernel before it is called; to be cast to the type of its family. */
typedef void kernel_upload(void);

/* The bytes of the workspace for a grid or a mesh. */
typedef size_t kernel_workspace(const void *place);

/* A kernel to be built and then run. */
struct built {
	const struct plan *plan;
	struct variant variant;
	const char *name;            /* STENCIL_STORAGE_ACCESS... */
	const char *file;            /* the path of its text */
	const char *key;             /* equal for equal texts, compilers and options */
	kernel_run *run;
	kernel_run_blocks *run_blocks; /* NULL: it is no program of CUDA or HIP */
	kernel_run_part *run_part;     /* NULL: it is one kernel */
	const struct cpu_team *team; /* on a CPU: how many threads its launches have; NULL: all */
	struct recorded *recorded;   /* in its place, if NVRTC compiled it; kernel_close frees it */
	struct launch_facts **asked; /* NULL: it has no launch statistics */
	const long *launched;        /* launches so far; NULL: they are not counted */
	kernel_upload *upload;       /* NULL: it needs no tables */
	kernel_workspace *workspace; /* NULL: it is one kernel, and needs none, or NVRTC compiled it: built_workspace asks either */
	kernel_upload *kept;         /* where arrays are there, as stencil_kept, or on a mesh with its view; NULL: it takes no sums, or finds columns by tables */
};

/* Emits, compiles (several at a time) and loads kernels of one stencil. Texts and objects
 * stay in the toolchain's cache. On failure returns false with an error. */
bool kernels_build(const struct backend *backend, struct templates *templates,
	const struct source *source, struct built *kernels, int count, struct error *error);

void kernel_close(struct built *kernel);

/* A file with a thunk run_NAME and no stencil. */
struct plain_kernel {
	const char *name, *text;
	kernel_run *run; /* out */
};

/* The same for plain kernels. */
bool kernels_build_plain(const struct backend *backend, struct plain_kernel *kernels, int count, struct error *error);

/* How large a workspace it needs for a grid or a mesh. False with an error if the GPU does not tell. */
bool built_workspace(const struct built *kernel, const void *place, size_t *bytes, struct error *error);

/* The launch statistics of a call; zeros if unknown. */
struct launch_facts kernel_facts(const struct built *kernel, const struct call *call);

#endif
