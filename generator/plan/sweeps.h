#ifndef SWEEPS_H
#define SWEEPS_H

#include "generator/plan/plan.h"

/*
 * Kernels for sweeps: a thread a column, which goes through all loops of the stencil. What is done on a level is
 * a stencil of its own, planned as any other is. Between levels and loops values stay in variables of the thread, which are
 * fields there, and local; what another loop reads of a temporary lies in an array, one for each version.
 */

/* A level, counted from the lowest one or, from_top, down from one past the highest. */
struct level_mark {
	int level;
	bool from_top;
};

/* Levels on which the same is done. */
struct segment {
	struct level_mark first, end; /* from first to one before end, counted upwards */
	int below, above;             /* levels that there are at least below and above each */
	struct plan *plan;
};

/* A top-level statement: a sweep, or what is done on every level, in segments, from the lowest to the highest; or what is
 * done once a column. */
struct column_loop {
	enum sweep_order order; /* SWEEP_NONE: once */
	bool points;            /* it is no sweep: levels may be done in any order */
	struct segment *segments;
	int count;
	struct plan *start;     /* what is loaded on its first level before that is done, or NULL */
	struct field *carried;  /* its own variables, to the last one of the list; NULL: none */
	int carried_count;
};

/* A temporary that lies in an array of points from one loop to another. */
struct column_array {
	const struct temp *temp;
	const struct field *field; /* of the kernel */
};

struct columns {
	struct column_loop *loops;
	int count;
	struct field *variables; /* column variables, then those of loops, then NULL */
	int variable_count;      /* of column variables */
	struct column_array *arrays;
	int array_count;
	const struct field *shared; /* what is kept in shared memory, to the last one of as many; NULL: nothing */
	int shared_count;
	enum type shared_type;   /* the widest of theirs: each has room for as many of these as there are levels */
	int least;               /* levels that there are in any case */
};

enum { MOST_SEGMENTS = 8 };

/* Plans the one kernel of a stencil that is done by columns. Its plan has the stencil's fields, by the same index, and
 * behind them one for each array: of temporaries that lie in one from loop to loop, which may be in shared memory instead, and
 * of those in `kept`, by index, which may be NULL; conditions lie there as numbers of bool_type. Sets how many levels there must be at least so that the segments of a sweep are apart. NULL after an error,
 * which is reported, and where there is no such kernel: *unsupported says why. */
struct plan *plan_columns(struct arena *arena, const struct source *source, const struct stencil *stencil,
	const bool *kept, enum kept_place place, enum type bool_type, int *least, const char **unsupported);

#endif
