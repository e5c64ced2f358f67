#ifndef PLANE_COLUMNS_H
#define PLANE_COLUMNS_H

#include "runtime/run/job.h"

/* Writes the graph of the domain's columns for partitioners, once the problem is open. Returns an exit status. */
int plane_columns_write(const struct job *job, const char *path);

#endif
