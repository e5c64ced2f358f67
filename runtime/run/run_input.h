#ifndef RUN_INPUT_H
#define RUN_INPUT_H

#include "runtime/run/job.h"

/* Compiles the stencil, for the precision of the data unless one is given, and reads which
 * files there are. */
bool run_input(struct job *job, const char *path, struct error *error);

/* Reads the arrays that --in names. */
bool run_input_load(struct job *job, struct error *error);

/* Reads the array of a field at a place, as the stencil needs it. False with an error. */
bool run_input_read(const struct job *job, const struct field *field, const struct place *place, struct array *array, struct error *error);
void run_input_free(struct job *job);

#endif
