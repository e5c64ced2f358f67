#include "generator/variants/variant_words.h"
#include "generator/variants/defaults.h"
#include "generator/variants/variants.h"

#include <string.h>

static const char *const storage_names[] = {
#define STORAGE(name, ...) #name,
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

static const char *const access_names[] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...) #name,
#define LAYOUT(name, ...)
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

static const char *const layout_names[] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...) #name,
#define TARGET(name, ...)
#include "generator/variants/variants.def"
};

static const char *const target_names[] = {
#define STORAGE(name, ...)
#define ACCESS(name, ...)
#define LAYOUT(name, ...)
#define TARGET(name, ...) #name,
#include "generator/variants/variants.def"
};

static const char *const precision_names[] = { "double", "float" };
static const char *const low_names[] = { "real", "float" };
static const char *const place_names[] = { [PLACE_GLOBAL] = "global", [PLACE_SHARED] = "shared" };

#define WORDS(kind, names) { kind, names, sizeof names/sizeof *names }

const struct catalogue storage_words = WORDS("storage", storage_names);
const struct catalogue access_words = WORDS("access", access_names);
const struct catalogue layout_words = WORDS("layout of fields", layout_names);
const struct catalogue levels_words = { "order of levels and columns", levels_names, LEVELS_COUNT };
const struct catalogue target_words = WORDS("target", target_names);
const struct catalogue precision_words = WORDS("precision", precision_names);
const struct catalogue low_words = WORDS("type of low fields", low_names);
const struct catalogue place_words = WORDS("place", place_names);

const char *
tunables_suffix(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	struct variant own = *variant, usual = *variant;
	const char *text = "";

	memset(usual.tunables, 0, sizeof usual.tunables);
	tunables_resolve(plan, &own);
	tunables_resolve(plan, &usual);
	for (int t = 0; t < TUNABLE_COUNT; t++)
		if ((tunable_of(t, &own) || own.tunables[t] == TUNABLE_NONE) && tunable_of(t, &own) != tunable_of(t, &usual))
			text = arena_printf(arena, "%s_%.*s%d", text, (int)strcspn(tunables[t].name, "-"),
				tunables[t].name, tunable_of(t, &own));
	return text;
}
