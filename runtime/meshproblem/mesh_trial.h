#ifndef MESH_TRIAL_H
#define MESH_TRIAL_H

#include "generator/base/error.h"
#include "runtime/meshproblem/mesh_device.h"

/* A problem on a mesh on a device, laid out for kernels that are tried one after the other. */
struct mesh_trial {
	struct mesh_layout layout;
	struct mesh_device *there;
	void **initial;  /* on the device, by field index: written fields before a run, */
	void **verified; /* and after one that was right; NULL: there was none */
};

/* Lays out for kernels of a variant and uploads. The problem and the numbering must last. NULL with an error. */
struct mesh_trial *mesh_trial_create(const struct device *device, const struct mesh_problem *problem, const struct variant *variant,
	const struct mesh_numbering *numbering, struct error *error);

/* These take a struct mesh_trial, as those of planes do. */
void mesh_trial_free(void *trial);

/* Undoes a run: outs and inouts hold their data again. */
bool mesh_trial_reset(void *trial, struct error *error);

/* Compares as mesh_device_compare does; a run that repeats a right one is compared with that, on the device. */
bool mesh_trial_compare(void *trial, struct verdict *verdict, struct error *error);

#endif
