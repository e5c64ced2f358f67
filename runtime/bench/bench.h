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
};

/* The work of a candidate in units of progress: a sample is one. */
enum { VERIFICATION_WORK = 5 };

#endif
