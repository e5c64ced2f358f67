#ifndef JOB_H
#define JOB_H

#include "generator/base/error.h"
#include "generator/compile.h"
#include "runtime/cli/arguments.h"
#include "runtime/data/outputs.h"
#include "runtime/device/kernel_build.h"
#include "runtime/problem/values.h"
#include "runtime/problem/verdict.h"
#include "runtime/rows/tuning.h"

struct choice;
struct forced_field;
struct forcing;
struct processes;
struct run_steps;
struct runner;
struct state;

/* What stencilrun is to do: a stencil, its fields' files, and how to run it. */
struct job {
	struct tool *tool;
	struct arguments *options;
	const struct arguments *defaults;
	struct unit unit;
	const struct plan *plan;
	const struct stencil *stencil;
	enum type precision;     /* of real fields: as the option says, else as the data */
	enum layout layout;
	enum levels levels;
	bool levels_are_free;    /* of an unstructured grid for which no option says how it lies */
	bool table_access_is_free; /* of one with any levels: the fastest */
	bool access_is_free;     /* of other grids: the usual one of the stencil and the backend */
	struct array *arrays;    /* by field index: what is read; data NULL if there is none */
	struct place *ins;       /* by field index; text NULL if there is none */
	struct place *outs;
	struct place *differences;
	const char **formulas;   /* instead of a file */
	const char **own;        /* likewise, on meshes: names of values that the mesh has */
	struct state *loaded;    /* of --load-state, or NULL */
	bool *restored;          /* by field index: it is in that state */
	int done;                /* steps that were done before, by that state */
	struct forcing *forcing; /* params with a value for each step, or NULL */
	struct forced_field *forced; /* fields that are read again between steps, or NULL */
	struct tuning *tuning;   /* of --tuned, or NULL */
	struct backend backend;
	struct built kernel;
	struct built single;     /* for steps that launches of several steps leave; without a plan: there are none */
	const struct runner *runner; /* of the stencil's family of grids */
	const struct mesh *mesh; /* of a stencil on one, when it is open; else NULL */
	void *state;             /* of the runner */
	struct run_steps *run;
	struct processes *processes; /* processes that run together */
};

/* Results, to be reported and saved. */
struct run_results {
	struct array *arrays;          /* by field index; the data belongs to the runner */
	struct outputs files;
	struct output *outputs;
	int output_count;
	bool *in_parts;     /* by field index, of several processes: each writes its part of the last result; or NULL */
	void (*part_cells)(const struct job *job, int begin[2], int end[2]); /* which those are, in x and in y */
	bool (*write_part)(const struct job *job, const char *path, const struct array *whole, struct error *error);
	const char *parts;  /* how the grid was decomposed, for the report; or NULL */
	double points;
	const char *unit;   /* "points" or "probes" */
	double seconds;
	const char *spent;  /* what of it was spent in exchanges, for the report; or NULL */
};

/* Sets params to their defaults, and to what --param gives. */
bool job_read_params(struct job *job, double *params, struct error *error);

/* Reads --points-per-thread and the like, where they are given. */
bool job_read_tunables(const struct job *job, int values[TUNABLE_COUNT], struct error *error);

/* What the options and the backend choose, without tunables. */
struct choice job_choice(const struct job *job);

/* Sets the kernel to the only one that a choice selects. */
bool job_choose_kernel(struct job *job, const struct choice *choice, struct error *error);

/* The same, with the values of its sweeps in the place that is faster on a grid of so many levels. A block that is given is for
 * one place alone. */
bool job_choose_in_place(struct job *job, const struct choice *choice, int levels, struct error *error);

/* The steps that one launch of the chosen kernel does; the number of the step after another one with which a launch ends. */
int job_steps_at_once(const struct job *job);
int job_next_step(const struct job *job, int step);

/* Results lie in Fortran order where all arrays do that were read and have an order. */
bool job_is_fortran(const struct job *job);

#endif
