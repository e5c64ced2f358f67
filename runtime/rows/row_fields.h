#ifndef ROW_FIELDS_H
#define ROW_FIELDS_H

#include "runtime/rows/results.h"

/* The members of a row that are one number or text, with their names in files; a name ends in its unit,
 * if it has one. */
enum row_kind { ROW_TEXT, ROW_INT, ROW_LONG, ROW_REAL };

struct row_field {
	const char *name;
	enum row_kind kind;
	size_t offset; /* in struct row */
};

extern const struct row_field row_fields[];
extern const int row_field_count;

/* The members of struct statistics that are in seconds. */
struct statistic {
	const char *name;
	size_t offset; /* of a double in struct statistics */
};

extern const struct statistic statistic_fields[];
extern const int statistic_count;

const char *row_text(const struct row *row, const struct row_field *field);
double row_number(const struct row *row, const struct row_field *field);
void row_set_text(struct row *row, const struct row_field *field, const char *text);
void row_set_number(struct row *row, const struct row_field *field, double number);

#endif
