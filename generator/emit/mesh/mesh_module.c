#include "generator/emit/interface/fortran.h"
#include "generator/emit/mesh/mesh_text.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_variants.h"

static bool
has_probes(const struct stencil *stencil)
{
	(void)stencil;
	return false;
}

/* Elements of a field's array; rows of any degree have what they have. */
static const char *
size(const struct kernel *k, const struct template *template, const char *stencil, const struct field *f)
{
	const struct relation *relation = f->where.relation;
	const int above = mesh_levels_above(k, f);
	const char *section = f->shape == SHAPE_PROFILE ? "mesh_profile" : f->shape == SHAPE_COLUMN ? "mesh_column"
		: k->variant->levels == LEVELS_INNERMOST ? "mesh_innermost" : "mesh_outermost";

	(void)stencil;
	if (relation && relation->degree.kind == DEGREE_ANY)
		return "";
	return EXPAND(k, template, section,
		{ "location", f->where.location == LOCATIONS ? "" : location_names[f->where.location] },
		{ "slots", int_text(k->arena, relation ? relation->degree.most : 1) },
		{ "above", !above ? "" : arena_printf(k->arena, " + %d", above) });
}

static const char *
upload(const struct variant *variant)
{
	(void)variant;
	return NULL;
}

static const char *
check(const struct stencil *stencil)
{
	(void)stencil;
	return "mesh_check";
}

/* A mesh has nothing of its own to a stencil. */
static const char *
section(const struct kernel *k, const struct template *template, const char *stencil, const char *what)
{
	(void)k, (void)template, (void)stencil, (void)what;
	return "";
}

const char *
mesh_module(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	static const struct fortran_family family = {
		.grid = "mesh", .has_probes = has_probes, .size = size,
		.upload = upload, .check = check, .section = section,
	};

	return fortran_module(&family, templates, source, mesh_variant_plan(templates->arena, plan, variants), variants, count);
}
