#ifndef CHOOSE_H
#define CHOOSE_H

#include "generator/variants/tuning_file.h"
#include "generator/variants/variants.h"

/* Which variants a user asks for: lists of names with commas between, or NULL
 * and "all" for all that are legal. */
struct choice {
	const char *storages, *accesses;
	enum layout layout;
	enum target target;
	enum type precision;
	int tunables[TUNABLE_COUNT]; /* 0: the default */
	int dim, level; /* of sparse grids; 0: not given */
	bool padded;    /* sparse grids: groups begin at aligned places */
};

/* The variants of a stencil that a choice selects, in the order of variants.def.
 * On an unknown name, or one that is asked for and illegal, NULL with a message. */
struct variant *choose_variants(struct arena *arena, const struct plan *plan,
	const struct choice *choice, int *count, const char **message);

/* choose_tuned.c: those of them that a tuning found best for some grid, with their
 * tunables and fields. Unless forced it refuses what was tuned for another text
 * of the stencil, another version or another target. */
struct variant *choose_tuned(struct arena *arena, const struct plan *plan, const struct source *source,
	const struct choice *choice, const struct tuning *tuning, bool force, int *count,
	const char **message);

#endif
