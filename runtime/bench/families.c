#include "runtime/bench/families.h"

static const struct family *const families[GRID_COUNT] = {
#define GRID(name) [GRID_##name] = &name##_family,
#include "generator/language/grids.def"
};

const struct family *
family_of(const struct candidate *candidate)
{
	return families[candidate->kernel->variant.family];
}
