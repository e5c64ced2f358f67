#ifndef BENCH_H
#define BENCH_H

#include "runtime/bench/candidates.h"
#include "runtime/bench/sampling.h"
#include "runtime/cli/arguments.h"
#include "runtime/cli/progress.h"
#include "runtime/device/backend.h"
#include "runtime/report/journal.h"

/* A run of stencilbench. */
struct bench {
	struct tool *tool;
	const struct arguments *arguments;
	struct backend backend;
	struct sampling sampling;
	struct candidates candidates;
	struct journal *journal; /* NULL: none is kept */
	const struct environment_entry *environment;
	struct progress progress;
	int measured;            /* rows that this run has completed */
	int wrong;               /* kernels */
	struct left_out left_out; /* because of predictions */
	bool predicts;           /* times before they are measured */
	int uncounted;           /* exit status of counters that are missing, which is reported */
};

/* The work of a candidate in units of progress: a sample is one. */
enum { VERIFICATION_WORK = 5 };

/* The number of steps a launch: only accesses that do so many are legal then, and all are verified alike. */
bool bench_read_steps(const struct axes *axes, struct choice *choice, struct error *error);

/* Writes the table of the patterns, without any kernel. */
bool bench_write_patterns(struct tool *tool, const struct arguments *a, const struct axes *axes, const struct unit *units,
	int count, struct error *error);

/* Opens the backend for the stencils of the units, and chooses how to sample. */
bool bench_open(struct bench *bench, const struct axes *axes, const struct unit *units, int count, struct error *error);

/* Chooses and builds the kernels of the units. */
bool bench_choose(struct bench *bench, struct axes *axes, struct choice *choice, struct unit *units, int count,
	struct error *error);

#endif
