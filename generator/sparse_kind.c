#include "generator/check/checker.h"
#include "generator/emit/emitter.h"
#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/sparse_header.h"
#include "generator/variants/sparse_variants.h"

static const struct neighbor parents[] = {
#define PARENT(word, x, y, z) { .name = #word, .offset = { x, y, z } },
#include "generator/language/neighbors.def"
};

const struct grid_kind sparse_kind = {
	.predeclared = parents, .predeclared_count = sizeof parents/sizeof *parents,
	.orders_updates = true,
	.check = check_on_sparse, .refer = refer_by_offset,
	.storages = &sparse_storage_words, .accesses = &sparse_access_words,
	.choose = choose_on_sparse, .describe = describe_sparse,
	.kernel = emit_on_sparse, .header = sparse_header, .module = sparse_module,
};
