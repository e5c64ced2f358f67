#include "generator/emit/plane/plane_kernel.h"
#include "generator/plan/names.h"
#include "generator/emit/comments.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/legal.h"
#include "generator/variants/relations.h"

#include <ctype.h>
#include <string.h>

static const char *
capitals(struct arena *arena, const char *name)
{
	char *text = arena_strndup(arena, name, strlen(name));

	for (char *c = text; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return text;
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
	const char *ways = "";

	for (int i = 0; i < count; i++)
		ways = arena_printf(arena, "%s%s{ %d, %d }", ways, !i ? "" : i % IN_A_LINE ? ", " : ", \\\n  ",
			relations[i].x, relations[i].y);
	return !count ? "" : EXPAND(kernel, template, "relations",
		{ "guard", capitals(arena, kernel->plan->stencil->name) },
		{ "table", name },
		{ "capitals", capitals(arena, name) },
		{ "count", arena_printf(arena, "%d", count) },
		{ "ways", arena_printf(arena, "{ %s }", ways) });
}

/* One line for each kernel of a target with the layout and precision of another. */
static const char *
launchers(struct kernel *kernel, const struct template *template, enum target target,
	const struct variant *like, const char *suffix)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant variant = {
				.storage = (enum storage)s, .access = (enum access)a, .layout = like->layout,
				.target = target, .precision = like->precision,
			};

			if (why_illegal(kernel->arena, kernel->plan, &variant))
				continue;
			text = join_lines(kernel->arena, text, EXPAND(kernel, template,
				arena_printf(kernel->arena, "%s_launcher", targets[target].name),
				{ "stencil", kernel->plan->stencil->name },
				{ "suffix", suffix },
				{ "kernel", variant_name(kernel->arena, kernel->plan, &variant) }));
			if (storages[s].constant)
				text = join_lines(kernel->arena, text, EXPAND(kernel, template,
					arena_printf(kernel->arena, "%s_upload", targets[target].name),
					{ "kernel", variant_name(kernel->arena, kernel->plan, &variant) }));
		}
	return text;
}

/* Types and launchers of one layout and precision; empty if the stencil cannot
 * have them. */
static const char *
layout_text(struct kernel *kernel, const struct template *template, enum layout layout,
	enum type precision, const char *above)
{
	struct arena *arena = kernel->arena;
	const struct variant variant = { .layout = layout, .precision = precision };
	const char *suffix = arena_printf(arena, "%s%s", layout_suffix(arena, layout),
		precision == TYPE_FLOAT ? "_float" : "");
	const char *text;

	if (why_layout_illegal(arena, kernel->plan->stencil, layout, precision))
		return "";
	kernel->variant = &variant;
	if (!kernel_read_layout(kernel))
		return "";
	text = EXPAND(kernel, template, "launcher_types",
		{ "stencil", kernel->plan->stencil->name },
		{ "structs", kernel_structs(kernel, above) },
		{ "type", type_name(precision) },
		{ "suffix", suffix },
		{ "fields", launcher_fields(kernel) });
	for (int target = 0; target < TARGET_COUNT; target++)
		text = arena_printf(arena, "%s\n\n%s", text,
			launchers(kernel, template, (enum target)target, &variant, suffix));
	kernel->variant = NULL;
	return text;
}

/* Of all layouts and precisions. */
static const char *
all_launchers(struct kernel *kernel, const struct template *template)
{
	static const enum type precisions[] = { TYPE_DOUBLE, TYPE_FLOAT };
	const char *text = "";

	for (int layout = 0; layout < LAYOUT_COUNT; layout++)
		for (int p = 0; p < 2; p++) {
			const char *part = layout_text(kernel, template, (enum layout)layout,
				precisions[p], text);

			text = arena_printf(kernel->arena, "%s%s%s", text, *text && *part ? "\n\n" : "", part);
		}
	return text;
}

const char *
plane_header(struct templates *templates, const struct source *source, const struct plan *plan)
{
	struct arena *arena = templates->arena;
	struct kernel kernel = {
		.arena = arena, .source = source, .plan = plan, .templates = templates,
		.common = template_find(templates, "common"),
	};
	const struct template *template = template_find(templates, "header");
	const char *chasing, *direct;

	if (!template || !kernel.common)
		return "";
	chasing = relations_text(&kernel, template, TABLE_CHASING);
	direct = relations_text(&kernel, template, TABLE_DIRECT);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", capitals(arena, plan->stencil->name) },
		{ "launch", template_text(templates, "stencil_launch.h") },
		{ "grid", template_text(templates, "stencil_grid.h") },
		{ "relations", *direct ? arena_printf(arena, "%s\n\n%s", chasing, direct) : chasing },
		{ "launchers", all_launchers(&kernel, template) }));
}
