#ifndef RUN_STEPS_H
#define RUN_STEPS_H

#include "runtime/cli/progress.h"
#include "runtime/device/blocks.h"
#include "runtime/partition/partition.h"
#include "runtime/run/job.h"
#include "runtime/run/swaps.h"

/* A stencil that is applied step by step to its domain, in one subdomain or several. */
struct run_steps {
	struct decomposition decomposition;
	struct swaps swaps;         /* of arrays, after each step but the last */
	struct partition partition;
	struct blocks blocks, single_blocks; /* of a launch; of one of single steps beside launches of several */
	struct step_graph graph;    /* that some steps are captured as; of no steps: none is wanted */
};

/* Checks that as many processes run as --ranks has subdomains, if there are several processes. False with an error. */
bool run_steps_check_ranks(const struct job *job, int subdomains, struct error *error);

/* Checks that --graph, if it is given, can be done by the backend for this decomposition, and sets the number of its steps. False with
 * an error. */
bool run_steps_check_graph(const struct job *job, struct error *error);

/* By field index: whether halos are exchanged after groups of steps. */
const bool *run_steps_exchanged(const struct job *job);

/* Opens a line that shows how many steps of a stage are done; NULL: the stage begins later; in the first process, unless the run is quiet. */
void run_steps_show(const struct job *job, struct progress *progress, const char *stage);

/* Applies all steps and saves what is wanted of them. Adds to the seconds of the results. False with an error. */
bool run_steps(const struct job *job, struct run_results *results, struct error *error);

#endif
