#ifndef PRINTED_H
#define PRINTED_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A text under construction: what is written to `out`. */
struct printed {
	FILE *out;
	struct buffer *buffer;
	char *text; /* once closed; ends in '\0' */
	size_t size;
};

/* Returns false if memory is short. */
bool printed_open(struct printed *printed);

/* Completes the text; its owner frees it. Returns false, and frees it, if memory was short. */
bool printed_close(struct printed *printed);

/* Completes the text, writes it to a file as file_write does, and frees it. Returns false with an
 * error. */
bool printed_save(struct printed *printed, const char *path, struct error *error);

/* If `good`, the same, and the error begins "cannot write PATH: ". Else the text is freed, and the error is that of what
 * printed it. Returns false with an error. */
bool printed_finish(struct printed *printed, bool good, const char *path, struct error *error);

/* Frees a text under construction. */
void printed_discard(struct printed *printed);

/* The same for texts of an arena; if memory is short, as arena_alloc. */
FILE *printed_begin(struct printed *printed);
char *printed_end(struct printed *printed, struct arena *arena);

#endif
