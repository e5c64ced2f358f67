#include "generator/emit/program/program_text.h"

#include "generator/emit/parameters.h"
#include "generator/emit/plane/columns.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

#include <string.h>

/* What takes a reduction of numbers of a type. */
struct reducer {
	enum reduction reduction;
	enum type type;
};

static bool
is_reducer(const struct kept *kept, const struct reducer *reducer)
{
	return kept->reduction == reducer->reduction && kept->type == reducer->type;
}

static const char *
operation_name(const struct program_text *text, const struct reducer *reducer)
{
	return arena_printf(text->whole.arena, "%s%s", reduction_names[reducer->reduction],
		reducer->type == TYPE_FLOAT ? "_float" : "");
}

/* The section for columns that are found by their places, where these have one of their own. */
static const char *
storage_section(const struct program_text *text, const struct template *template, const char *section)
{
	const char *own = arena_printf(text->whole.arena, "%s_by_place", section);

	return !storages[text->whole.variant->storage].regular && template_has(template, own) ? own : section;
}

static bool
is_tree(const char *section)
{
	return !strcmp(section, "tree");
}

/* What becomes of two numbers. */
static const char *
pair_text(const struct program_text *text, const struct reducer *reducer, const char *section)
{
	static const char *const pairs[] = {
		[REDUCTION_SUM] = "added", [REDUCTION_MIN] = "lesser", [REDUCTION_MAX] = "greater",
	};
	const struct kernel *k = &text->whole;
	const bool tree = is_tree(section);

	return EXPAND(k, text->sum_kernels, pairs[reducer->reduction],
		{ "a", kernel_section(k, text->sum_kernels, tree ? "tree_a" : "column_a") },
		{ "b", kernel_section(k, text->sum_kernels, tree ? "tree_b" : storage_section(text, text->sum_kernels, "column_b")) });
}

/* Where a column begins whose number a section of the kernels' template tells. */
static const char *
start_of(const struct program_text *text, const char *number)
{
	const struct kernel *k = &text->whole;

	return !template_has(text->sum_kernels, number) ? "" : EXPAND(k, kernel_grid_template(k), "start",
		{ "number", kernel_section(k, text->sum_kernels, number) });
}

/* Launchers name the grid by which numbers lie; threads of CPUs go by the domain. */
static const char *
section_text(const struct program_text *text, const struct reducer *reducer, const struct template *template,
	const char *section, const char *of_columns)
{
	const struct kernel *k = &text->whole;
	const struct template *grid = kernel_grid_template(k);
	const char *of = targets[k->variant->target].blocks ? "from." : "grid->";

	return EXPAND(k, template, storage_section(text, template, section),
		{ "kernel", k->name },
		{ "places_parameter", kernel_section(k, grid, "places_parameter") },
		{ "steps_parameters", kernel_section(k, grid, "steps_parameters") },
		{ "places_argument", EXPAND(k, grid, "places_argument", { "of", of }) },
		{ "steps_arguments", EXPAND(k, grid, "steps_arguments", { "of", of }) },
		{ "start", start_of(text, is_tree(section) && template_has(text->sum_kernels, "tree_number") ? "tree_number" : "number") },
		{ "next", start_of(text, "next_number") },
		{ "of_columns", of_columns },
		{ "higher", kernel_section(k, grid, "higher") },
		{ "lowest", EXPAND(k, grid, "lowest", { "of", "grid->" }) },
		{ "operation", operation_name(text, reducer) },
		{ "type", type_name(reducer->type) },
		{ "pair", pair_text(text, reducer, section) });
}

/* Whether it is needed: at all, or of points. */
static bool
is_needed(const struct program *program, const struct reducer *reducer, bool points)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (is_reducer(k, reducer) && (!points || k->shape == SHAPE_POINT))
			return true;
	return false;
}

/* The kernels that take a reduction, and what launches them. GPUs take the columns' results by a kernel of their own where
 * threads have not done so on their way. */
static const char *
reducer_text(const struct program_text *text, const struct reducer *reducer)
{
	struct arena *arena = text->whole.arena;
	const bool blocks = targets[text->whole.variant->target].blocks;
	const bool columns = !blocks || is_needed(text->program, reducer, true);
	const char *kernels = columns ? section_text(text, reducer, text->sum_kernels, "kernels", "") : "";
	const char *first = columns && blocks ? section_text(text, reducer, text->sum_launches, "of_columns", "") : "";

	kernels = join_paragraphs(arena, kernels, section_text(text, reducer, text->sum_kernels, "tree", ""));
	return join_paragraphs(arena, kernels, section_text(text, reducer, text->sum_launches, "reduction", first));
}

const char *
program_sums(const struct program_text *text)
{
	struct arena *arena = text->whole.arena;
	const char *all = "";

	for (enum reduction r = REDUCTION_SUM; r <= REDUCTION_MAX; r++)
		for (enum type type = TYPE_FLOAT; type <= TYPE_DOUBLE; type++) {
			const struct reducer reducer = { r, type };

			if (is_needed(text->program, &reducer, false))
				all = join_paragraphs(arena, all, reducer_text(text, &reducer));
		}
	return all;
}

/* What is reduced right behind a kernel. */
const char *
program_reductions(const struct program_text *text, int part)
{
	const struct kernel *k = &text->whole;
	const struct program *program = text->program;
	struct text lines = { .arena = k->arena };

	for (int i = 0; i < program->kept_count; i++) {
		const struct kept *kept = &program->kept[i];
		const struct reducer reducer = { kept->reduction, kept->type };

		if (!kept->reduction || kept->first != part)
			continue;
		lines_add(&lines, EXPAND(k, text->sum_launches, "reduce_one",
			{ "kernel", k->name },
			{ "grid", kept->shape == SHAPE_COLUMN ? program_flat_grid(text) : "grid" },
			{ "operation", operation_name(text, &reducer) },
			{ "type", type_name(kept->type) },
			{ "values", text->kept[i] },
			{ "result", text->kept[kept->result - program->kept] }));
	}
	return text_of(&lines);
}

const char *
program_scalar_kernel(const struct program_text *text, int part)
{
	const struct kernel *k = &text->kernels[part];

	return EXPAND(k, text->sum_kernels, "scalar_kernel",
		{ "kernel", k->name },
		{ "values", kernel_values(k) },
		{ "statements", statements_text(k, LINE_WIDTH) });
}

const char *
program_scalar_start(const struct program_text *text, int part)
{
	const struct kernel launcher = kernel_launcher(&text->kernels[part]);

	return EXPAND(&launcher, text->sum_launches, "start",
		{ "kernel", launcher.name },
		{ "fields", launcher_fields(&launcher) },
		{ "uniforms", launcher_uniforms(&launcher) },
		{ "operands", kernel_operands(&launcher) });
}
