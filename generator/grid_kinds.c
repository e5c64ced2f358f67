#include "generator/language/grid_kind.h"

const struct grid_kind *const grid_kinds[GRID_COUNT] = {
#define GRID(name, domain) [GRID_##name] = &name##_kind,
#include "generator/language/grids.def"
};
