#ifndef RUN_VERDICT_H
#define RUN_VERDICT_H

#include "runtime/run/job.h"

/* An error: the interpreter has no memory for its arrays. Returns false. */
bool run_verdict_no_memory(struct error *error);

/* All processes, each with the verdict on its part: that on all parts. */
bool run_verdict_of_parts(const struct job *job, struct verdict *verdict, struct error *error);

/* An error for a wrong result; writes the differences that --difference asks for. The results are by field
 * index, and become the differences; the expected ones, of the same shapes, have data NULL where there are none. */
bool run_verdict(const struct job *job, const struct verdict *verdict, struct array *results,
	const struct array *expected, struct error *error);

#endif
