#ifndef JOURNAL_H
#define JOURNAL_H

#include "generator/base/error.h"
#include "runtime/rows/results.h"

/* A file of JSON lines: every row as soon as it is complete, and before that the samples of each of
 * its turns. The environment stands before what was measured in it. */
struct journal;

/* Reads what the file has. Lines that are neither rows nor turns, and lines of more than a
 * megabyte, are skipped: an interrupted write leaves a part of a line. Returns NULL with an error
 * if the file cannot be read or written, or is not a journal. */
struct journal *journal_open(const char *path, const struct results *results, struct error *error);

/* The row with a key; NULL if there is none. */
struct row *journal_find(const struct journal *journal, const char *key);

/* The samples taken for a key that has no row yet; NULL if there are none. */
const struct series *journal_find_turns(const struct journal *journal, const char *key, enum cache cache);

/* Add a row, or a turn's samples for the row with this key. Return false with an error if that
 * cannot be written. */
bool journal_add(struct journal *journal, const struct row *row, struct error *error);
bool journal_add_turn(struct journal *journal, const char *key, enum cache cache,
	const struct series *taken, struct error *error);

void journal_close(struct journal *journal);

#endif
