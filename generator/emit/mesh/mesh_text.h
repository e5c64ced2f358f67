#ifndef MESH_TEXT_H
#define MESH_TEXT_H

#include "generator/emit/emitter.h"
#include "generator/emit/expression.h"
#include "generator/plan/lookups.h"

/* The text of kernels on meshes. */

extern const struct spelling mesh_spelling;

/* Pieces that these kernels share. NULL after an error, which is reported. */
const struct template *mesh_common(const struct kernel *kernel);

/* The variable that holds the number of the element at a neighbor. */
const char *mesh_element(const struct kernel *kernel, int neighbor);

/* Whether a slot that a loop comes to may have no element. */
bool mesh_may_be_missing(const struct kernel *kernel, int neighbor);

/* The variables of the elements that a kernel looks up before it does anything else; those of a loop. */
const char *mesh_indices(const struct kernel *kernel);
const char *mesh_loop_indices(const struct kernel *kernel, int loop, const bool *neighbors, bool chooses);

/* Whether a neighbor is of an exact relation, from an element that is there: only elements of a boundary lack it. */
bool mesh_is_certain(const struct kernel *kernel, int neighbor);

/* Whether a kernel comes to elements that lack such neighbors of a loop's: if it chooses, `there` says whether all are there. */
bool mesh_lacks_chains(const struct kernel *kernel, int loop);

/* The look-up of a neighbor's element, from the one before it. */
const char *mesh_lookup(const struct kernel *kernel, int neighbor);

/* The index of a slot's value or entry: n*cell_stride + c, or n where rows follow one another. The same in a comment:
 * cell_edges[n*cell_stride + c]. */
const char *mesh_entry(const struct kernel *kernel, int neighbor);
const char *mesh_slot_index(const struct kernel *kernel, const struct relation *relation, const char *element, const char *slot);
const char *mesh_shape(const struct kernel *kernel, const char *name, const struct relation *relation);

/* What counts the slots of a loop: n, m and so on, by the loops around it. */
const char *mesh_counter(const struct kernel *kernel, int neighbor);

/* Relations as parameters of kernels and of launchers, and as arguments. */
const char *mesh_table_parameters(const struct kernel *kernel);
const char *mesh_table_arguments(const struct kernel *kernel);
const char *mesh_relation_parameters(const struct kernel *kernel);
const char *mesh_unpacked_relations(const struct kernel *kernel);

/* A field's arguments, and what it is moved by. */
const char *mesh_parameters(const struct kernel *kernel);
const char *mesh_operands(const struct kernel *kernel);
const char *mesh_seek(const struct kernel *kernel);

/* What a kernel loads, computes and looks up, for its first lines. */
const char *mesh_costs(const struct kernel *kernel);

/* Lines with their comments below each other, as those of the templates stand. */
const char *mesh_aligned(const struct kernel *kernel, const char *lines);

/* Whether a field is one that the kernel has, and lies on levels. */
bool mesh_has_levels(const struct kernel *kernel, const struct field *field);

/* From one level of a field to the next; where a level begins. For levels outermost. */
const char *mesh_stride(const struct kernel *kernel, const struct field *field);
const char *mesh_level_start(const struct kernel *kernel, const struct field *field);

/* mesh_prepare.c: finds a kernel's templates and needs; `whole` is the kernel of the program that it is of, or NULL. False
 * after an error, which is reported. Then what it computes, as its file has it. */
bool mesh_prepare(struct kernel *kernel, const struct kernel *whole);
const char *mesh_body(const struct kernel *kernel);

/* mesh_header.c */
int mesh_levels_above(const struct kernel *kernel, const struct field *field); /* levels above those that are updated on which it is read */
const char *mesh_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count);

/* mesh_module.c */
const char *mesh_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count);

#endif
