#ifndef TOOL_H
#define TOOL_H

#include "generator/text/template_store.h"
#include "runtime/device/backend.h"
#include "generator/base/error.h"
#include "generator/cli/command_line.h"
#include "generator/compile.h"
#include "generator/check/named.h"
#include "runtime/grid/grid.h"

/* The programs' messages, and readers of the options that they share. */

struct tool {
	const char *name;        /* of the program, for messages */
	struct arena arena;
	struct diagnostics diagnostics;
	struct templates templates;
};

void tool_open(struct tool *tool, const char *name);

/* Reports an error: "name: text" and, for EXIT_USAGE, where to find help; nothing if it has no text. Returns its status. */
int tool_report(const struct tool *tool, const struct error *error);

/* --clear-cache: empties the cache of compiled kernels and, unless quiet, says of what. */
bool tool_clear_cache(struct tool *tool, bool quiet, struct error *error);

/* At the end of a program with this status: frees what the tool has. Returns the status, or that of standard output that
 * cannot be written. */
int tool_close(struct tool *tool, int status);

/* "512x512x64": three whole numbers of at least 1, of which memory could
 * hold the product. */
bool read_size(const char *text, int size[3]);

/* Read the name of a layout of fields, of an order of levels, and of a precision. */
bool read_layout(struct arena *arena, const char *text, enum layout *layout, struct error *error);
bool read_levels(struct arena *arena, const char *text, enum levels *levels, struct error *error);
bool read_precision(struct arena *arena, const char *text, enum type *precision, struct error *error);

/* Splits "a,b,c" in place into a NULL-terminated array. */
const char **split(struct arena *arena, const char *list);

/* Read "name=value" for a param of the stencil into params[index]: one, or each of --param. Others stay as they are; given[index]
 * is set unless `given` is NULL. */
bool read_param(struct arena *arena, const struct stencil *stencil, const char *text, double *params,
	bool *given, struct error *error);
bool read_params(struct arena *arena, const struct stencil *stencil, const struct texts *texts, double *params,
	bool *given, struct error *error);

#endif
