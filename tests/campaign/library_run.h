#ifndef LIBRARY_RUN_H
#define LIBRARY_RUN_H

#include "runtime/library/stencil.h"
#include "tests/campaign/campaign.h"

/* A plan of libstencil on a grid, with what the interpreter makes of it. */
struct library_run {
	struct trial *trial;
	const struct plan *plan;       /* of the interpreter's */
	enum type precision;
	int steps, at_once;            /* at_once: by a launch of access temporal; else 0 */
	const char *options, *what;    /* what: the grid, for messages */
	const struct variant *variant; /* that the options choose; NULL: none is named */
	bool listed, own_table;        /* columns are listed; by a table of the caller's */
	bool refused;                  /* such a plan cannot be */
	struct features features;
	struct stencil_shape shape;
	stencil_plan *library;
	void *const *values, *const *expected; /* by field index, in C order */
	struct stencil_field *infos;           /* by field index */
	void **arrays, **wanted;               /* the caller's, and what they are to be */
	void *state;                           /* of the grid */
	bool (*place_values)(struct library_run *run, const struct field *field, const void *values, void *array);
	void (*close)(struct library_run *run);
};

/* Choose a grid with data, and find what is expected. False with a message; ends with close in any case. */
bool library_plane_open(struct library_run *run);
bool library_mesh_open(struct library_run *run);

#endif
