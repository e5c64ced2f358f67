#ifndef RUN_OUTPUT_H
#define RUN_OUTPUT_H

#include "runtime/run/job.h"

/* Writes the results for which --out names a file, by field index. All regular files
 * appear or none; two fields cannot have the same one. Returns an exit status. */
int run_output(const struct job *job, const struct npy *results);

#endif
