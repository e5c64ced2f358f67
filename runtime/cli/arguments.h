#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "generator/cli/command_line.h"
#include "generator/variants/tunables.h"
#include "runtime/cli/tool.h"

/* The command lines of the tools: one table of options, arguments.def, says which tool takes which.
 * What a text means is left to its user. */


enum {
	PROGRAM_RUN = 1, PROGRAM_BENCH = 2, PROGRAM_REPORT = 4,
	PROGRAM_BOTH = PROGRAM_RUN | PROGRAM_BENCH, PROGRAM_ALL = PROGRAM_BOTH | PROGRAM_REPORT,
};

struct arguments {
	char **files;
	int file_count;
	const char *command; /* all of it, for records */
	const char **given;  /* its words after the program's name; NULL ends them */

	/* What to run: one each for stencilrun, lists for stencilbench. */
	const char *storage, *access, *store, *fields, *levels, *precision, *order, *block, *backend, *device;
	const char *places; /* of what sweeps keep: a list, for stencilbench */
	const char *tunables[TUNABLE_COUNT];
	const char *tuned, *templates;
	struct texts params, fixed, relations;
	int low;        /* 1: the type low is float */
	int place;      /* the same, one for stencilrun: enum kept_place */
	int dim, level; /* of a sparse grid; 0: not given */
	bool force, pad, no_cache, clear_cache, convert;

	/* stencilrun */
	const char *stencil, *sample, *mesh, *save_mesh; /* mesh: of stencilbench a list */
	struct texts ins, outs, swaps, formulas, differences;
	int steps, every, save_every, size_levels, exchange_every, comm_blocks, timeout; /* exchange_every to engine: of stencilbench, too */
	int save_state_every, check_every;
	const char *save_state, *load_state, *time, *dt, *since, *log;
	const char *ranks, *periodic, *step_halos, *overlap, *engine, *axes, *partition, *write_graph;
	bool verify, quiet, linear, rebuild, share_gpus; /* the last one of stencilbench, too */

	/* stencilbench */
	const char *level_list;
	const char *size, *grid, *cache, *baseline, *csv, *json, *svg, *chart, *patterns, *journal, *tune;
	int runs, align, fetch, probes;
	const char *scaling, *model, *network, *step;
	bool ping, usual_access; /* that: none is named, and each stencil is to have one */
	bool exact, no_time, all_blocks, verbose, ncu, profile, graph, kernels;

	/* stencilreport */
	const char *data, *output, *columns;
};

/* Reads a command line; texts that it does not give stay NULL, numbers are then as
 * in the defaults. Returns false if the program is to end with *status: after
 * --help, --version or an error, which is reported. */
bool arguments_read(struct arguments *arguments, const struct arguments *defaults, struct tool *tool,
	unsigned program, int argc, char **argv, int *status);

/* What --swap says, in one list as struct choice has it; NULL: nothing. */
const char *arguments_swaps(struct arena *arena, const struct arguments *arguments);

/* Gives texts that are NULL their defaults. */
void arguments_complete(struct arguments *arguments, const struct arguments *defaults);

#endif
