#include "generator/check/checker.h"
#include "generator/emit/emitter.h"
#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/plane_header.h"
#include "generator/variants/choice.h"
#include "generator/variants/variant_words.h"

static const struct neighbor directions[] = {
#define DIRECTION(word, x, y, z) { .name = #word, .offset = { x, y, z } },
#include "generator/language/neighbors.def"
};

const struct grid_kind plane_kind = {
	.predeclared = directions, .predeclared_count = sizeof directions/sizeof *directions,
	.has_domain = true, .has_sides = true, .has_sums = true, .has_flat_kernels = true,
	.check = check_on_plane, .refer = refer_by_offset,
	.storages = &storage_words, .accesses = &access_words, .has_layouts = true, .has_tunables = true,
	.choose = choose_on_plane, .has = has_on_plane, .describe = describe_plane,
	.kernel = emit_on_plane, .header = plane_header, .module = plane_module,
};
