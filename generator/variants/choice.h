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
	const char *swaps; /* OUT:IN with commas between: what a step passes to the next one of its launch; NULL: the only way */
	int dim, level; /* of sparse grids; 0: not given */
	bool padded;    /* sparse grids: groups begin at aligned places */
};

/* The variant of a storage and an access, by their numbers in the family's lists. */
struct variant variant_of_choice(const struct choice *choice, enum grid_family family, int storage, int access);

/* See struct grid_kind. */
#define GRID(name, domain) \
	struct variant *choose_on_##name(struct arena *arena, const struct plan *plan, const struct choice *choice, \
		int *count, struct error *error); \
	bool has_on_##name(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error); \
	void describe_##name(void);
#include "generator/language/grids.def"

#endif
