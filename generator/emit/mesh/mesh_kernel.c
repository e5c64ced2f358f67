#include "generator/emit/emitter.h"

/* Never asked: mesh_variants has no kernel to choose. */
const struct emitter mesh_emitter = { 0 };
