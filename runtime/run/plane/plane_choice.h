#ifndef PLANE_CHOICE_H
#define PLANE_CHOICE_H

#include "runtime/device/blocks.h"
#include "runtime/run/job.h"

/* Chooses the job's kernel, to be built, and its blocks for a grid of so many levels: what options say,
 * else the usual ones. Returns an exit status. */
int plane_choice(struct job *job, const int size[3], struct blocks *blocks);

#endif
