#ifndef RUN_INPUT_H
#define RUN_INPUT_H

#include "runtime/run/job.h"

/* Compiles the stencil, for the precision of the data unless one is given, and reads which
 * files there are. Returns an exit status; problems are reported. */
int run_input(struct job *job, const char *path);

/* Reads the arrays that --in names. */
int run_input_load(struct job *job);
void run_input_free(struct job *job);

#endif
