#ifndef MESH_AXES_H
#define MESH_AXES_H

#include "runtime/run/job.h"

/* --axes: whether files on a mesh have (element, level), where the tools have (level, element). */

/* Checks the option. */
bool mesh_axes_check(const struct job *job, struct error *error);

/* The first option for meshes that is given, by name; NULL: none. */
const char *mesh_option(const struct arguments *options);

/* Whether a field's array lies the other way round in files. */
bool mesh_axes_are_turned(const struct job *job, const struct field *field);

/* An array with its first two axes exchanged, to be freed; data NULL: out of memory. */
struct array mesh_axes_turn(const struct array *array);

#endif
