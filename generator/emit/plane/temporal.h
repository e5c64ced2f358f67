#ifndef TEMPORAL_H
#define TEMPORAL_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"

/* Kernels that do several steps a launch: their points are elements of queues of levels. */
extern const struct spelling temporal_spelling;

/* The numbers of such a kernel, and the memory that its block shares. */
const char *temporal_preamble(const struct kernel *kernel);

/* The type of its two fields, and their names. */
const char *temporal_type(const struct kernel *kernel);
const char *temporal_from(const struct kernel *kernel);
const char *temporal_to(const struct kernel *kernel);

#endif
