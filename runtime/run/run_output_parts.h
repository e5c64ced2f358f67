#ifndef RUN_OUTPUT_PARTS_H
#define RUN_OUTPUT_PARTS_H

#include "runtime/run/job.h"

/*
 * Files that several processes write together: rank 0 makes the temporary files, tells the others where they are, and keeps all when all
 * have written their parts.
 */

/* Whether several processes may write the parts of a field: to a .npy file, in the order of memory, regular or new. */
bool run_output_can_be_in_parts(const struct job *job, const struct field *field);

/* All ranks: says how many elements are no numbers of a result that each has a part of. */
bool run_output_nonfinite(const struct job *job, const struct run_results *results, const struct field *field,
	struct error *error);

/* Rank 0: lets the files' parts be written while they are finished; and behind that, if it came to nothing, lets the others
 * go on. */
void run_output_lead(const struct job *job, struct run_results *results);
void run_output_release(const struct job *job, struct run_results *results);

/* The others: write their parts. */
bool run_output_join(const struct job *job, struct run_results *results, struct error *error);

#endif
