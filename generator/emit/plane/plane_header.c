#include "generator/emit/plane/plane_kernel.h"
#include "generator/plan/names.h"
#include "generator/text/comments.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/legal.h"
#include "generator/variants/relations.h"

#include <string.h>

/* The kernels that a command writes. */
struct written {
	const struct variant *variants;
	int count;
};

/* [_LAYOUT][_float], as in names of types, and the target's. */
static const char *
suffix_of(struct arena *arena, const struct variant *variant)
{
	return arena_printf(arena, "%s%s", layout_suffix(arena, variant->layout),
		variant->precision == TYPE_FLOAT ? "_float" : "");
}

static const char *
all_suffixes(struct arena *arena, const struct variant *variant)
{
	return arena_printf(arena, "%s%s", suffix_of(arena, variant), targets[variant->target].suffix);
}

const char *
plane_header_name(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	return arena_printf(arena, "%s%s.h", plan->stencil->name, all_suffixes(arena, variant));
}

static const char *
join_paragraphs(struct arena *arena, const char *above, const char *below)
{
	return arena_printf(arena, "%s%s%s", above, *above && *below ? "\n\n" : "", below);
}

/* Of one kind of table; empty if it would have no slots. */
static const char *
relations_text(struct kernel *kernel, const struct template *template, enum table table)
{
	enum { IN_A_LINE = 6 };
	const char *name = table == TABLE_CHASING ? "chasing" : "direct";
	struct arena *arena = kernel->arena;
	struct offset *relations;
	const int count = variant_relations(arena, kernel->plan, table, &relations);
	const char *offsets = "";

	for (int i = 0; i < count; i++)
		offsets = arena_printf(arena, "%s%s{ %d, %d }", offsets, !i ? "" : i % IN_A_LINE ? ", " : ", \\\n  ",
			relations[i].x, relations[i].y);
	return !count ? "" : EXPAND(kernel, template, "relations",
		{ "guard", capitals(arena, kernel->plan->stencil->name) },
		{ "table", name },
		{ "capitals", capitals(arena, name) },
		{ "count", arena_printf(arena, "%d", count) },
		{ "offsets", arena_printf(arena, "{ %s }", offsets) });
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

/* Whether a kernel's header is the one for another, and its name is not that with the default tunables. */
static bool
is_further(const struct kernel *kernel, const struct variant *variant, const struct variant *like)
{
	struct variant usual = *variant;

	memset(usual.tunables, 0, sizeof usual.tunables);
	return variant->layout == like->layout && variant->target == like->target
		&& variant->precision == like->precision
		&& strcmp(variant_stem(kernel->arena, kernel->plan, variant),
			variant_stem(kernel->arena, kernel->plan, &usual));
}

/* The launchers of one storage. */
static const char *
storage_launchers(const struct kernel *kernel, const struct template *template, enum storage storage,
	const struct written *written)
{
	const char *text = "";

	for (int a = 0; a < ACCESS_COUNT; a++) {
		struct variant variant = *kernel->variant;

		variant.storage = storage;
		variant.access = a;
		if (!why_illegal(kernel->arena, kernel->plan, &variant))
			text = join_lines(kernel->arena, text, launcher(kernel, template, &variant));
	}
	for (int i = 0; i < written->count; i++)
		if (written->variants[i].storage == storage
				&& is_further(kernel, &written->variants[i], kernel->variant))
			text = join_lines(kernel->arena, text, launcher(kernel, template, &written->variants[i]));
	return !*text ? "" : EXPAND(kernel, template, "storage",
		{ "storage", storages[storage].name }, { "launchers", text });
}

static const char *
all_launchers(const struct kernel *kernel, const struct template *template,
	const struct written *written)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		text = join_paragraphs(kernel->arena, text,
			storage_launchers(kernel, template, (enum storage)s, written));
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

const char *
plane_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	const struct written written = { variants, count };
	const struct variant *like = variants;
	struct arena *arena = templates->arena;
	const struct variant usual = {
		.family = GRID_plane, .layout = like->layout, .target = like->target, .precision = like->precision,
	};
	struct kernel kernel = {
		.arena = arena, .source = source, .plan = plan, .variant = &usual, .templates = templates,
		.common = template_find(templates, "common"),
	};
	const struct template *template = template_find(templates, "header");

	if (!template || !kernel.common || !kernel_read_layout(&kernel))
		return "";
	kernel = kernel_launcher(&kernel);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", capitals(arena, plan->stencil->name) },
		{ "guard_suffix", capitals(arena, all_suffixes(arena, like)) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "grid", template_text(templates, "stencil_grid.h") },
		{ "relations", join_paragraphs(arena, relations_text(&kernel, template, TABLE_CHASING),
			relations_text(&kernel, template, TABLE_DIRECT)) },
		{ "structs", kernel_structs(&kernel) },
		{ "launcher_type", launcher_type(&kernel, template) },
		{ "launchers", all_launchers(&kernel, template, &written) }));
}
