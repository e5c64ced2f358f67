#ifndef SPARSE_DEVICE_H
#define SPARSE_DEVICE_H

#include "runtime/problem/binding.h"
#include "runtime/problem/sparse_problem.h"

#include "stencil_probes.h"

/* A problem on a sparse grid, on a device, its probes laid out for some of the accesses. Its arrays are those of the fields. A sweep
 * overwrites its input: reset between two calls, or the values are swept again. */
struct sparse_device {
	struct device_binding binding;
	const struct sparse_problem *problem;
	struct stencil_probes probes;
};

extern const struct domain_kind sparse_domain;

/* NULL with an error on failure. Ends with binding_free. */
struct sparse_device *sparse_device_create(const struct device *device, const struct sparse_problem *problem,
	enum probe_layout layout, struct error *error);

#endif
