#ifndef JOURNAL_H
#define JOURNAL_H

#include "tests/campaign/features.h"

/* FOLDER/journal: a line for each stencil that was tried, with its seed, so that a campaign goes on where it was killed and tells
 * about all of its stencils. A line that was not written to its end does not count. */

enum result { RESULT_PASSED, RESULT_REFUSED, RESULT_FAILED, RESULTS };

extern const char *const result_names[RESULTS];

enum { MOST_SETS = 160 };

/* What became of a stencil. */
struct outcome {
	enum result result;
	long kernels, runs, interiors;      /* interiors: steps of parts that computed one */
	struct features sets[MOST_SETS];    /* of runs; none is part of another one */
	int set_count;
	char kind[16];                      /* of random stencil: "--sweeps" */
	char message[1700];                 /* why it was refused, or failed */
};

/* Notes what a run had. */
void outcome_add(struct outcome *outcome, const struct features *features);

/* Appends a line for a stencil with a name, as name_of has it. False: it cannot be written. */
bool journal_append(const char *path, const char *name, const struct outcome *outcome);

/* Calls visit for each whole line. Returns their number; a journal that is not there has none. */
typedef void journal_visit(void *context, const char *name, const struct outcome *outcome);
int journal_read(const char *path, journal_visit *visit, void *context);

#endif
