#ifndef COUNT_H
#define COUNT_H

#include "runtime/bench/bench.h"

/* Whether ncu can count on this backend. */
bool bench_can_count(const struct bench *bench, struct error *error);

/* Runs the same command once more under ncu and adds the counters to the candidates' rows. Counters that are missing are
 * reported here, as they are no reason to report nothing else. */
void bench_count(struct bench *bench);

#endif
