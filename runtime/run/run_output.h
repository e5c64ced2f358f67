#ifndef RUN_OUTPUT_H
#define RUN_OUTPUT_H

#include "runtime/run/job.h"

/* The results for which --out names a file: begin; then save those of a step in the files that are series;
 * then finish, and in any case discard. All regular files appear in the end or none; see
 * runtime/data/outputs.h. */
bool run_output_begin(const struct job *job, struct run_results *results, struct error *error);
bool run_output_save(const struct job *job, struct run_results *results, int step, double time, struct error *error);
bool run_output_finish(const struct job *job, struct run_results *results, struct error *error);
void run_output_discard(struct run_results *results);

/* The first process, before the first step and once results have a place: checks series of --save-every. False with an error. */
bool run_output_begin_series(const struct job *job, struct run_results *results, struct error *error);

/* Whether the results of this step, of --steps, are saved. */
bool run_output_wants(const struct job *job, int step);

/* Writes the differences, by field index, for which --difference names a file. */
bool run_output_differences(const struct job *job, const struct array *differences, struct error *error);

#endif
