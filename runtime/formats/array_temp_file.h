#ifndef ARRAY_TEMP_FILE_H
#define ARRAY_TEMP_FILE_H

#include "generator/base/temp_file.h"
#include "generator/base/error.h"

/* Files of arrays that appear together or not at all: open and write all, then keep all.
 * Discard each temporary file at the end. What is no regular file is written through. These return false
 * with an error that names the path. */
bool array_temp_file_open(struct temp_file *temp_file, const char *path, struct error *error);
bool array_temp_file_keep(struct temp_file *temp_file, const char *path, struct error *error);

/* Whether the reason, an errno or 0, is none. */
bool array_temp_file_result(int reason, const char *path, struct error *error);

/* Whether two temporary files would become the same file. */
bool array_temp_file_clash(const struct temp_file *a, const struct temp_file *b);

#endif
