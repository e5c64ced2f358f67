#ifndef SPARSE_EXECUTION_H
#define SPARSE_EXECUTION_H

#include "runtime/device/backend.h"
#include "runtime/problem/sparse_problem.h"

/* A problem on a sparse grid, on a device, its probes laid out for some of the accesses. */
struct sparse_execution {
	const struct device *device;
	struct sparse_problem *problem;
	enum probe_layout layout;
	void **fields;  /* by field index */
	void *initial;  /* of what is written: values before a sweep, marks for results */
	void *expected; /* values after a sweep, once a kernel is compared */
};

struct sparse_execution *sparse_execution_create(const struct device *device,
	struct sparse_problem *problem, enum probe_layout layout, char *message, size_t room);
void sparse_execution_free(struct sparse_execution *execution);

/* A kernel's call, which lives as long as the arena. Between two of a sweep its values are to be put
 * back, or they are swept again. */
struct call sparse_execution_call(const struct sparse_execution *execution, struct arena *arena,
	const struct built *kernel);

/* Fills the table that the kernel needs, if it does. */
bool sparse_execution_fill_constant(const struct sparse_execution *execution, const struct built *kernel,
	char *message, size_t room);

/* Undoes a run. */
bool sparse_execution_reset(const struct sparse_execution *execution, char *message, size_t room);

/* What has been computed: the values of a sweep, the results of an evaluation. */
bool sparse_execution_fetch(const struct sparse_execution *execution, void *results, char *message,
	size_t room);

/* Compares it with the problem's answer. Returns false with a message if it cannot. */
bool sparse_execution_compare(struct sparse_execution *execution, struct verdict *verdict, char *message,
	size_t room);

#endif
