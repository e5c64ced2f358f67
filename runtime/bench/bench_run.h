#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "runtime/bench/bench.h"

/* Verifies and measures the candidates of all problems, but for rows that the journal has. Adds all rows to the results. */
bool bench_run(struct bench *bench, struct results *results, struct error *error);

/* The same for `count` candidates of one problem that have no row yet. */
bool bench_problem(struct bench *bench, struct candidate *candidates, int count, struct error *error);

/* After the results are written: false where the exit status is to say that something is missing or wrong. */
bool bench_finish(const struct bench *bench, struct error *error);

#endif
