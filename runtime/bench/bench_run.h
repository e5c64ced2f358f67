#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "runtime/bench/bench.h"

/* Verifies and measures the candidates of all problems that have no row yet. Returns a status. */
int bench_run(struct bench *bench);

/* The same for `count` candidates of one problem. */
int bench_problem(struct bench *bench, struct candidate *candidates, int count);

#endif
