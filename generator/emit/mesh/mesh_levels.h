#ifndef MESH_LEVELS_H
#define MESH_LEVELS_H

#include "generator/emit/kernel.h"
#include "generator/emit/mesh/level_loops.h"
#include "generator/emit/spelling.h"
#include "generator/emit/level_vector.h"

/* Kernels on meshes with levels innermost, whose accesses have vectors of levels: see level_vector.h and level_loops.h. */

/* Point fields are elements of vectors of levels; what several runs use is an element of an array. */
extern const struct shape_kind mesh_column_kind;

/* mesh_level_vectors.c: whether a thread of a GPU has a vector of levels; a CPU has loops over levels. */
bool mesh_has_vectors(const struct kernel *kernel);

/* What a kernel begins with, the vectors of levels of elements that no loop goes over; those of a loop, of
 * the elements that it goes over or of those which are reached from these; what a kernel ends with. */
const char *mesh_level_vectors(const struct kernel *kernel);
const char *mesh_loop_level_vectors(const struct kernel *kernel, const struct instance *instance, const struct stmt *loop,
	bool chained);
const char *mesh_results(const struct kernel *kernel);

/* Whether a loop computes with neighbours that are not there, and chooses; how. */
bool mesh_chooses(const struct kernel *kernel, const struct stmt *loop);
const char *mesh_choice(const struct kernel *kernel, const struct stmt *loop, const char *variable, const char *value);

/* What is declared for a kernel's file, or for one of several. */
const char *mesh_preamble(const struct kernel *kernel);
const char *mesh_preamble_of(const struct kernel *kernels, int count);

/* What tells the compiler of tables, and of values of slots, that several can be loaded at once. */
const char *mesh_aligned_slots(const struct kernel *kernel);

/* Conditions of which one holds if a field, a table or values of slots cannot be loaded as vectors. */
const char *mesh_misaligned(const struct kernel *kernel);

#endif
