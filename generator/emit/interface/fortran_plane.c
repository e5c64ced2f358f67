#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/table_relations.h"
#include "generator/text/wrap.h"

#include <string.h>
#include "generator/variants/steps.h"

static const char *
size(const struct kernel *k, const struct template *template, const char *stencil, const struct field *f)
{
	static const char *const sections[SHAPES] = {
		[SHAPE_POINT] = "points", [SHAPE_COLUMN] = "columns", [SHAPE_PROFILE] = "levels", [SHAPE_SCALAR] = "one",
	};

	static const char *const of_half_levels[SHAPES] = { [SHAPE_POINT] = "half_points", [SHAPE_PROFILE] = "half_levels" };

	return fortran_section(k, template, stencil, f->where.half ? of_half_levels[f->shape] : sections[f->shape]);
}

static const char *
upload(const struct variant *v)
{
	return storages[v->storage].constant ? "stencil_upload" : NULL;
}

/* Constants are the halo; a procedure makes a grid. */
static const char *
section(const struct kernel *k, const struct template *template, const char *stencil, const char *what)
{
	const struct extents *halo = &k->plan->stencil->border;

	return EXPAND(k, template, strcmp(what, "constants") ? "grid" : "halo",
		{ "stencil", stencil },
		{ "west", int_text(k->arena, halo->low[0]) },
		{ "east", int_text(k->arena, halo->high[0]) },
		{ "north", int_text(k->arena, halo->low[1]) },
		{ "south", int_text(k->arena, halo->high[1]) },
		{ "below", int_text(k->arena, halo->low[2]) },
		{ "above", int_text(k->arena, halo->high[2]) });
}

const char *
plane_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	static const struct fortran_family family = {
		.grid = "grid", .check = "plane_check", .size = size, .upload = upload, .section = section, .relations = table_relations,
	};

	return fortran_module(&family, templates, source, plan_of_launch(templates->arena, plan, variants), variants, count);
}
