#ifndef FILES_H
#define FILES_H

#include "generator/base/arena.h"
#include "generator/base/error.h"
#include "generator/base/temp_file.h"

#include <stdbool.h>

/* Reads a file, or standard input if path is "-". On failure returns false with
 * an error that does not name the path. */
bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, struct error *error);

/* Whether a regular file has exactly these bytes. */
bool file_holds(const char *path, const char *text, size_t size);

enum written { WRITE_FAILED, WRITE_SAME, WRITE_CHANGED };

/* Writes a file only if its text changes, by way of a temporary file (temp_file.h). Makes missing folders.
 * On failure nothing is left behind and the error says why. */
enum written file_write(const char *path, const char *text, size_t size, struct error *error);

/* The same but for the last step: a file that changes has its temporary name until temp_file_keep(). */
enum written file_prepare(struct temp_file *temp_file, const char *path, const char *text, size_t size, struct error *error);

#endif
