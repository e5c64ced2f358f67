#ifndef MEASURE_H
#define MEASURE_H

#include "backend.h"

/* Seconds. */
struct statistics {
	double median, minimum, maximum;
	int samples; /* 0: not measured */
};

/* Seconds on a clock that nobody sets. */
double now(void);

/* Sorts the samples. */
struct statistics statistics(double *seconds, int count);

/* One kernel, order and block. */
struct row {
	const char *kernel, *stencil, *storage, *access, *fields, *order, *block;
	bool verified;
	double skipped;     /* points too close to call */
	char note[128];     /* why there is no time */
	struct statistics time;
	double points, bytes;
	size_t table_bytes; /* besides: neighbour table and patterns, once a run */
};

/* Copying as many bytes as a stencil must move. */
struct yardstick {
	double bytes;
	struct statistics copy, memcpy;
};

/* Collects the rows of a run. */
struct report;
struct report *report_open(struct arena *arena, const struct backend *backend, const int size[3],
	const char *precision, int runs, const char *command);

/* The copy that the rows from here on are compared with. */
void report_yardstick(struct report *report, const struct yardstick *yardstick);
void report_add(struct report *report, const struct row *row);

/* A table for people, at most 100 columns wide: of each kernel and order the
 * best block. */
void report_table(const struct report *report, FILE *out);

/* All rows, with what they were measured on. */
bool report_csv(const struct report *report, const char *path, char *message, size_t room);

#endif
