#ifndef BACKEND_H
#define BACKEND_H

#include "generator/base/error.h"
#include "generator/cli/catalogue.h"
#include "generator/variants/variants.h"
#include "runtime/device/device.h"
#include "runtime/toolchain/toolchain.h"

/* How kernels are built, and where they run. */
enum backend_kind {
	BACKEND_CUDA,   /* CUDA text, by nvcc, on a GPU */
	BACKEND_HIP,    /* HIP text, by hipcc, on an AMD GPU */
	BACKEND_OPENMP, /* C text, by cc, on all cores */
	BACKEND_HOST,   /* CUDA text, by c++ and runtime/host, on one core */
	BACKEND_COUNT,
};

extern const char *const *const backend_names; /* by kind */
extern const struct catalogue backend_words;   /* and "auto" */

struct backend {
	enum backend_kind kind;
	enum target target; /* of the texts that it builds */
	struct toolchain *toolchain;
	struct toolchain *plain; /* cuda: without what every kernel includes */
	bool recorded; /* cuda: NVRTC compiles, and launchers run on the GPU: see recorded.h */
	const struct build_file *extras; /* files of every build; the last has no name */
	const struct device *device;
	struct device_info info;
	int fetch; /* cuda: bytes that the second cache reads of memory at least; 0: as the driver has it */
	bool is_missing; /* not opened because there is no such GPU or no compiler for it */
};

/* Whether launches can be recorded: by CUDA and, for tests, of CUDA text on the host. */
bool backend_records(const struct backend *backend);

/* Is its memory a GPU's, where compilers may contract products and sums? */
bool backend_is_gpu(const struct backend *backend);

/* A GPU's multiprocessors; 0 of other backends: choices of kernels of CUDA text do not depend on a CPU's cores. */
int backend_multiprocessors(const struct backend *backend);

/* Opens a backend by name; "auto" takes cuda where there are nvcc or NVRTC and a GPU of NVIDIA,
 * hip where there are hipcc and one of AMD, else openmp. The error says what is missing. strict:
 * no contraction of products and sums on a GPU either (a CPU never does that). */
bool backend_open(struct arena *arena, const char *name, bool strict, struct backend *backend, struct error *error);

/* Before any backend is opened: makes the GPU of a number, from 0, of those that CUDA_VISIBLE_DEVICES leaves, the only one of this process.
 * NULL: nothing. Then checks that the backend runs on it. False with an error. */
bool backend_choose_gpu(const char *number, struct error *error);
bool backend_check_gpu(const struct backend *backend, const char *number, struct error *error);

/* What kernels that store `auto` run on, by the name of the backend; others do not depend on it. */
enum processor backend_processor(struct arena *arena, const char *name, const char *store);

/* Sets what `fetch` says: 32, 64 or 128. */
bool backend_set_fetch(struct backend *backend, int bytes, struct error *error);

/* The device on which a backend runs kernels; false if there is none. */
bool backend_device_info(const char *backend, struct device_info *info);

/* Compiles what runs calls and fetches results, on a GPU, and what empties the cache if times are taken. Until
 * then a GPU has memory only. */
bool backend_prepare(struct backend *backend, bool timing, struct error *error);

#endif
