#ifndef RUN_H
#define RUN_H

#include "runtime/cli/arguments.h"

/* Applies the stencil of a file as the options say and writes the results: all of them or
 * none. Returns an exit status; problems are reported. */
int run_file(struct tool *tool, struct arguments *options, const struct arguments *defaults,
	const char *path);

#endif
