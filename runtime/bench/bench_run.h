#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "runtime/bench/bench.h"

/* Verifies and measures the candidates of all problems that have no row yet. */
bool bench_run(struct bench *bench, struct error *error);

/* The same for `count` candidates of one problem. */
bool bench_problem(struct bench *bench, struct candidate *candidates, int count, struct error *error);

#endif
