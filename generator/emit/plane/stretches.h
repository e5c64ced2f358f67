#ifndef STRETCHES_H
#define STRETCHES_H

#include "generator/emit/kernel.h"
#include "generator/emit/spelling.h"
#include "generator/emit/stretch.h"

/* What names a column or a point of a structured grid. */
stretch_column stretches_point;

struct stretch *stretches_find(const struct kernel *kernel, const struct plan *plan);

/* The same from west to east, as plan_march_east orders what is computed of them. */
struct stretch *stretches_march_east(struct stretch *list);

/* Point fields are elements of stretches, columns have index variables. */
extern const struct spelling stretch_spelling;

/* What a kernel begins with: each stretch, by sections of the access. */
const char *kernel_stretches(const struct kernel *kernel);

/* What it ends with: the stretches of out and inout fields go to memory. */
const char *kernel_results(const struct kernel *kernel);

/* What a cluster begins with: index variables of the columns of its row, one section of the access each. */
const char *kernel_cluster_columns(const struct kernel *cluster);

/* The columns of in fields at the corners of what is read: a section of the access for each, definitions
 * of their indices, and their fields as a list; "" where no neighbours are read. */
const char *kernel_corners(const struct kernel *kernel);
const char *kernel_corner_indices(const struct kernel *kernel);
const char *kernel_corner_fields(const struct kernel *kernel, bool declared);

/* The slots of a cluster's row: its columns, and some more so that it can be loaded by fours. */
int kernel_cluster_slots(const struct kernel *cluster);

#endif
