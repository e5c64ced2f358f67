#ifndef COMMENTS_H
#define COMMENTS_H

#include "generator/base/arena.h"
#include "generator/base/source.h"

/* Text of a stencil's file that goes into comments of emitted files. */

/* The last part of a path, with '?' for bytes that could end a comment. */
const char *base_name(struct arena *arena, const char *path);

/* The // lines right above the line on which a span starts; "" if there are none
 * or more than 8 KiB. */
const char *comment_above(struct arena *arena, const struct source *source, struct span span);

/* "! text" for "// text" on each line. */
const char *fortran_comment(struct arena *arena, const char *text);

#endif
