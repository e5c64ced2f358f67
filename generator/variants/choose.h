#ifndef CHOOSE_H
#define CHOOSE_H

#include "generator/variants/choice.h"
#include "generator/variants/tuning_file.h"

/* The variants of a stencil that a choice selects: see struct grid_variants. */
struct variant *choose_variants(struct arena *arena, const struct plan *plan, const struct choice *choice,
	int *count, const char **message);

/* STENCIL_STEM: the kernel's name in programs; its file has the stem alone. */
const char *variant_stem(struct arena *arena, const struct plan *plan, const struct variant *variant);
const char *variant_name(struct arena *arena, const struct plan *plan, const struct variant *variant);

/* Prints what there is to choose of all families, for --help. */
void describe_variants(void);

/* Whether kernels of a stencil can be tuned. */
bool is_tuned(const struct stencil *stencil);

/* choose_tuned.c: those of them that a tuning found best for some grid, with their
 * tunables and fields; all where kernels cannot be tuned. Unless forced it refuses what was
 * tuned for another text of the stencil, another version or another target. */
struct variant *choose_tuned(struct arena *arena, const struct plan *plan, const struct source *source,
	const struct choice *choice, const struct tuning *tuning, bool force, int *count,
	const char **message);

#endif
