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

/* See struct grid_kind. */
#define GRID(name) \
	struct variant *choose_on_##name(struct arena *arena, const struct plan *plan, const struct choice *choice, \
		int *count, struct error *error); \
	bool has_on_##name(struct arena *arena, const struct plan *plan, const struct variant *variant, struct error *error); \
	const char *storage_on_##name(const struct variant *variant); \
	const char *stem_on_##name(struct arena *arena, const struct plan *plan, const struct variant *variant); \
	void describe_##name(void); \
	bool tuned_on_##name(const struct tuned *tuned, struct variant *variant);
#include "generator/language/grids.def"

#endif
