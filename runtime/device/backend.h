#ifndef BACKEND_H
#define BACKEND_H

#include "generator/variants/variants.h"
#include "runtime/device/device.h"
#include "runtime/device/toolchain.h"

/* How kernels are built, and where they run. */
enum backend_kind {
	BACKEND_CUDA,   /* CUDA text, by nvcc, on a GPU */
	BACKEND_OPENMP, /* C text, by cc, on all cores */
	BACKEND_HOST,   /* CUDA text, by c++ and runtime/host, on one core */
	BACKEND_COUNT,
};

extern const char *const backend_names[BACKEND_COUNT];

struct backend {
	enum backend_kind kind;
	enum target target; /* of the texts that it builds */
	struct toolchain *toolchain;
	const struct build_file *extras; /* files of every build; the last has no name */
	const struct device *device;
	struct device_info info;
};

/* Opens a backend by name; "auto" takes cuda where there are nvcc and a GPU,
 * else openmp. The message says what is missing. strict: no contraction of
 * products and sums on a GPU either (a CPU never does that). */
bool backend_open(struct arena *arena, const char *name, bool strict, struct backend *backend,
	char *message, size_t room);

#endif
