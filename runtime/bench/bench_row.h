#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include "runtime/bench/bench.h"

/* A row that describes a candidate, without results. Its key is a hash of everything that the
 * measurement depends on. */
struct row *row_create(const struct bench *bench, const struct candidate *candidate);

#endif
