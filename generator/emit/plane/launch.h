#ifndef LAUNCH_H
#define LAUNCH_H

#include "generator/emit/kernel.h"

/* Parts of a launcher on a plane. */

/* Threads in x, y and z. */
const char *launch_columns(const struct kernel *kernel);
const char *launch_rows(const struct kernel *kernel);
const char *launch_threads(const struct kernel *kernel);

/* Levels above the highest updated one to which an index may point, and one. */
const char *launch_reach(const struct kernel *kernel);

const char *launch_shared_memory(const struct kernel *kernel);

/* Which blocks and grids are refused. */
const char *launch_refused_blocks(const struct kernel *kernel);
const char *launch_refused_grids(const struct kernel *kernel);

/* The function that fills constant memory; "" without. */
const char *launch_upload(const struct kernel *kernel);

#endif
