#ifndef RUN_VERDICT_H
#define RUN_VERDICT_H

#include "runtime/run/job.h"

/* Reports that the interpreter has no memory for its arrays. Returns an exit status. */
int run_verdict_no_memory(const struct job *job);

/* All processes, each with the verdict on its part: that on all parts. Returns an exit status. */
int run_verdict_of_parts(const struct job *job, struct verdict *verdict);

/* Reports a wrong result, and writes the differences that --difference asks for. The results are by field
 * index, and become the differences; the expected ones, of the same shapes, have data NULL where there are none.
 * Returns an exit status. */
int run_verdict(const struct job *job, const struct verdict *verdict, struct array *results,
	const struct array *expected);

#endif
