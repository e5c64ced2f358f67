#ifndef MESH_SWEEPS_H
#define MESH_SWEEPS_H

#include "generator/emit/kernel.h"

/* Kernels on meshes that go through columns: a thread of a GPU has one element with all its levels, whichever their order. */
extern const struct shape_kind mesh_sweep_kind;

#endif
