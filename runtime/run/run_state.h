#ifndef RUN_STATE_H
#define RUN_STATE_H

#include "runtime/run/job.h"

/* States of a run in files, for --save-state and --load-state: what the next step begins with. */

/* Before the stencil is compiled: reads the file. False with an error. */
bool run_state_read(struct job *job, struct error *error);

/* The bytes of an element of a field in the file; 0: it has no such field. */
int run_state_element(const struct job *job, const struct field *field);

/* Gives the fields in the file their places, which are then no more free for --in. False with an error. */
bool run_state_places(struct job *job, struct error *error);

/* Moves the field's values into its array, if the file has it. */
bool run_state_take(const struct job *job, const struct field *field, struct error *error);

/* Once swaps are known: checks that the file has what a step begins with, and that a state can be written. False with an error. */
bool run_state_check(const struct job *job, struct error *error);

/* Whether a state is written after this step, which is not the last one. */
bool run_state_wants(const struct job *job, int step);

/* Fetches what the step after this one begins with; the first process writes it. False with an error. */
bool run_state_save(const struct job *job, int step, struct error *error);

#endif
