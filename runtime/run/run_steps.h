#ifndef RUN_STEPS_H
#define RUN_STEPS_H

#include "runtime/device/blocks.h"
#include "runtime/partition/step_graph.h"
#include "runtime/run/job.h"
#include "runtime/run/plane_swaps.h"

/* The steps of a run in subdomains, and the graph that some of them are captured as. */
struct run_steps {
	const struct partition *partition;
	const struct swaps *swaps; /* of arrays, after each step but the last */
	struct blocks blocks;
	struct step_graph graph;   /* of no steps: none is wanted */
};

/* Whether --graph, which was given, can be done by this backend, and for its messages. */
bool run_steps_check_graph(const struct job *job, struct error *error);

/* Sets how many steps the graph has, in groups of `every`. */
void run_steps_want_graph(const struct job *job, struct run_steps *steps, int every);

/* Applies the kernel once: the n-th step, or the last of those that a launch does. It has run if its results are wanted. Adds to the
 * seconds. */
bool run_steps_apply(const struct job *job, const struct run_steps *steps, int n, double *seconds, struct error *error);

/* Before step *step: replays as many steps as the graph has, if all that they would do is in it, and again; *step is then the next
 * one. The first steps are not replayed, and the graph is captured behind these. Adds to the seconds. */
bool run_steps_replay(const struct job *job, struct run_steps *steps, int *step, double *seconds, struct error *error);

/* Adds to an error of several subdomains the step that failed, or an earlier one that went on until then. Returns false. */
bool run_steps_failed(const struct run_steps *steps, int n, struct error *error);

#endif
