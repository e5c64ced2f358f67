#ifndef PLANE_CHOICE_H
#define PLANE_CHOICE_H

#include "runtime/device/blocks.h"
#include "runtime/grid/grid.h"
#include "runtime/run/job.h"

/* Chooses the job's kernel, to be built, and its blocks for a grid of this size, in an order if it is unstructured: what
 * options say, else the fastest known. */
bool plane_choice(struct job *job, const int size[3], const struct order *order, struct blocks *blocks, struct error *error);

#endif
