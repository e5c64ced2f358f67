#ifndef COMPARE_MESHES_H
#define COMPARE_MESHES_H

#include "generator/compile.h"
#include "tests/random/evaluator/evaluator.h"

/* Whether two elements of arrays of this type hold the same bits; any NaN equals any other. */
bool same_value(enum type type, const void *a, const void *b);

/* Whether a stencil is for meshes. */
bool is_on_mesh(const char *path);

/* Applies a stencil by the interpreter and by the second evaluator to the same data on one of two meshes of its kind. False, which is reported,
 * where they differ. */
bool compare_meshes(const char *path, enum type precision, bool low, int mesh, bool reached[CLASSES]);

/* Reads, checks and plans a file; low: the type low is float. */
bool compile_low(struct arena *arena, const char *path, enum type precision, bool low, struct unit *unit);

#endif
