#include "generator/emit/sparse/sparse_text.h"

const struct template *
sparse_template(const struct kernel *k, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "sparse/%s/%s",
		targets[k->variant->target].name, name));
}

const struct template *
sparse_tile_library(const struct kernel *k)
{
	return sparse_template(k, "tile_library");
}

const char *
sparse_launch(const struct kernel *k)
{
	return arena_printf(k->arena, "launch_%s",
		sparse_accesses[k->variant->access].launches[k->variant->target]);
}

bool
sparse_has_upload(const struct kernel *k)
{
	return sparse_accesses[k->variant->access].parents == PARENTS_TABLE;
}
