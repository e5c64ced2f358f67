#ifndef FEATURES_H
#define FEATURES_H

#include "generator/variants/variants.h"

#include <stdint.h>

/* What a run has: features of its stencil, of its kernel, and of how it was run. */
enum feature {
#define FEATURE(id, ...) FEATURE_##id,
#include "tests/campaign/features.def"
	FEATURE_COUNT,
};

enum { FEATURE_WORDS = 2 };

struct features {
	uint64_t words[FEATURE_WORDS];
};

extern const char *const feature_names[FEATURE_COUNT];

static inline void
features_add(struct features *to, enum feature feature)
{
	to->words[feature/64] |= UINT64_C(1) << feature%64;
}

static inline void
features_add_if(struct features *to, enum feature feature, bool condition)
{
	if (condition)
		features_add(to, feature);
}

static inline void
features_drop_if(struct features *from, enum feature feature, bool condition)
{
	if (condition)
		from->words[feature/64] &= ~(UINT64_C(1) << feature%64);
}

static inline bool
features_have(const struct features *features, int feature)
{
	return features->words[feature/64] >> feature%64 & 1;
}

/* Of a plan's stencil, and of one of its kernels, on a backend of that name. */
struct features features_of_plan(const struct plan *plan, enum type precision);
struct features features_of_kernel(const struct plan *plan, const struct variant *variant, const char *backend);

/* What is run of a kernel: the plan's features with the kernel's. */
struct features features_with(struct features a, const struct features *b);

#endif
