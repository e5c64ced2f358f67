#ifndef RUN_NONFINITE_H
#define RUN_NONFINITE_H

#include "runtime/data/nonfinite.h"
#include "runtime/run/job.h"

/* Says on standard error, unless --quiet, how many elements of a field's array are no numbers:
 * NaN, those that its file marks as missing among them, and Inf. */
void run_nonfinite(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array);

/* All processes: the same of an array of which each counted its part. */
bool run_nonfinite_of_parts(const struct job *job, const struct field *field, const struct place *place,
	const struct array *array, const struct nonfinite *own, struct error *error);

#endif
