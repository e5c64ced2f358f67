#include "generator/emit/interface/plane_header.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/calls.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/interface/table_relations.h"
#include "generator/emit/parameters.h"
#include "generator/emit/target.h"
#include "generator/text/comments.h"
#include "generator/split/parts.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"

/* The kernels that a header declares. */
struct declared {
	const struct variant *variants;
	int count;
};

/* A kernel's launcher, and its upload. */
static const char *
launcher(const struct kernel *kernel, const struct template *template, const struct variant *variant)
{
	return EXPAND(kernel, template, arena_printf(kernel->arena, "%s_%s%s", targets[variant->target].folder,
			kernel->plan->program ? "program_" : "",
			storages[variant->storage].constant ? "filled_launcher" : "launcher"),
		{ "stencil", kernel->plan->stencil->name },
		{ "suffix", header_types_suffix(kernel->arena, kernel->plan, variant) },
		{ "target_suffix", target_suffix(kernel) },
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

/* How many a launcher launches. */
static const char *
kernel_count(const struct kernel *kernel)
{
	return int_text(kernel->arena, kernel->plan->program ? kernel->plan->program->part_count : 1);
}

static const char *
launcher_type(const struct kernel *kernel, const struct template *template)
{
	return EXPAND(kernel, template,
		arena_printf(kernel->arena, kernel->plan->program ? "%s_program_type" : "%s_type",
			targets[kernel->variant->target].folder),
		{ "stencil", kernel->plan->stencil->name },
		{ "suffix", header_types_suffix(kernel->arena, kernel->plan, kernel->variant) },
		{ "guard", macro_prefix(kernel->arena, kernel->plan->stencil->name) },
		{ "guard_suffix", capitals(kernel->arena, header_suffix(kernel->arena, kernel->plan,
			kernel->variant)) },
		{ "kernels", kernel_count(kernel) },
		{ "api", kernel_section(kernel, kernel->target, "api") },
		{ "stream", kernel_section(kernel, kernel->target, "stream") },
		{ "error", kernel_section(kernel, kernel->target, "error") },
		{ "target_suffix", target_suffix(kernel) },
		{ "type", type_name(kernel->variant->precision) },
		{ "layout", layouts[kernel->variant->layout].name },
		{ "fields", launcher_fields(kernel) });
}

/* Those of a list that have the same header as its first. */
static struct declared
find_declared(struct arena *arena, const struct plan *plan, const struct variant *variants, int count)
{
	struct variant *own = arena_array(arena, struct variant, count);
	struct declared declared = { own, 0 };

	for (const struct variant *v = variants; v < variants + count; v++)
		if (headers_match(arena, plan, v, variants))
			own[declared.count++] = *v;
	return declared;
}

static const char *
call_section(const struct plan *plan, const struct variant *variant)
{
	if (targets[variant->target].blocks)
		return plan->program ? "program_call" : "blocks_call";
	return plan->program ? "program_openmp_call" : "openmp_call";
}

const char *
plane_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct arena *arena = templates->arena;
	const struct declared declared = find_declared(arena, plan, variants, count);
	struct kernel kernel = {
		.arena = arena, .source = source, .plan = plan, .variant = variants, .templates = templates,
		.common = template_find(templates, "common"), .target = target_template(templates, variants->target),
	};
	const struct template *template = template_find(templates, "header");
	struct kernel caller;
	struct calls calls = { .kernel = &caller, .template = template_find(templates, "call"), .grid = "plane" };

	if (!template || !kernel.common || !kernel.target || !calls.template || !kernel_read_layout(&kernel))
		return "";
	kernel = kernel_launcher(&kernel);
	caller = kernel_caller(&kernel);
	calls.suffix = header_types_suffix(arena, plan, variants);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", macro_prefix(arena, plan->stencil->name) },
		{ "guard_suffix", capitals(arena, header_suffix(arena, plan, variants)) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "grid", template_text(templates, "stencil_grid.h") },
		{ "halo", calls_grid(&calls) },
		{ "relations", table_relations(&kernel, template, declared.variants, declared.count,
			plan->stencil->name, "\\\n  ") },
		{ "structs", kernel_structs(&kernel) },
		{ "arguments", calls_arguments(&calls, calls_plane_check(&calls)) },
		{ "launcher_type", launcher_type(&kernel, template) },
		{ "call", calls_call(&calls, call_section(plan, variants)) },
		{ "launchers", all_launchers(&kernel, template, &declared) }));
}
