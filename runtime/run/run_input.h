#ifndef RUN_INPUT_H
#define RUN_INPUT_H

#include "runtime/run/job.h"

/* Compiles the stencil, for the precision of the data unless one is given, and reads the
 * arrays that --in names. Returns an exit status; problems are reported. */
int run_input(struct job *job, const char *path);
void run_input_free(struct job *job);

#endif
