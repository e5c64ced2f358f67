#ifndef MESH_DEVICE_H
#define MESH_DEVICE_H

#include "runtime/problem/mesh_layout.h"
#include "runtime/problem/binding.h"

/* A problem on a mesh in the memory of a device: its relations and fields, which are its arrays. */
struct mesh_device {
	struct device_binding binding;
	struct mesh_layout layout;
	struct stencil_relation *relations; /* there */
	struct stencil_mesh_view view;
};

extern const struct domain_kind mesh_domain;

/* Copies the tables of a layout to a device. False with an error; what was placed is to be released in any case. */
bool mesh_place_relations(const struct device *device, const struct mesh_layout *layout, struct stencil_relation *placed,
	struct error *error);
void mesh_release_relations(const struct device *device, const struct mesh_layout *layout,
	struct stencil_relation *placed);

#endif
