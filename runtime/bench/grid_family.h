#ifndef GRID_FAMILY_H
#define GRID_FAMILY_H

#include "generator/base/error.h"
#include "runtime/bench/bench.h"
#include "runtime/measure/yardstick.h"
#include "runtime/problem/plane_problem.h"
#include "runtime/problem/verdict.h"

/* How candidates on a family of grids, planes or sparse grids, are verified and timed. A problem is
 * a stencil with data; laid_out is the problem on the device, as some of its candidates need it.
 * Functions with an error return false or NULL after writing one. */
struct family {
	/* Adds a stencil's candidates: its kernels, built, on the grids that the axes name. */
	bool (*add_candidates)(struct builder *builder, const struct unit *unit, const struct plan *plan,
		enum type precision, struct error *error);

	/* The row's words and numbers; what its key depends on besides these. */
	void (*describe)(const struct bench *bench, const struct candidate *candidate, struct row *row);
	const char *(*key)(const struct bench *bench, const struct candidate *candidate);

	bool (*open_problem)(const struct bench *bench, const struct candidate *first, void **problem, struct error *error);
	void (*close_problem)(void *problem);
	void (*measure_work)(const void *problem, struct row *row);
	void (*measure_part)(const void *problem, const struct candidate *candidate, struct row *row); /* of a kernel alone */
	double (*bytes_needed)(const void *problem); /* of a placement */
	struct mix (*mix)(const void *problem);      /* of what must be read and written; NULL where that is not known */

	bool (*same_placement)(const struct candidate *a, const struct candidate *b);
	void *(*open_placement)(const struct bench *bench, void *problem, const struct candidate *candidate,
		struct error *error);
	void (*close_placement)(void *laid_out);
	double (*table_bytes)(const void *laid_out);

	struct call (*call)(const void *laid_out, const struct candidate *candidate);
	bool (*prepare)(void *laid_out, const struct built *kernel, struct error *error);
	bool (*reset)(void *laid_out, struct error *error);
	bool (*compare)(void *laid_out, struct verdict *verdict, struct error *error);
	bool launches_matter; /* rows also give the time of as many empty launches */
	bool tables;          /* storages may have tables of neighbours: see patterns.h */
	bool exact;           /* kernels are built without contraction */
};

#define GRID(name) extern const struct family name##_family;
#include "generator/language/grids.def"

#endif
