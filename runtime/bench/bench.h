#ifndef BENCH_H
#define BENCH_H

#include "runtime/problem/plane_device.h"
#include "runtime/report/journal.h"
#include "runtime/bench/sampling.h"
#include "runtime/cli/progress.h"
#include "runtime/bench/candidates.h"
#include "runtime/bench/yardstick.h"

/* A run of stencilbench. */
struct bench {
	struct tool *tool;
	const struct arguments *arguments;
	struct backend backend;
	struct sampling sampling;
	struct sweep sweep;
	struct journal *journal; /* NULL: none is kept */
	const struct environment_entry *environment;
	struct progress progress;
	int wrong;               /* kernels */
};

/* One problem of it: a stencil with data on a device. */
struct workplace {
	struct bench *bench;
	const struct family *family;
	void *problem;                    /* of the family */
	struct yardsticks yardsticks;
	const struct candidate *baseline; /* NULL: none */
	struct place *places;             /* the problem's grids that are on the device */
};

/* bench.c: verifies and measures the candidates of all problems that have no row yet.
 * Returns a status. */
int bench_run(struct bench *bench);

/* The same for candidates of one problem. */
int bench_problem(struct bench *bench, struct candidate *candidates, int count);

/* Reads what --param gives into params. Returns a status. */
int bench_read_params(const struct bench *bench, const struct stencil *stencil, double *params);

/* count.c: whether ncu can count at all; then runs the candidates once more under it and
 * adds to their rows what it counts. Both return a status. */
int bench_can_count(const struct bench *bench);
int bench_count(struct bench *bench);

/* heat.c: verifies candidates of one problem, as many of them as fit the device
 * at a time, and then times these by turns. Gives each a row and notes it in the
 * journal. Returns how many of them it has done with; *status is not 0 after a failure. */
int heat_run(struct workplace *workplace, struct candidate *candidates, int count, int *status);

/* Takes all grids but one, or NULL, off the device. */
struct place;
void workplace_clear(struct workplace *workplace, const struct place *kept);

/* A row for a candidate that says what it is; its key is that of the measurement. */
struct row *row_create(const struct bench *bench, const struct candidate *candidate);

/* Whether someone asked to stop, with Ctrl-C. */
bool interrupted(void);

#endif
