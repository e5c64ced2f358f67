#ifndef SCALING_ROWS_H
#define SCALING_ROWS_H

#include "runtime/scaling/scaling_bits.h"
#include "runtime/scaling/scaling_time.h"

/* A kernel on a grid that is decomposed one way. */
struct scaling_row {
	const char *key; /* equal keys: the same measurement */
	const struct candidate *candidate;
	struct decomposition decomposition;
	int size[3];              /* of the whole grid, with halo */
	int devices;
	double points;
	enum bits bits;
	bool timed;
	struct scaling_times times;
	double first;             /* seconds of a step of the same kernel in one part; 0: not measured */
	struct stencil_traffic traffic; /* of an exchange, of the rank that sends most */
	struct scaling_row *next;
};

struct scaling_rows {
	struct scaling *scaling;
	const char *transport;
	bool strong;
	int reused; /* from the journal */
	bool wrong; /* some in parts have other bits */
	struct scaling_row *first, **last;
};

/* What follows from the times; NAN where there are none. */
struct scaling_shares {
	double step;       /* seconds: with interiors beside messages, or of one part alone */
	double efficiency; /* the part's own step over it */
	double scaled;     /* one part's step over it; strong: and over the number of parts */
	double hidden;     /* of the exchange's time: that which interiors hide */
	double share;      /* of the step: what is not the part's own */
	double bandwidth;  /* bytes a second that a rank sends in an exchange */
};
struct scaling_shares scaling_shares(const struct scaling_rows *rows, const struct scaling_row *row);

/* Seconds, NAN if there are none; and of the phase that counts as a step. */
double scaling_median(const struct scaling_row *row, enum phase phase);
const struct statistics *scaling_step(const struct scaling_row *row);

/* Whether two rows are of one kernel; of weak scaling on meshes, each number of subdomains has a mesh of its own. */
bool scaling_are_alike(const struct scaling_rows *rows, const struct scaling_row *a, const struct scaling_row *b);

int scaling_parts(const struct scaling_row *row);
const char *scaling_ranks_text(struct arena *arena, const struct scaling_row *row);
extern const char *const bits_names[]; /* by enum bits */

void scaling_table(const struct scaling_rows *rows, FILE *out);

/* scaling_chart.c: lines over the number of parts, and the ideal one. Returns false if memory is short. */
bool scaling_chart(const struct scaling_rows *rows, FILE *out);

#endif
