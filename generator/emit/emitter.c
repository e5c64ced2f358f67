#include "generator/emit/emitter.h"

const struct emitter *const emitters[GRID_COUNT] = {
#define GRID(name) [GRID_##name] = &name##_emitter,
#include "generator/language/grids.def"
};
