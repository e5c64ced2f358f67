#ifndef JOURNAL_H
#define JOURNAL_H

#include "runtime/report/results.h"

/* A file of JSON lines to which every row is added as soon as it is measured. The
 * environment stands before the rows that were measured in it. */
struct journal;

/* Reads what is there. Lines that are no rows, as one that an interrupted write has
 * left, are passed over. NULL with a message if it cannot be read or written. */
struct journal *journal_open(const char *path, const struct results *results, char *message, size_t room);

/* The row with a key; NULL if there is none. */
struct row *journal_find(const struct journal *journal, const char *key);

/* False with a message if it cannot be written. */
bool journal_add(struct journal *journal, const struct row *row, char *message, size_t room);

void journal_close(struct journal *journal);

#endif
