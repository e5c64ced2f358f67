#ifndef SWEEP_TEXT_H
#define SWEEP_TEXT_H

#include "generator/emit/kernel.h"
#include "generator/plan/sweeps.h"

/* The text of kernels that go through columns, on all grids: variables, then the loops of all sweeps in segments. */
const char *sweep_statements(const struct kernel *kernel);

/* Which variables there are for where a level begins: of structured grids; of the locations of a mesh. */
struct starts {
	bool base, cells, edges, vertices;
};

/* Those that a kernel needs for what its levels do, of the kind of grid that the access is for. */
struct starts starts_of(const struct kernel *kernel, const struct plan *plan);

/* What is done on one level in a block of its own: its number is empty where nothing needs it. */
const char *sweep_level(const struct kernel *kernel, const char *number, struct starts starts, const char *columns);

/* What a kind of grid has of its own there: see shape_kind. */
struct sweep_hooks {
	/* The variable with the number of a thread's column; the text that finds the columns that a level reads; whether it reads
	 * columns other than its own; the pragma that vectorizes the loop over columns on a CPU. */
	const char *(*column)(const struct kernel *kernel);
	const char *(*indices)(const struct kernel *level);
	bool (*finds_columns)(const struct plan *level);
	const char *(*vectors)(const struct kernel *level);

	/* A loop over vectors of levels, for kernels that have them: see vectors_text(). */
	const char *(*vectors_of_levels)(const struct kernel *kernel, enum sweep_order order, const struct plan *plan, const char *first,
		const char *end, const char *last);
};

#endif
