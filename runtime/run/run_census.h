#ifndef RUN_CENSUS_H
#define RUN_CENSUS_H

#include "runtime/data/census.h"
#include "runtime/run/job.h"

/* Says on standard error, unless --quiet, how many elements of a field's array are no numbers:
 * NaN, those that its file marks as missing among them, and Inf. */
void run_census(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array);

/* All processes: the same of an array of which each counted its part. */
bool run_census_of_parts(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array, const struct census *own, struct error *error);

#endif
