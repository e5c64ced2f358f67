#ifndef MADE_ROWS_H
#define MADE_ROWS_H

/* Rows of results that nothing has measured, the same in every test. */

#include "runtime/report/report_json.h"

/* The memory of all rows. open_rows and close_rows are the fixture of a test. */
extern struct arena rows_arena;

extern const struct environment_entry rows_environment[];

void open_rows(void);

void close_rows(void);

/* Samples that a clock of whole nanoseconds might give, always the same. */
void fake_series(struct row *row, enum cache cache, double seconds, int count);

struct row *fake_row(const char *storage, const char *access, const char *order, const char *block);

/* Of a sparse grid, with as many empty launches. */
struct row *fake_sparse_row(const char *stencil, const char *access, int count, double seconds);

void fake_results(struct results *results);

const char *text_of_file(const char *path);

const char *json_of(const struct row *row);

#endif
