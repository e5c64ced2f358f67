#ifndef BENCH_PARAMS_H
#define BENCH_PARAMS_H

#include "runtime/bench/bench.h"

/* Reads the values of --param into params[], by the params' indices; others stay as they are. */
bool bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params, struct error *error);

#endif
