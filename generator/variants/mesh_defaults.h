#ifndef MESH_DEFAULTS_H
#define MESH_DEFAULTS_H

#include "generator/plan/plan.h"
#include "generator/variants/variants.h"

/* Registers that a thread on a mesh may have: the variant's, or what suits the kernel; 0: the compiler knows best. */
int mesh_registers(const struct plan *plan, const struct variant *variant);

/* Threads of a block: `lanes` of them cover the levels of an element. */
void mesh_block(const struct plan *plan, const struct variant *variant, int lanes, int block[3]);

#endif
