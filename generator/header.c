#include "emit.h"
#include "names.h"
#include "statements.h"

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

/* One line for each kernel of a target and precision. */
static const char *
launchers(struct kernel *kernel, const struct template *template, enum target target,
	enum type precision, const char *suffix)
{
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++)
		for (int a = 0; a < ACCESS_COUNT; a++) {
			const struct variant variant = {
				.storage = (enum storage)s, .access = (enum access)a, .target = target,
				.precision = precision,
			};

			if (why_illegal(kernel->arena, kernel->plan, &variant))
				continue;
			text = join_lines(kernel->arena, text, EXPAND(kernel, template,
				arena_printf(kernel->arena, "%s_launcher", targets[target].name),
				{ "stencil", kernel->plan->stencil->name },
				{ "suffix", suffix },
				{ "kernel", emit_kernel_name(kernel->arena, kernel->plan, &variant) }));
		}
	return text;
}

/* Types and launchers of one precision. */
static const char *
precision_text(struct kernel *kernel, const struct template *template, enum type precision)
{
	struct arena *arena = kernel->arena;
	const char *suffix = precision == TYPE_FLOAT ? "_float" : "";
	const struct variant variant = { .precision = precision };
	const char *text;

	kernel->variant = &variant;
	text = EXPAND(kernel, template, "launcher_types",
		{ "stencil", kernel->plan->stencil->name },
		{ "type", type_name(precision) },
		{ "suffix", suffix },
		{ "fields", launcher_fields(kernel) });
	for (int target = 0; target < TARGET_COUNT; target++)
		text = arena_printf(arena, "%s\n\n%s", text,
			launchers(kernel, template, (enum target)target, precision, suffix));
	return text;
}

const char *
emit_header(struct templates *templates, const struct source *source, const struct plan *plan)
{
	struct arena *arena = templates->arena;
	struct kernel kernel = {
		.arena = arena, .source = source, .plan = plan, .templates = templates,
		.common = templates_get(templates, "common"),
	};
	const struct template *template = templates_get(templates, "header");
	const char *chasing, *direct;

	if (!template || !kernel.common)
		return "";
	chasing = relations_text(&kernel, template, TABLE_CHASING);
	direct = relations_text(&kernel, template, TABLE_DIRECT);
	return arena_printf(arena, "%s\n", EXPAND(&kernel, template, "header",
		{ "source", emit_base_name(arena, source->path) },
		{ "description", comment_above(arena, source, plan->stencil->span) },
		{ "guard", capitals(arena, plan->stencil->name) },
		{ "grid", templates_text(templates, "stencil_grid.h") },
		{ "relations", *direct ? arena_printf(arena, "%s\n\n%s", chasing, direct) : chasing },
		{ "launchers", arena_printf(arena, "%s\n\n%s",
			precision_text(&kernel, template, TYPE_DOUBLE),
			precision_text(&kernel, template, TYPE_FLOAT)) }));
}
