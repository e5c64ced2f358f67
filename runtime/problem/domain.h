#ifndef DOMAIN_H
#define DOMAIN_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/problem/verdict.h"
#include "runtime/problem/work.h"

struct device_binding;
struct mesh_numbering;
struct order;

/* What a binding is for: the storage of kernels, the order of columns or elements, and the alignment in bytes; 0: as usual. */
struct binding_spec {
	const struct variant *variant;
	const struct order *order;
	const struct mesh_numbering *numbering;
	int alignment;
};

/* How problems of one kind are placed on devices. A problem is a stencil with data; a binding is a problem in the memory of a
 * device, which says its kind. */
struct domain_kind {
	/* Of a kernel of the program that `kernel` is, from 1; 0: of all. */
	struct work (*work)(const void *problem, const struct built *kernel, int part);
	void (*close)(void *problem);

	/* The problem, and what the specification names, are to last. NULL with an error. Ends with binding_free. */
	struct device_binding *(*place)(const struct device *device, void *problem, const struct binding_spec *spec, struct error *error);
	void (*release)(struct device_binding *binding); /* what it has besides the device's memory; NULL: nothing */
	/* Fills tables in the kernel's own memory, if it has them there; NULL: none has. */
	bool (*fill_tables)(const struct device_binding *binding, const struct built *kernel, struct error *error);
	/* Copies an array of the problem, of one field, to the device again; NULL: it never changes. */
	bool (*store)(const struct device_binding *binding, const struct field *field, struct error *error);
	/* Copies a field from the device into a plain array. */
	bool (*fetch)(const struct device_binding *binding, const struct field *field, void *array, struct error *error);
	/* Compares what kernels write with what is expected: all of its memory, padding included. */
	bool (*compare)(const struct device_binding *binding, struct verdict *verdict, struct error *error);
};

#endif
