#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "generator/base/arena.h"
#include "generator/base/error.h"

#include <stdbool.h>

/* Names that a user may write for one kind of thing. */
struct catalogue {
	const char *kind; /* for messages: "access" */
	const char *const *names;
	int count;
};

/* The number of a name, or -1. */
int catalogue_find(const struct catalogue *catalogue, const char *name);

/* "; did you mean 'OTHER'?", or "". */
const char *catalogue_meant(struct arena *arena, const char *const *names, int count, const char *name);

/* An error of usage: "unknown KIND 'NAME'; did you mean 'OTHER'? (there are: ...)". Returns false. */
bool catalogue_refuse(struct arena *arena, const struct catalogue *catalogue, const char *name, struct error *error);

/* Reads names with commas between, and sets chosen[i] for each; NULL and "all" are all of them. False
 * with the error of catalogue_refuse for the first that is unknown. */
bool catalogue_read(struct arena *arena, const struct catalogue *catalogue, const char *list, bool *chosen, struct error *error);

/* Whether such a list names some, so that each of them is wanted. */
bool catalogue_names_some(const char *list);

#endif
