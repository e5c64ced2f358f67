#ifndef LABELS_H
#define LABELS_H

#include "generator/base/error.h"
#include "runtime/report/query.h"

/* A name for rows that no single column tells apart, as those of a step on the way to a kernel. */
struct label {
	const char *name;
	struct condition *conditions;
	int rows; /* that have it */
	struct label *next;
};

/* Adds "NAME: CONDITIONS" after the labels that are there. Returns false with an error. */
bool label_add(struct arena *arena, const char *text, struct label **labels, struct error *error);

/* The rows with a label, by label, and the labels in a column `label`. A row with several comes
 * once for each. Counts the rows of each label. */
struct csv *labelled_rows(struct arena *arena, const struct csv *csv, struct label *labels);

#endif
