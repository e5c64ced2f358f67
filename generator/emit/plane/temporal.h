#ifndef TEMPORAL_H
#define TEMPORAL_H

#include "generator/emit/kernel.h"

/* Kernels that do several steps a launch: their points are elements of queues of levels. */
extern const struct shape_kind temporal_kind;

#endif
