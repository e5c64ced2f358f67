#ifndef SCALING_JOURNAL_H
#define SCALING_JOURNAL_H

#include "runtime/scaling/scaling_rows.h"

/* What --journal keeps: each row as soon as it is measured. Of several processes the first one has it, and tells the others. */
struct scaling_journal;

/* Opens it, if one is asked for and this is that process; else NULL. */
bool scaling_journal_open(struct scaling *scaling, struct scaling_journal **journal, struct error *error);
void scaling_journal_close(struct scaling_journal *journal);

/* Gives a row its key, and what the journal has of it: *is_kept is whether it has, and all processes know it alike. */
bool scaling_journal_find(const struct scaling_journal *journal, const struct scaling_rows *rows, struct scaling_row *row, bool *is_kept,
	struct error *error);

/* Adds a row that was measured. */
bool scaling_journal_add(const struct scaling_journal *journal, const struct scaling_rows *rows, const struct scaling_row *row,
	struct error *error);

#endif
