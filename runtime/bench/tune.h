#ifndef TUNE_H
#define TUNE_H

#include "runtime/bench/bench.h"
#include "runtime/rows/tuning.h"

/* Lets --tune search every axis that is not named. */
void tune_widen(struct arguments *arguments);

/* Reads the file that --tune names, if it exists; one from another machine is refused unless
 * --force replaces it. */
bool tune_open(const struct bench *bench, struct tuning *tuning, struct error *error);

/* Measures the fastest few candidates of each grid again, in turns, and writes the fastest of them
 * to the file; its entries for other grids and stencils stay. Reports grids for which noise hides the fastest. */
bool tune(const struct bench *bench, struct tuning *tuning, struct error *error);

#endif
