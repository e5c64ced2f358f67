#ifndef NAMES_H
#define NAMES_H

#include "generator/plan/plan.h"

/* Names in emitted text. A user's name that a kernel or its language uses for
 * something else gets a trailing underscore until it is free. */

/* Names the fields, params and values of a plan in kernels, in launchers and in structs. Does not depend
 * on the variant, so that the same thing has the same name in every kernel. */
void name_plan(struct arena *arena, struct plan *plan);

/* Whose names are taken. */
enum names_of { NAMES_OF_KERNEL, NAMES_OF_LAUNCHER, NAMES_OF_MEMBERS };

/* Names that must differ, in the order in which they were added. */
struct scope {
	struct arena *arena;
	const struct plan *plan;
	enum names_of of;
	const char **names;
	int count;
};

/* Adds a name, changed until nothing else has it. names has room for it. */
const char *scope_add(struct scope *scope, const char *name);

/* The names of what a kernel is called with, and of what is made of params alone. There must be room for them. */
void scope_take_arguments(struct scope *scope, const struct plan *plan);

/* The names that a kernel has already, and room for more. */
struct scope scope_of_kernel(struct arena *arena, const struct plan *plan, int room);

/* A temporary's name; its versions are numbered if several have variables. */
const char *temp_base_name(struct arena *arena, const struct plan *plan, const struct temp *temp);

/* The index variable of the column at (x,y): c, n, ne, ... The name is the path
 * there: first north or south, then west or east, a letter a step; from five
 * steps on a letter and their number. */
const char *column_name(struct arena *arena, struct offset at);

/* The slot of a table that holds the offset to (x,y): its name in capitals. */
const char *slot_name(struct arena *arena, struct offset at);

/* The middle of what a point's temporaries are called: the column's name and a
 * letter a (above) or b (below) for each level. */
const char *point_name(struct arena *arena, struct offset at);

/* A temporary's name, with a number from its second version on. */
const char *version_name(struct arena *arena, const struct temp *temp);

#endif
