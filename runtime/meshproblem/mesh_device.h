#ifndef MESH_DEVICE_H
#define MESH_DEVICE_H

#include "generator/base/error.h"
#include "runtime/device/kernel_build.h"
#include "runtime/meshproblem/mesh_layout.h"

/* A problem on a mesh in the memory of a device: its relations and fields. */
struct mesh_device {
	const struct device *device;
	const struct mesh_layout *layout;
	struct stencil_relation *relations; /* there */
	struct stencil_mesh_view view;
	void **fields;                      /* by field index; then the workspace of what stores temporaries, or NULL */
	size_t workspace_bytes;
};

/* Copies the tables of a layout to a device. False with an error; what was placed is to be released in any case. */
bool mesh_place_relations(const struct device *device, const struct mesh_layout *layout, struct stencil_relation *placed,
	struct error *error);
void mesh_release_relations(const struct device *device, const struct mesh_layout *layout,
	struct stencil_relation *placed);

/* NULL with an error on failure. */
struct mesh_device *mesh_device_create(const struct device *device, const struct mesh_layout *layout, struct error *error);
void mesh_device_free(struct mesh_device *x);

/* Gives a kernel the workspace that it needs, if any, marked as not written; the same one as before, where that was as large, so
 * that calls that are recorded still find theirs. False with an error. */
bool mesh_device_prepare(struct mesh_device *x, const struct built *kernel, struct error *error);

struct call mesh_device_call(const struct mesh_device *x, const struct built *kernel, struct stencil_block block);

/* Downloads a field into the problem's own. */
bool mesh_device_fetch(const struct mesh_device *x, const struct field *field, struct error *error);

/* Compares all of the memory of what is written, padding included, with the expected fields: bit for bit, or within
 * their bounds. */
bool mesh_device_compare(const struct mesh_device *x, struct verdict *verdict, struct error *error);

#endif
