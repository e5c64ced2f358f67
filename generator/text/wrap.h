#ifndef WRAP_H
#define WRAP_H

#include "generator/base/arena.h"

/* Pieces of emitted text, and lines of a width. */

/* Lines are at most 80 wide; the innermost block is indented by 8. */
enum { LINE_WIDTH = 72 };

const char *int_text(struct arena *arena, long long number);

/* A name as macros are spelled. */
const char *capitals(struct arena *arena, const char *name);

/* How the macros of a stencil begin: in capitals where the name has none, else so that names which differ
 * only in case have macros of their own. */
const char *macro_prefix(struct arena *arena, const char *name);

/* Numbers with commas, filled into lines. */
const char *ints_text(struct arena *arena, const int *values, int count);

/* "base + 2*row": a text and `count` steps, "base - 2" if step is NULL; the text
 * itself if count is 0. */
const char *index_add(struct arena *arena, const char *text, int count, const char *step);

/* Two texts on lines of their own; an empty one has none. */
const char *join_lines(struct arena *arena, const char *above, const char *below);

/* The same with a blank line between them. */
const char *join_paragraphs(struct arena *arena, const char *above, const char *below);

/* Adds a text on a line of its own; an empty one has none. */
void lines_add(struct text *text, const char *line);

/* Lines four blanks further in. */
const char *indent_lines(struct arena *arena, const char *lines);

/* Texts joined by commas, filled into lines. */
struct list {
	struct text text; /* only its arena is set to begin with */
};

void list_add(struct list *list, const char *item);
const char *list_text(const struct list *list);

/* Breaks a text into lines of at most `width` characters where possible; further
 * lines are indented by `indent` spaces. A byte below ' ' in the text marks where a
 * line may be broken, the smaller the better; marks are taken out. */
const char *wrap(struct arena *arena, const char *text, int width, int indent);

#endif
