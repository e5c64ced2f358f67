#include "generator/variants/variant_words.h"
#include "generator/variants/variants.h"

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
static const char *const place_names[] = { [PLACE_GLOBAL] = "global", [PLACE_SHARED] = "shared" };

#define WORDS(kind, names) { kind, names, sizeof names/sizeof *names }

const struct catalogue storage_words = WORDS("storage", storage_names);
const struct catalogue access_words = WORDS("access", access_names);
const struct catalogue layout_words = WORDS("layout of fields", layout_names);
const struct catalogue levels_words = { "order of levels and columns", levels_names, LEVELS_COUNT };
const struct catalogue target_words = WORDS("target", target_names);
const struct catalogue precision_words = WORDS("precision", precision_names);
const struct catalogue place_words = WORDS("place", place_names);
