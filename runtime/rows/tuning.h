#ifndef TUNING_H
#define TUNING_H

#include "generator/variants/tuning_file.h"
#include "runtime/rows/environment.h"

/* Why a row's times are too uncertain to choose by: other programs disturbed too many of its samples,
 * or its median is known to a tenth only. NULL if they are not. */
const char *row_noise(struct arena *arena, const struct row *row);

/* What a kernel is wanted for; NULL: any. */
struct wish {
	const char *stencil, *size, *precision, *order, *storage, *access, *fields, *levels, *decision;
	int steps;      /* of a launch; 0: any number, */
	int most_steps; /* up to this; 0: any */
	int multiple;   /* of the number; 0: any */
};

/* The one that computes a step fastest and fits a wish; NULL if there is none. */
const struct tuned *tuning_find(const struct tuning *tuning, const struct wish *wish);

/* Describes how an environment differs from that of a tuning; NULL if it does not. */
const char *tuning_differs(struct arena *arena, const struct tuning *tuning,
	const struct environment_entry *environment);

#endif
