#include "generator/emit/mesh/mesh_text.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/calls.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/parameters.h"
#include "generator/emit/target.h"
#include "generator/split/parts.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_variants.h"

static const char *
launchers(const struct kernel *k, const struct template *template, const struct variant *variants, int count)
{
	const char *text = "";

	for (const struct variant *v = variants; v < variants + count; v++)
		if (headers_match(k->arena, k->plan, v, variants))
			text = join_lines(k->arena, text, EXPAND(k, template,
				arena_printf(k->arena, "%s_%slauncher", targets[v->target].folder, k->plan->program ? "program_" : ""),
				{ "stencil", k->plan->stencil->name },
				{ "suffix", header_types_suffix(k->arena, k->plan, v) },
				{ "target_suffix", target_suffix(k) },
				{ "kernel", variant_name(k->arena, k->plan, v) }));
	return text;
}

static const char *
guard_suffix(const struct kernel *k)
{
	return capitals(k->arena, header_suffix(k->arena, k->plan, k->variant));
}

static const char *
call_section(const struct kernel *k)
{
	if (targets[k->variant->target].blocks)
		return k->plan->program ? "program_call" : "blocks_call";
	return k->plan->program ? "program_openmp_call" : "openmp_call";
}

static const char *
launcher_type(const struct kernel *k, const struct template *template)
{
	return EXPAND(k, template,
		arena_printf(k->arena, k->plan->program ? "%s_program_type" : "%s_type", targets[k->variant->target].folder),
		{ "stencil", k->plan->stencil->name },
		{ "guard", macro_prefix(k->arena, k->plan->stencil->name) },
		{ "guard_suffix", guard_suffix(k) },
		{ "kernels", int_text(k->arena, k->plan->program ? k->plan->program->part_count : 1) },
		{ "suffix", header_types_suffix(k->arena, k->plan, k->variant) },
		{ "api", kernel_section(k, k->target, "api") },
		{ "stream", kernel_section(k, k->target, "stream") },
		{ "error", kernel_section(k, k->target, "error") },
		{ "target_suffix", target_suffix(k) },
		{ "type", type_name(k->variant->precision) },
		{ "levels", levels_names[k->variant->levels] },
		{ "relations", mesh_relation_parameters(k) },
		{ "fields", launcher_fields(k) });
}

int
mesh_levels_above(const struct kernel *k, const struct field *field)
{
	int above = 0;

	for (const struct read *r = k->plan->reads; r; r = r->next)
		above = r->field == field && r->at.z > above ? r->at.z : above;
	return above;
}

/* " + 1" where a field is read one level above, "" where it is not. */
static const char *
levels_above(const struct kernel *k, const struct template *template, const struct field *field)
{
	const int above = mesh_levels_above(k, field);

	return !above ? "" : EXPAND(k, template, "above", { "above", int_text(k->arena, above) });
}

/* How many elements a field's array needs. */
static const char *
least_elements(const struct kernel *k, const struct template *template, const struct field *field)
{
	const struct relation *relation = field->where.relation;
	const char *section = field->shape == SHAPE_COLUMN ? "column" : field->shape == SHAPE_PROFILE ? "profile"
		: arena_printf(k->arena, "%s_point", levels_names[k->variant->levels]);

	return EXPAND(k, template, section,
		{ "location", field->where.location == LOCATIONS ? "" : location_names[field->where.location] },
		{ "slots", int_text(k->arena, relation ? relation->degree.most : 1) },
		{ "above", levels_above(k, template, field) });
}

static const char *
check(const struct calls *calls, const struct template *template)
{
	const struct kernel *k = calls->kernel;
	const struct stencil *stencil = k->plan->stencil;
	struct text conditions = { .arena = k->arena };

	for (const struct field *f = stencil->fields; f; f = f->next)
		if (k->plan->fields[f->index] && !(f->where.relation && f->where.relation->degree.kind == DEGREE_ANY))
			calls_add_short(calls, &conditions, k->plan->names.fields[f->index], least_elements(k, template, f));
	return EXPAND(k, template, "check",
		{ "stencil", stencil->name },
		{ "suffix", calls->suffix },
		{ "location", location_names[stencil->location] },
		{ "check_mesh", kernel_section(k, template, arena_printf(k->arena, "%s_mesh", levels_names[k->variant->levels])) },
		{ "short", calls_conditions(calls, &conditions) });
}

const char *
mesh_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct arena *arena = templates->arena;
	const struct template *template = template_find(templates, "mesh/header");
	const struct plan *own = mesh_variant_plan(arena, plan, variants);
	const struct lookups lookups = find_lookups(arena, own);
	struct kernel k = {
		.arena = arena, .source = source, .plan = own, .variant = variants, .templates = templates,
		.common = template_find(templates, "common"), .target = target_template(templates, variants->target), .lookups = &lookups,
	};

	struct calls calls = {
		.kernel = &k, .template = template_find(templates, "call"), .suffix = header_types_suffix(arena, plan, variants), .grid = "mesh",
	};

	if (!template || !k.common || !k.target || !calls.template || !mesh_common(&k) || !kernel_read_layout(&k))
		return "";
	return arena_printf(arena, "%s\n", EXPAND(&k, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", macro_prefix(arena, plan->stencil->name) },
		{ "guard_suffix", guard_suffix(&k) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "mesh", template_text(templates, "stencil_mesh.h") },
		{ "arguments", calls_arguments(&calls, check(&calls, template)) },
		{ "launcher_type", launcher_type(&k, template) },
		{ "call", calls_call(&calls, call_section(&k)) },
		{ "launchers", launchers(&k, template, variants, count) }));
}
