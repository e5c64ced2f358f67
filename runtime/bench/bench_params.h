#ifndef BENCH_PARAMS_H
#define BENCH_PARAMS_H

#include "runtime/bench/bench.h"

/* Reads the values of --param into params[], by the params' indices; others stay as they are.
 * Returns a status. */
int bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params);

#endif
