#ifndef MESH_VALUES_H
#define MESH_VALUES_H

#include "runtime/problem/mesh_problem.h"
#include "runtime/run/job.h"

/* Sets the levels of fields and makes the arrays of what --formula and --in FIELD=@NAME give and of out fields; takes
 * those that were read out of the job. */
bool mesh_values_fill(struct job *job, struct mesh_problem *problem, struct error *error);

/* A field as an array; the data is the problem's. */
struct array mesh_values_array(const struct mesh_problem *problem, const struct field *field);

void mesh_values_name(const struct field *field, struct array *array);

#endif
