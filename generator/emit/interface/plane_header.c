#include "generator/emit/interface/plane_header.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/calls.h"
#include "generator/emit/interface/table_relations.h"
#include "generator/emit/parameters.h"
#include "generator/text/comments.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

/* The kernels that a header declares. */
struct declared {
	const struct variant *variants;
	int count;
};

/* [_LAYOUT][_innermost][_float], as in names of types, and the target's. */
static const char *
suffix_of(struct arena *arena, const struct variant *variant)
{
	return arena_printf(arena, "%s%s", fields_suffix(arena, variant),
		variant->precision == TYPE_FLOAT ? "_float" : "");
}

const char *
plane_header_suffix(struct arena *arena, const struct variant *variant)
{
	return arena_printf(arena, "%s%s", suffix_of(arena, variant), targets[variant->target].suffix);
}

bool
plane_headers_match(const struct variant *a, const struct variant *b)
{
	return a->layout == b->layout && a->levels == b->levels && a->target == b->target && a->precision == b->precision;
}

const char *
plane_header_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s.h", plan->stencil->name, plane_header_suffix(arena, variant));
}

/* A kernel's launcher, and its upload. */
static const char *
launcher(const struct kernel *kernel, const struct template *template, const struct variant *variant)
{
	return EXPAND(kernel, template, arena_printf(kernel->arena, "%s_%s", targets[variant->target].name,
			storages[variant->storage].constant ? "filled_launcher" : "launcher"),
		{ "stencil", kernel->plan->stencil->name },
		{ "suffix", suffix_of(kernel->arena, variant) },
		{ "kernel", variant_name(kernel->arena, kernel->plan, variant) });
}

/* The launchers of one storage. */
static const char *
storage_launchers(const struct kernel *kernel, const struct template *template, enum storage storage,
	const struct declared *declared)
{
	const char *text = "";

	for (int i = 0; i < declared->count; i++)
		if (declared->variants[i].storage == storage)
			text = join_lines(kernel->arena, text, launcher(kernel, template, &declared->variants[i]));
	return !*text ? "" : EXPAND(kernel, template, "storage",
		{ "storage", storages[storage].name }, { "launchers", text });
}

static const char *
all_launchers(const struct kernel *kernel, const struct template *template,
	const struct declared *declared)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		text = join_paragraphs(kernel->arena, text,
			storage_launchers(kernel, template, (enum storage)s, declared));
	return text;
}

static const char *
launcher_type(const struct kernel *kernel, const struct template *template)
{
	return EXPAND(kernel, template,
		arena_printf(kernel->arena, "%s_type", targets[kernel->variant->target].name),
		{ "stencil", kernel->plan->stencil->name },
		{ "suffix", suffix_of(kernel->arena, kernel->variant) },
		{ "type", type_name(kernel->variant->precision) },
		{ "layout", layouts[kernel->variant->layout].name },
		{ "fields", launcher_fields(kernel) });
}

/* Those of a list that have the same header as its first. */
static struct declared
find_declared(struct arena *arena, const struct variant *variants, int count)
{
	struct variant *own = arena_array(arena, struct variant, count);
	struct declared declared = { own, 0 };

	for (const struct variant *v = variants; v < variants + count; v++)
		if (plane_headers_match(v, variants))
			own[declared.count++] = *v;
	return declared;
}

const char *
plane_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct arena *arena = templates->arena;
	const struct declared declared = find_declared(arena, variants, count);
	struct kernel kernel = {
		.arena = arena, .source = source, .plan = plan, .variant = variants, .templates = templates,
		.common = template_find(templates, "common"),
	};
	const struct template *template = template_find(templates, "header");
	struct kernel caller;
	struct calls calls = { .kernel = &caller, .template = template_find(templates, "call") };

	if (!template || !kernel.common || !calls.template || !kernel_read_layout(&kernel))
		return "";
	kernel = kernel_launcher(&kernel);
	caller = kernel_caller(&kernel);
	calls.suffix = suffix_of(arena, variants);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", macro_prefix(arena, plan->stencil->name) },
		{ "guard_suffix", capitals(arena, plane_header_suffix(arena, variants)) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "grid", template_text(templates, "stencil_grid.h") },
		{ "halo", calls_grid(&calls) },
		{ "relations", table_relations(&kernel, template, declared.variants, declared.count,
			plan->stencil->name, "\\\n  ") },
		{ "structs", kernel_structs(&kernel) },
		{ "arguments", calls_arguments(&calls, calls_plane_check(&calls)) },
		{ "launcher_type", launcher_type(&kernel, template) },
		{ "call", calls_call(&calls, targets[variants->target].blocks ? "blocks_call" : "openmp_call") },
		{ "launchers", all_launchers(&kernel, template, &declared) }));
}
