#ifndef VARIANT_WORDS_H
#define VARIANT_WORDS_H

#include "generator/cli/catalogue.h"

/* The names of variants.def, of precisions and of places, as users write them. */
extern const struct catalogue storage_words, access_words, layout_words, levels_words, target_words, precision_words, low_words,
	place_words;

struct arena;
struct plan;
struct variant;

/* "_rows8" and the like in names, for tunables that are not as by default. */
const char *tunables_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant);

#endif
