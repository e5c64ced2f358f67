#ifndef RESULTS_H
#define RESULTS_H

#include "generator/base/arena.h"
#include "generator/base/error.h"
#include "generator/language/ast.h"
#include "generator/variants/tunables.h"
#include "runtime/device/device.h"
#include "runtime/rows/statistics.h"

#include <stdio.h>

/* The results of a run, from which tables, CSV, JSON lines and charts are written. All texts live
 * as long as the arena of the results. */

/* Cold: the last cache holds nothing that the kernel reads. Hot: it has just run. */
enum cache { CACHE_COLD, CACHE_HOT, CACHE_COUNT };
extern const char *const cache_names[CACHE_COUNT];

enum outcome {
	OUTCOME_MEASURED,
	OUTCOME_VERIFIED,   /* right, and not timed */
	OUTCOME_WRONG,      /* its result is not the interpreter's */
	OUTCOME_FAILED,     /* it did not run */
	OUTCOME_IMPOSSIBLE, /* the grid does not allow it */
	OUTCOME_COUNT,
};
extern const char *const outcome_names[OUTCOME_COUNT];

/* Reference kernels, measured in the same run. */
enum reference_copy {
	REFERENCE_COPY,   /* a double2 copy kernel */
	REFERENCE_STREAM, /* the stencil's own mix of reads and writes, nothing else */
	REFERENCE_MEMCPY, /* the library's */
	REFERENCE_COUNT,
};
extern const char *const reference_copy_names[REFERENCE_COUNT];

/* A hardware counter, by ncu's name. */
struct counter {
	const char *name;
	double value;
	struct counter *next;
};

struct grid_report;

/* One kernel on one grid with one block. */
struct row {
	const struct grid_report *report; /* how it is shown: report/grid_report.h */

	/* What was measured. Words as on the command line; "-" where one does not apply. */
	const char *kernel; /* STENCIL_STORAGE_ACCESS... */
	const char *stencil, *storage, *access, *fields, *levels, *precision, *order, *block;
	int size[3], alignment; /* of rows and levels, in bytes; of a mesh elements of the outputs' location, 1, levels */
	int tunables[TUNABLE_COUNT]; /* 0: the access has no such tunable */
	bool unusual;                  /* they are not the defaults */
	int part;                      /* of a program: the kernel that is timed alone, from 1; 0: all of them */
	const char *assigns;           /* what that assigns first; or "-" */
	const char *decision;            /* by choice: "store_lap", "place_shared", or "-" */
	const char *mesh;              /* as --mesh names it; "-" where there is none */
	int dim, level, padded;        /* of a sparse grid; 0 of a plane */
	int probes;                    /* of an evaluation */
	int graph;                     /* its launches are replayed */
	const char *key;               /* equal keys: the same measurement */

	/* The outcome. */
	enum outcome outcome;
	const char *note;   /* why there is no time, or not a good one; "" */
	double skipped;     /* points too close to call */
	int checked;        /* probes that were compared */
	bool reused;        /* from the journal */

	/* Times. */
	struct series series[CACHE_COUNT];
	struct statistics time[CACHE_COUNT];
	double reference_copy[REFERENCE_COUNT][CACHE_COUNT]; /* medians, for equally many bytes; 0: none */
	double floor[CACHE_COUNT]; /* the median of as many empty launches; 0: not known */
	struct launch_facts facts;
	enum difference difference[CACHE_COUNT];
	double relative[CACHE_COUNT]; /* median over the baseline's; 0: none */

	/* The work. */
	double points, bytes, flops;
	double predicted_us; /* by a model, not measured; 0: not known */
	double table_bytes; /* of the neighbour table and patterns; `bytes` does not count them */

	struct counter *counters;
	struct row *next;
};

/* An entry of the environment. */
struct environment_entry {
	const char *name, *value;
};

struct results {
	struct arena *arena;
	const struct environment_entry *environment; /* an entry without a name ends it */
	const char *command;
	struct row *first, **last;
	int count;
	const char *left_out; /* what was not measured, and why; NULL: nothing */
	bool summary; /* tables show the best tunables of each access only */
};

void results_open(struct results *results, struct arena *arena,
	const struct environment_entry *environment, const char *command);

/* Appends a row, which then belongs to the results. */
void results_add(struct results *results, struct row *row);

/* The cache whose times a row is ranked by: cold if it was measured so. */
enum cache row_cache(const struct row *row);

/* The statistics of that cache; NULL if there is no time. */
const struct statistics *row_time(const struct row *row);

/* Whether samples are missing because the run was interrupted. */
bool row_is_partial(const struct row *row);

/* Bytes a second, and as a share of a reference copy's; 0 where there is no time. */
double row_bandwidth(const struct row *row, enum cache cache);
double row_share(const struct row *row, enum reference_copy reference_copy, enum cache cache);

/* "levels-per-thread=8"; several are separated by blanks; "-" for none. */
const char *row_tunables(struct arena *arena, const struct row *row);

/* Whether both are of one stencil, size and precision. */
bool row_same_problem(const struct row *a, const struct row *b);

/* Whether both have the same storage, access, layout of the fields, levels and order. */
bool row_same_access(const struct row *a, const struct row *b);

/* Its share of the times of all kernels of its program, each alone; 0: not known. */
double row_share_of_program(const struct results *results, const struct row *row, enum cache cache);

/* Whether no block of the same kernel on the same grid is better: faster or, without times, first.
 * In a summary also no tunables. Of a program's kernels whether the program is. */
bool row_is_best(const struct results *results, const struct row *row);

/* Whether a row has the least time of several of one problem. */
bool row_is_fastest(const struct results *results, const struct row *row);

/* The number of blocks of the same kernel on the same grid with the same outcome. */
int row_count_blocks(const struct results *results, const struct row *row);

/* Writes to a file what `put` writes of the results. Returns false with an error. */
bool report_save(const struct results *results, void (*put)(const struct results *results, FILE *out),
	const char *path, struct error *error);

#endif
