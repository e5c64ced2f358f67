#ifndef COMPARISON_H
#define COMPARISON_H

#include "generator/base/error.h"
#include "runtime/chart/chart.h"
#include "runtime/report/query.h"

/* Published numbers next to ours. The reference has the columns `table`, `metric` and `value`;
 * its other columns, where they are not empty, select rows among ours. Lines with the same selection
 * are one row of the table; metrics are columns of ours.
 * A line without a value is something that the others did not measure. */
struct comparison {
	const char *table;
	const char *theirs, *ours; /* what the two are called */
	int metric_count, row_count;
	const char **metrics;
	const char **labels;       /* of rows: what tells them apart */
	int *lines;                /* of rows: the first in the reference */
	const char ***their_cells; /* [row][metric], "" for none */
	const char ***our_cells;
	const char **our_choice;   /* of rows: our best choice of what the reference leaves open */
	int missing;               /* cells that we have no number for */
};

/* Fails with an error if the reference has no such table. */
bool comparison_make(struct arena *arena, const struct csv *reference, const char *table,
	const struct csv *measured, struct comparison *comparison, struct error *error);

/* Whether the reference has numbers of a metric. */
bool comparison_has_theirs(const struct comparison *comparison, int metric);

/* One table or, if a page has no room for so many columns, several with a part of them each. */
void comparison_markdown(struct arena *arena, const struct comparison *comparison, FILE *out);
void comparison_csv(const struct comparison *comparison, const struct csv *reference, FILE *out);

/* Bars of one metric: theirs, if they have it, and ours. */
struct chart comparison_chart(struct arena *arena, const struct comparison *comparison,
	const char *metric, const char *title);

/* Formats a cell with few digits; words stay as they are, an empty cell is "-". */
const char *readable_number(struct arena *arena, const char *cell);

#endif
