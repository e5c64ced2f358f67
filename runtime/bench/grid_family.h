#ifndef FAMILY_H
#define FAMILY_H

#include "runtime/bench/bench.h"

/* What grids of a family, planes with levels or sparse grids, have of their own when their kernels are
 * verified and timed. A problem is a stencil with data; a place is where it lies on the device, in one
 * of the ways that kernels want it. Functions that fail write a message, or return a status after
 * they have told. */
struct family {
	/* What a row is about, and all that its key needs besides. */
	void (*describe)(const struct bench *bench, const struct candidate *candidate, struct row *row);
	const char *(*key)(const struct bench *bench, const struct candidate *candidate);

	int (*open_problem)(const struct bench *bench, const struct candidate *first, void **problem);
	void (*close_problem)(void *problem);
	void (*measure_work)(const void *problem, struct row *row);
	double (*bytes_needed)(const void *problem); /* of a place */

	bool (*same_place)(const struct candidate *a, const struct candidate *b);
	void *(*open_place)(const struct bench *bench, void *problem, const struct candidate *candidate,
		char *message, size_t room);
	void (*close_place)(void *place);
	double (*table_bytes)(const void *place);

	struct call (*call)(const void *place, struct arena *arena, const struct candidate *candidate);
	bool (*fill_constant)(const void *place, const struct built *kernel, char *message, size_t room);
	bool (*reset)(void *place, char *message, size_t room);
	bool (*compare)(void *place, struct verdict *verdict, char *message, size_t room);
	bool launches_matter; /* a row tells what as many of them take */
};

extern const struct family plane_family, sparse_family;

const struct family *family_of(const struct candidate *candidate);

#endif
