#include "generator/emit/interface/table_relations.h"
#include "generator/emit/field_layout.h"
#include "generator/text/wrap.h"
#include "generator/variants/choose.h"
#include "generator/variants/relations.h"

static bool
has_table(const struct variant *variants, int count, enum table table)
{
	for (const struct variant *v = variants; v < variants + count; v++)
		if (storages[v->storage].table == table)
			return true;
	return false;
}

/* What a program keeps, and so the neighbours that it reads, is told, or follows from the types of its fields. */
static const char *
relations_suffix(const struct kernel *kernel)
{
	const struct plan *plan = kernel->plan;

	return arena_printf(kernel->arena, "%s%s", plan->suffix ? plan->suffix : "",
		plan->program ? precision_suffix(plan->stencil, kernel->variant->precision) : "");
}

/* Those of one kind of table; "" if it would have none. */
static const char *
relations_of(const struct kernel *kernel, const struct template *template, enum table table,
	const char *stencil, const char *line)
{
	enum { IN_A_LINE = 6 };
	const char *name = table == TABLE_CHASING ? "chasing" : "direct";
	struct arena *arena = kernel->arena;
	struct offset *relations;
	const int count = variant_relations(arena, kernel->plan, table, &relations);
	const char *text = "";

	for (int i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, !i ? "" : i % IN_A_LINE ? ", " : arena_printf(arena, ", %s", line),
			EXPAND(kernel, template, "relation",
				{ "x", int_text(arena, relations[i].x) },
				{ "y", int_text(arena, relations[i].y) }));
	return !count ? "" : EXPAND(kernel, template, "relations",
		{ "stencil", stencil },
		{ "guard", macro_prefix(arena, kernel->plan->stencil->name) },
		{ "table", name },
		{ "capitals", capitals(arena, arena_printf(arena, "%s%s", name, relations_suffix(kernel))) },
		{ "count", int_text(arena, count) },
		{ "offsets", text });
}

const char *
table_relations(const struct kernel *kernel, const struct template *template, const struct variant *variants,
	int count, const char *stencil, const char *line)
{
	const char *text = "";

	for (enum table table = TABLE_CHASING; table <= TABLE_DIRECT; table++)
		if (has_table(variants, count, table))
			text = join_paragraphs(kernel->arena, text, relations_of(kernel, template, table, stencil, line));
	return text;
}
