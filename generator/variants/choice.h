#ifndef CHOICE_H
#define CHOICE_H

#include "generator/variants/tuning_file.h"

/* Which variants a user asks for: lists of names with commas between, or NULL
 * and "all" for all that are legal. */
struct choice {
	const char *storages, *accesses;
	enum layout layout;
	enum levels levels;
	enum target target;
	enum type precision;
	int tunables[TUNABLE_COUNT]; /* 0: the default */
	int dim, level; /* of sparse grids; 0: not given */
	bool padded;    /* sparse grids: groups begin at aligned places */
};

/* The variants of a family of grids. */
struct grid_variants {
	/* The variants of a stencil that a choice selects, in the order of their tables; on an unknown
	 * name, or one that is asked for and illegal, NULL with an error of usage. Where all names are asked for
	 * and none has a legal kernel, none; on planes the error then says why. */
	struct variant *(*choose)(struct arena *arena, const struct plan *plan, const struct choice *choice,
		int *count, struct error *error);

	/* Whether a stencil has such a variant, with its tunables. NULL where kernels are not tuned. */
	bool (*has)(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error);

	const char *(*storage)(const struct variant *variant); /* its name */

	/* The end of a kernel's name, and the name of its file. */
	const char *(*stem)(struct arena *arena, const struct plan *plan, const struct variant *variant);

	/* Prints what there is to choose, for --help. */
	void (*describe)(void);

	/* The variant of a tuning's entry, on a target; false if the entry names an unknown storage,
	 * access or layout. NULL: kernels on these grids are not tuned. */
	bool (*tuned)(const struct tuned *tuned, enum target target, struct variant *variant);
};

#define GRID(name) extern const struct grid_variants name##_variants;
#include "generator/language/grids.def"

#endif
