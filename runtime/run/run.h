#ifndef RUN_H
#define RUN_H

#include "runtime/cli/arguments.h"

/* Applies the stencil of a file as the options say and writes the results: all of them or
 * none. */
bool run_file(struct tool *tool, struct arguments *options, const struct arguments *defaults,
	const char *path, struct error *error);

#endif
