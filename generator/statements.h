#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "kernel.h"

/* A plan's computation as C statements, at most `width` characters a line where
 * possible, with the comments that stand above them in the source. */
const char *statements_text(struct kernel *kernel, const struct source *source, int width);

/* One instance of a statement. */
const char *instance_text(struct kernel *kernel, const struct instance *instance, int width);

/* tile_text.c: all instances of a statement, the first given, in loops over rows. */
const char *tile_group(struct kernel *kernel, const struct instance *first, int width);

/* The // lines right above the line on which a span starts; "" without them, and
 * where they are too many to repeat. */
const char *comment_above(struct arena *arena, const struct source *source, struct span span);

#endif
