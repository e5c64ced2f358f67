#ifndef JOURNAL_FILE_H
#define JOURNAL_FILE_H

#include "generator/base/error.h"
#include "generator/base/printed.h"
#include "runtime/formats/json.h"
#include "runtime/rows/results.h"

/* A file of JSON lines that only grows. Its first one is an environment, and so is what stands before the lines of each program. */
struct journal_file {
	const char *path;
	int file;
};

/* Gives each line that the file has to `take`, but for the first; of others than JSON nothing: an interrupted write leaves a part of a
 * line. Lines of more than a megabyte are skipped. Then adds the environment. The value lives as long as the call. Returns false with an
 * error if the file cannot be read or written, or is not a journal; nothing is open then. */
bool journal_file_open(struct journal_file *file, const char *path, const struct results *results,
	void (*take)(void *to, const struct json *line), void *to, struct error *error);

/* Lines are printed after the one, and added by the other. Return false with an error. */
bool journal_file_begin(struct printed *lines, struct error *error);
bool journal_file_add(const struct journal_file *file, struct printed *lines, struct error *error);

void journal_file_close(const struct journal_file *file);

#endif
