#ifndef SWEEP_TEXT_H
#define SWEEP_TEXT_H

#include "generator/emit/kernel.h"

/* Kernels whose threads go through their columns: variables, then the loops of all sweeps in segments. */
extern const struct shape_kind sweep_kind;

#endif
