#include "generator/check/places.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/variants/mesh_variants.h"
#include "generator/variants/variant_words.h"

static const struct neighbor verticals[] = {
	{ .name = "above", .offset = { 0, 0, +1 } },
	{ .name = "below", .offset = { 0, 0, -1 } },
};

const struct grid_kind mesh_kind = {
	.predeclared = verticals, .predeclared_count = sizeof verticals/sizeof *verticals,
	.has_sides = true, .has_sums = true, .has_relations = true, .stores_apart = true, .costs_decide_storing = true,
	.check = check_on_mesh, .refer = refer_on_mesh,
	.storages = &mesh_storage_words, .accesses = &access_words, .has_tunables = true,
	.choose = choose_on_mesh, .has = has_on_mesh, .describe = describe_mesh,
	.kernel = emit_on_mesh, .header = mesh_header, .module = mesh_module,
};
