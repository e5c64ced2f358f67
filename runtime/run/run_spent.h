#ifndef RUN_SPENT_H
#define RUN_SPENT_H

#include "runtime/partition/streams.h"
#include "runtime/run/job.h"

/* Before the first step: lets parts time some of their exchanges, which come after so many steps each; not where steps are replayed as
 * graphs, nor where interiors have streams of their own: what exchanges then take from steps no event of theirs tells. */
bool run_spent_begin(const struct job *job, const struct local_streams *streams, int every, bool overlaps, struct error *error);

/* Behind the last step: what the last line tells of them. */
bool run_spent_end(const struct job *job, const struct local_streams *streams, struct run_results *results, struct error *error);

#endif
