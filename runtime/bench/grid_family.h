#ifndef GRID_FAMILY_H
#define GRID_FAMILY_H

#include "runtime/bench/bench.h"
#include "runtime/problem/domain.h"

/* What stencilbench has of a family of grids besides its domain. */
struct family {
	const struct domain_kind *domain;

	/* Adds a stencil's candidates: its kernels, built, on the grids that the axes name. */
	bool (*add_candidates)(struct builder *builder, const struct unit *unit, const struct plan *plan,
		enum type precision, struct error *error);

	/* The row's words and numbers, and as its key what that depends on besides these. */
	void (*describe)(const struct bench *bench, const struct candidate *candidate, struct row *row);

	/* A problem with data and expected results, to be closed after failures, too. False with an error. */
	bool (*open_problem)(const struct bench *bench, const struct candidate *first, void **problem, struct error *error);

	bool (*same_placement)(const struct candidate *a, const struct candidate *b);

	/* A grid of the candidate's size without data, as kernels take it. NULL: no blocks are swept. */
	const void *(*empty_grid)(struct arena *arena, const struct candidate *candidate);

	/* Writes the CSV file of --patterns about the tables of neighbours. NULL: storages have none. */
	bool (*write_patterns)(struct tool *tool, const struct arguments *arguments, const struct axes *axes, const struct unit *units,
		int unit_count, struct error *error);

	bool launches_matter; /* rows also give the time of as many empty launches */
	bool exact;           /* kernels are built without contraction */
	bool loads_known;     /* a thread loads what the plan's reads say, each once */
};

#define GRID(name, domain) extern const struct family domain##_family;
#include "generator/language/grids.def"

#endif
