#ifndef JOB_H
#define JOB_H

#include "runtime/cli/arguments.h"
#include "runtime/cli/lists.h"
#include "runtime/problem/plane_device.h"
#include "runtime/formats/npy.h"
#include "runtime/cli/tool.h"
#include "runtime/report/tuning.h"

/* A job: a stencil, what it reads and what it writes. */
struct job {
	struct tool *tool;
	struct arguments *options;
	const struct arguments *defaults;
	struct tuning *tuning; /* NULL: none is asked for */
	enum layout layout;
	enum type precision; /* TYPE_NONE: as the data */
	struct unit unit;
	const struct plan *plan;
	const struct stencil *stencil;
	struct npy *arrays;      /* by field index; data NULL if not given */
	const char **in_paths;   /* by field index */
	const char **out_paths;
	const char **formulas;   /* instead of a file, on sparse grids */
	const struct field **swapped_in; /* by field index of the out: its partner, or NULL */
	struct problem *problem;
};

/* The axes of a field's array, slowest first, as indices of x, y, z; their number
 * is returned. */
int field_axes(const struct field *field, int axes[3]);

/* job_input.c: compiles the stencil and reads, checks and arranges all that it is
 * applied to. Returns an exit status; problems are reported. */
int job_prepare(struct job *job, const char *path);
void job_free(struct job *job);

/* job_tuned.c: what the options leave open is as tuned, or usual. */
int job_choose(struct job *job, const int size[3]);

/* Refuses what was tuned on another machine. */
int job_check_machine(const struct job *job, const struct backend *backend);

/* job_run.c: applies it and writes the results. */
int job_run(struct job *job);

#endif
