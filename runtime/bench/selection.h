#ifndef SELECTION_H
#define SELECTION_H

#include "generator/variants/choose.h"
#include "runtime/cli/tool.h"

/* All stencils of a command line. */
struct selection {
	struct tool *tool;
	const struct unit *units;
	int unit_count;
};

/* The variants of a stencil that a choice selects. An access that is illegal for this stencil, but
 * legal for another one of the command line, is left out with a note on standard error. NULL with a usage error
 * otherwise. */
struct variant *selection_choose(const struct selection *selection, const struct plan *plan,
	const struct choice *choice, int *count, struct error *error);

/* Those that are legal; other pairs of a storage and an access are left out. */
struct variant *selection_choose_legal(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count);

#endif
