#ifndef TUNE_BLOCKS_H
#define TUNE_BLOCKS_H

#include "runtime/bench/bench.h"

/* Gives the kernels of a program blocks of their own: for one kernel after the other, while the others keep theirs, the
 * block with which the program is fastest. Tried are those that were best for all kernels at once. *winner, which was
 * measured, is replaced. */
bool tune_blocks(struct bench *bench, struct candidate **winner, struct error *error);

#endif
