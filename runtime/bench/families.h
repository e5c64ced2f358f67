#ifndef FAMILIES_H
#define FAMILIES_H

#include "runtime/bench/grid_family.h"

/* The family of a stencil's grid, and of a candidate's. */
const struct family *family_on(const struct stencil *stencil);
const struct family *family_of(const struct candidate *candidate);

/* Every legal combination of what the axes and the choice of storages and accesses
 * name, for the stencils of the units. Builds the kernels. */
bool candidates_create(struct candidates *candidates, struct tool *tool, const struct axes *axes,
	const struct choice *choice, const struct unit *units, int unit_count, struct backend *backend,
	struct error *error);

#endif
