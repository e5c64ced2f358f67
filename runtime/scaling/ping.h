#ifndef PING_H
#define PING_H

#include "generator/base/error.h"
#include "runtime/scaling/scaling.h"

/* What a message takes: seconds and bytes a second. */
struct network {
	double latency, bandwidth;
};

/* A message of some size. */
struct ping_row {
	size_t bytes;
	double half;   /* seconds: half of there and back, each behind the other */
	double stream; /* of one behind others the same way; 0: not measured */
	double both;   /* of one behind others both ways at once; 0: not measured */
};
enum { PING_ROWS = 24 }; /* 8 bytes to 64 MB, each twice the last */

/* Measures messages between the first two devices, or processes. False with an error. */
bool ping_measure(struct scaling *scaling, struct ping_row rows[PING_ROWS], struct error *error);

/* The latency and bandwidth whose sums are nearest to the times, relative to these. */
struct network ping_fit(const struct ping_row *rows, int count);

/* Measures, and prints a table; --csv, too. */
bool ping(struct scaling *scaling, struct error *error);

#endif
