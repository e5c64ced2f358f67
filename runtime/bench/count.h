#ifndef COUNT_H
#define COUNT_H

#include "runtime/bench/bench.h"

/* Whether ncu can count on this backend. Returns a status; reports why not. */
int bench_can_count(const struct bench *bench);

/* Runs the same command once more under ncu and adds the counters to the candidates' rows.
 * Returns a status. */
int bench_count(struct bench *bench);

#endif
