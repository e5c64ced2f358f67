#ifndef PRINTED_H
#define PRINTED_H

#include "generator/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A text under construction: what is written to `out`. It stays where it was opened. */
struct printed {
	FILE *out;
	char *text; /* once closed; ends in '\0' */
	size_t size, room;
};

/* Returns false if memory is short. */
bool printed_open(struct printed *printed);

/* Completes the text; its owner frees it. Returns false, and frees it, if memory was short. */
bool printed_close(struct printed *printed);

/* Completes the text, writes it to a file as file_write does, and frees it. Returns false with a
 * message. */
bool printed_save(struct printed *printed, const char *path, char *message, size_t room);

/* The same for texts of an arena: the program ends if memory is short, as by arena_alloc. */
FILE *printed_begin(struct printed *printed);
char *printed_end(struct printed *printed, struct arena *arena);

#endif
