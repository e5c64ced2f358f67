#include "generator/emit/interface/sparse_header.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/calls.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/parameters.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/sparse_variants.h"

/* A section of the target, as cuda_sweep. */
static const char *
section_of(const struct kernel *k, const char *section)
{
	return arena_printf(k->arena, "%s_%s", targets[k->variant->target].name, section);
}

static const char *
launchers(const struct calls *calls, const struct template *template, const struct variant *variants, int count)
{
	const struct kernel *k = calls->kernel;
	const char *text = "";

	for (const struct variant *v = variants; v < variants + count; v++)
		text = join_lines(k->arena, text, EXPAND(k, template, section_of(k,
				sparse_accesses[v->access].parents == PARENTS_TABLE ? "filled_launcher" : "launcher"),
			{ "stencil", k->plan->stencil->name },
			{ "suffix", calls->suffix },
			{ "kernel", variant_name(k->arena, k->plan, v) }));
	return text;
}

static bool
has_layout(const struct variant *variants, int count, enum probe_layout layout)
{
	for (const struct variant *v = variants; v < variants + count; v++)
		if (sparse_accesses[v->access].layout == layout)
			return true;
	return false;
}

static const char *
checks(const struct calls *calls, const struct variant *variants, int count)
{
	if (!sparse_is_evaluation(calls->kernel->plan->stencil))
		return calls_sparse_check(calls, "sweep_check", false);
	return join_paragraphs(calls->kernel->arena,
		!has_layout(variants, count, PROBES_IN_ROWS) ? ""
			: calls_sparse_check(calls, "evaluation_check", false),
		!has_layout(variants, count, PROBES_IN_TILES) ? ""
			: calls_sparse_check(calls, "evaluation_check", true));
}

const char *
sparse_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct arena *arena = templates->arena;
	const struct template *template = template_find(templates, "sparse/header");
	struct kernel k = {
		.arena = arena, .source = source, .plan = plan, .variant = variants, .templates = templates,
		.common = template_find(templates, "common"),
	};
	struct kernel caller;
	const struct calls calls = {
		.kernel = &caller, .template = template_find(templates, "call"),
		.suffix = header_types_suffix(arena, plan, variants), .sparse = header_grid_suffix(arena, variants),
	};
	const char *kind = sparse_is_evaluation(plan->stencil) ? "evaluation" : "sweep";

	if (!template || !calls.template || !k.common || !kernel_read_layout(&k))
		return "";
	caller = kernel_caller(&k);
	return arena_printf(arena, "%s\n", EXPAND(&k, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", macro_prefix(arena, plan->stencil->name) },
		{ "guard_suffix", capitals(arena, header_suffix(arena, plan, variants)) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "grid", template_text(templates, "stencil_probes.h") },
		{ "size", calls_sparse_grid(&calls) },
		{ "arguments", calls_arguments(&calls, "") },
		{ "check", checks(&calls, variants, count) },
		{ "launcher_type", EXPAND(&k, template, section_of(&k, kind),
			{ "stencil", plan->stencil->name },
			{ "suffix", calls.suffix },
			{ "type", type_name(variants->precision) },
			{ "fields", launcher_fields(&k) }) },
		{ "call", calls_call(&calls, arena_printf(arena, "%s%s_call", kind,
			targets[variants->target].suffix)) },
		{ "launchers", launchers(&calls, template, variants, count) }));
}
