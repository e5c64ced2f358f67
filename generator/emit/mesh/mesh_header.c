#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/interface/header.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/variants/mesh_variants.h"

static const char *
launchers(const struct header *h)
{
	const char *text = "";

	for (const struct variant *v = h->variants; v < h->variants + h->count; v++)
		text = join_lines(h->kernel.arena, text, header_launcher(h, v, "", false));
	return text;
}

int
mesh_levels_above(const struct kernel *k, const struct field *field)
{
	int above = field->where.half;

	for (const struct reference *r = k->plan->reads; r; r = r->next)
		above = r->field == field && r->offset.z > above ? r->offset.z : above;
	return above;
}

/* The elements that a field's array must have. */
static const char *
least_elements(const struct kernel *k, const struct field *field)
{
	const struct relation *relation = field->where.relation;
	const char *levels = !shapes[field->shape].axes[2] ? "1"
		: field->shape != SHAPE_PROFILE && k->variant->levels == LEVELS_INNERMOST ? "mesh->height"
		: index_add(k->arena, "mesh->top", mesh_levels_above(k, field), NULL);

	if (field->shape == SHAPE_SCALAR)
		return "1";
	return field->shape == SHAPE_PROFILE ? arena_printf(k->arena, "stencil_mesh_elements(%s, 1, 1)", levels)
		: arena_printf(k->arena, "stencil_mesh_elements(%s, mesh->%s_stride, %d)", levels,
			location_names[field->where.location], relation ? relation->degree.most : 1);
}

static const char *
check_mesh(const struct kernel *k)
{
	const struct stencil *stencil = k->plan->stencil;
	const bool innermost = k->variant->levels == LEVELS_INNERMOST;

	return has_several_locations(stencil) ? arena_printf(k->arena, "stencil_check_mesh_ranges(mesh, %d)", innermost)
		: arena_printf(k->arena, "stencil_check_mesh%s(mesh, mesh->%s_stride)", innermost ? "_innermost" : "",
			location_names[stencil->location]);
}

static const char *
check(const struct header *h)
{
	const struct kernel *k = &h->caller;
	const struct stencil *stencil = k->plan->stencil;
	struct text conditions = { .arena = k->arena };

	if (has_half_levels(stencil) && k->variant->levels == LEVELS_INNERMOST)
		text_add(&conditions, "mesh->height <= mesh->top");
	for (const struct field *f = stencil->fields; f; f = f->next)
		if (k->plan->fields[f->index] && !(f->where.relation && f->where.relation->degree.kind == DEGREE_ANY))
			header_add_short(&conditions, k->plan->names.fields[f->index], least_elements(k, f));
	return EXPAND(k, h->own, "check",
		{ "stencil", stencil->name },
		{ "suffix", header_types_suffix(h) },
		{ "check_mesh", check_mesh(k) },
		{ "short", header_conditions(&conditions) });
}

static const char *
shape(const struct kernel *k, const struct array *array)
{
	const struct where *where = &array->field->where;
	const char *elements;

	if (where->location == LOCATIONS)
		return array->shape == SHAPE_SCALAR ? "one value" : where->half ? "half levels" : "levels";
	elements = !where->relation ? location_plurals[where->location]
		: arena_printf(k->arena, "slots of %s", relation_table_name(k->arena, where->relation));
	return arena_printf(k->arena, "%s%s", elements, array->shape == SHAPE_COLUMN ? ""
		: where->half ? " x half levels" : " x levels");
}

const char *
mesh_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	const struct plan *own = mesh_variant_plan(templates->arena, plan, variants);
	const struct lookups lookups = program_lookups(templates->arena, own);
	struct header h;

	if (!header_begin(&h, templates, "mesh/header", source, own, variants, count) || !mesh_common(&h.kernel))
		return "";
	h.kernel.lookups = &lookups;
	h.caller = kernel_caller(&h.kernel);
	h.grid = "mesh";
	h.definition = "stencil_mesh.h";
	h.reduced_on = own->program && own->program->sums ? "stencil_grid.h" : NULL;
	h.tables = mesh_relation_parameters(&h.kernel);
	h.check = check(&h);
	h.shape = shape;
	h.launchers = launchers(&h);
	return header_text(&h);
}
