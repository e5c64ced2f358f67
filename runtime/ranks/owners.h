#ifndef OWNERS_H
#define OWNERS_H

#include "generator/base/arena.h"
#include "generator/base/error.h"
#include "runtime/exchange/exchange.h"

#include <stdbool.h>

/* Which rank owns each of some things that are numbered, and what ranks have of each other's. */
struct owners {
	int count, ranks;
	const int *owner;
	const char *what; /* one of them, for messages */
};

/* Reads a file with a rank for each, one a line, as gpmetis writes. False with an error that begins with what is wrong,
 * of status EXIT_USAGE if the file cannot be read. */
bool owners_read(const struct owners *owners, int *owner, const char *path, struct error *error);

/* A rank that owns nothing has nothing to launch: false, with an error. */
bool owners_check(const struct owners *owners, struct error *error);

/* Whether a partition is "random" or "random:SEED". */
bool owners_are_random(const char *partition);

/* What a rank sends and receives: of what one owns and another has, both list all in the order of the numbers. has[rank][number] is
 * a number that the rank has for it, -1 if it is not there; place[that] where it lies with this rank, NULL: there. */
struct stencil_columns owners_columns(struct arena *arena, const struct owners *owners, const int *const *has, const int *place,
	int rank);

#endif
