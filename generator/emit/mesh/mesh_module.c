#include "generator/emit/interface/fortran.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_variants.h"

/* Elements of a field's array; rows of any degree have what they have. */
static const char *
size(const struct kernel *k, const struct template *template, const char *stencil, const struct field *f)
{
	const struct relation *relation = f->where.relation;
	const int above = mesh_levels_above(k, f);
	const char *section = f->shape == SHAPE_SCALAR ? "one" : f->shape == SHAPE_PROFILE ? "mesh_profile"
		: f->shape == SHAPE_COLUMN ? "mesh_column" : k->variant->levels == LEVELS_INNERMOST ? "mesh_innermost" : "mesh_outermost";

	(void)stencil;
	if (relation && relation->degree.kind == DEGREE_ANY)
		return "";
	return EXPAND(k, template, section,
		{ "location", f->where.location == LOCATIONS ? "" : location_names[f->where.location] },
		{ "slots", int_text(k->arena, relation ? relation->degree.most : 1) },
		{ "above", !above ? "" : arena_printf(k->arena, " + %d", above) });
}

const char *
mesh_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	static const struct fortran_family family = { .grid = "mesh", .check = "mesh_check", .size = size };

	return fortran_module(&family, templates, source, mesh_variant_plan(templates->arena, plan, variants), variants, count);
}
