#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "generator/emit/kernel.h"

/* A plan's computation as C statements, at most `width` characters a line where
 * possible, with the comments that stand above them in the source. */
const char *statements_text(struct kernel *kernel, const struct source *source, int width);

/* One instance of a statement. */
const char *instance_text(struct kernel *kernel, const struct instance *instance, int width);

/* What a loop over levels carries from one to the next: definitions for the level with
 * which it begins, and what they become at the end of a turn. From below to above. */
const char *carried_definitions(struct kernel *kernel);
const char *carried_updates(struct kernel *kernel);

/* tile_statements.c: all instances of a statement, the first given, in loops over rows. */
const char *tile_group(struct kernel *kernel, const struct instance *first, int width);

#endif
