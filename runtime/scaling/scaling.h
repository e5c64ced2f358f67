#ifndef SCALING_H
#define SCALING_H

#include "runtime/bench/candidates.h"
#include "runtime/partition/transport.h"
#include "runtime/rows/environment.h"

/* What stencilbench measures of parts: --scaling, --ping and --model. */
struct scaling {
	struct tool *tool;
	const struct arguments *arguments;
	struct backend *backend;
	const struct environment_entry *environment;
	const struct candidates *candidates; /* none of --ping */
	struct processes processes;
	struct transport transport; /* of messages between parts */
};

/* The engine's name. */
const char *scaling_engine(const struct scaling *scaling);

/* Whether the options ask for one of these. */
bool scaling_is_wanted(const struct arguments *arguments);

/* Chooses a kernel where options leave it open: one stands for all. */
void scaling_choose(struct arguments *arguments);

/* Finds the other processes, if there are some, and checks the options, also whether those of parts are given without these. */
bool scaling_begin(struct scaling *scaling, struct error *error);

/* Joins the other processes, with what came before, good or an error; measures and reports. */
bool scaling_run(struct scaling *scaling, bool good, struct error *error);

#endif
