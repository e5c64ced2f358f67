#ifndef BACKEND_H
#define BACKEND_H

#include "generator/base/arena.h"
#include "runtime/device/device.h"
#include "generator/emit/kernel.h"

/* How kernels are built and where they run. */
enum backend_kind {
	BACKEND_CUDA,   /* CUDA text, by nvcc, on a GPU */
	BACKEND_OPENMP, /* C text, by cc, on all cores */
	BACKEND_HOST,   /* CUDA text, by c++ and runtime/host, on one core */
	BACKEND_COUNT,
};

extern const char *const backend_names[BACKEND_COUNT];

struct backend {
	enum backend_kind kind;
	enum target target; /* whose texts it builds */
	struct toolchain *toolchain;
	const struct build_file *extras; /* that every build needs; the last has no name */
	const struct device *device;
	struct device_info info;
};

/* Whether a backend has this name; "auto" is one. */
bool backend_exists(const char *name);

/* Opens a backend by name; "auto" takes cuda where there are nvcc and a GPU,
 * else openmp. The message says what is missing. strict: no contraction of
 * products and sums on a GPU either (a CPU never does that). */
bool backend_open(struct arena *arena, const char *name, bool strict, struct backend *backend,
	char *message, size_t room);

/* Fills the tables of a kernel before it is called; to be cast to what its family has. */
typedef void kernel_upload(void);

/* One kernel to be built and then run. */
struct built {
	const struct plan *plan;
	struct variant variant;
	const char *name;   /* STENCIL_STORAGE_ACCESS... */
	const char *file;   /* its text's path */
	const char *key;    /* equal for equal texts, compilers and options */
	kernel_run *run;
	struct launch_facts **asked;   /* NULL: there is nothing to ask */
	const long *launched;          /* launches up to now; NULL: nobody counts them */
	kernel_upload *upload;         /* NULL: there is nothing to fill */
};

/* backend_build.c: emits, compiles (several at a time) and loads kernels of one
 * stencil. Texts and objects stay in a cache whose keys are their content and the
 * compiler. */
bool backend_build(struct backend *backend, struct templates *templates, const struct source *source,
	struct built *kernels, int count, char *message, size_t room);

/* A file with a thunk run_NAME that has no stencil. */
struct plain_kernel {
	const char *name, *text;
	kernel_run *run; /* out */
};

/* The same for them. */
bool backend_build_plain(struct backend *backend, struct plain_kernel *kernels, int count, char *message,
	size_t room);

/* What a kernel would launch for a call; all 0 where nobody can tell. */
struct launch_facts backend_facts(const struct built *kernel, const struct call *call);

/* cpu.c: this processor, and what it needs before it can empty its cache. */
extern const struct device cpu_device;
bool cpu_prepare(struct backend *backend, char *message, size_t room);

#endif
