#include "generator/emit/program/program_text.h"

#include "generator/emit/plane/columns.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

#include <string.h>

static bool
is_reducer(const struct kept *kept, const struct reducer *reducer)
{
	return kept->reduction == reducer->reduction && kept->type == reducer->type;
}

/* The section for columns that are found by their places, where these have one of their own. */
static const char *
storage_section(const struct program_text *text, const char *section)
{
	const char *own = arena_printf(text->whole.arena, "%s_by_place", section);

	return !storages[text->whole.variant->storage].regular && template_has(text->sums, own) ? own : section;
}

/* What becomes of two numbers, which sections of the template name. */
static const char *
pair_text(const struct program_text *text, const struct reducer *reducer, const char *a, const char *b)
{
	static const char *const pairs[] = {
		[REDUCTION_SUM] = "added", [REDUCTION_MIN] = "lesser", [REDUCTION_MAX] = "greater",
	};
	const struct kernel *k = &text->whole;

	return EXPAND(k, text->sums, pairs[reducer->reduction],
		{ "a", kernel_section(k, text->sums, a) },
		{ "b", kernel_section(k, text->sums, b) });
}

/* Where a column begins whose number a section of the template tells. */
static const char *
start_of(const struct program_text *text, const char *number)
{
	const struct kernel *k = &text->whole;

	return EXPAND(k, kernel_grid_template(k), "start", { "number", kernel_section(k, text->sums, number) });
}

/* A section of the template, with what launches a kernel, if it does. Launchers name the grid by which numbers lie; threads of CPUs go
 * by the domain. */
static const char *
section_text(const struct program_text *text, const struct reducer *reducer, const char *section, const char *launch,
	const char *of_columns)
{
	const struct kernel *k = &text->whole;
	const struct template *grid = kernel_grid_template(k);
	const bool tree = !strcmp(section, "tree") && template_has(text->sums, "tree_number");
	const char *of = targets[k->variant->target].blocks ? "from." : "grid->";

	return EXPAND(k, text->sums, storage_section(text, section),
		{ "kernel", k->name },
		{ "places_parameter", kernel_section(k, grid, "places_parameter") },
		{ "steps_parameters", kernel_section(k, grid, "steps_parameters") },
		{ "places_argument", EXPAND(k, grid, "places_argument", { "of", of }) },
		{ "steps_arguments", EXPAND(k, grid, "steps_arguments", { "of", of }) },
		{ "start", start_of(text, tree ? "tree_number" : "number") },
		{ "higher", kernel_section(k, grid, "higher") },
		{ "lowest", EXPAND(k, grid, "lowest", { "of", "grid->" }) },
		{ "operation", program_operation(text, reducer) },
		{ "type", type_name(reducer->type) },
		{ "most", int_text(k->arena, program_most_together(text, reducer)) },
		{ "column_pair", pair_text(text, reducer, "column_a", storage_section(text, "column_b")) },
		{ "tree_pair", pair_text(text, reducer, "tree_a", "tree_b") },
		{ "own_pair", pair_text(text, reducer, "own_a", "own_b") },
		{ "launch", launch },
		{ "of_columns", of_columns });
}

/* What launches a kernel of a reducer, of which three sections tell. */
static const char *
reducer_launch(const struct program_text *text, const struct reducer *reducer, const char *of)
{
	struct arena *arena = text->whole.arena;
	const struct launch launch = {
		.kernel = arena_printf(arena, "%s_%s_of_%s", text->whole.name, program_operation(text, reducer), of),
		.threads = section_text(text, reducer, arena_printf(arena, "%s_threads", of), "", ""),
		.blocks = section_text(text, reducer, arena_printf(arena, "%s_grid", of), "", ""),
		.arguments = section_text(text, reducer, arena_printf(arena, "%s_arguments", of), "", ""),
	};

	return program_launch(text, &launch, "status =");
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

/* On a CPU: the functions that take a reduction. */
static const char *
functions_text(const struct program_text *text, const struct reducer *reducer)
{
	struct arena *arena = text->whole.arena;
	const char *all = join_paragraphs(arena, section_text(text, reducer, "kernels", "", ""),
		section_text(text, reducer, "tree", "", ""));

	return join_paragraphs(arena, all, section_text(text, reducer, "reduction", "", ""));
}

/* The kernels that take a reduction, and what launches them. They take the columns' results by a kernel of their own where
 * threads have not done so on their way. */
static const char *
kernels_text(const struct program_text *text, const struct reducer *reducer)
{
	struct arena *arena = text->whole.arena;
	const char *all = section_text(text, reducer, "arrays", "", ""), *first = "";

	if (is_needed(text->program, reducer, true)) {
		all = join_paragraphs(arena, all, section_text(text, reducer, "kernels", "", ""));
		first = section_text(text, reducer, "of_columns", reducer_launch(text, reducer, "columns"), "");
	}
	all = join_paragraphs(arena, all, section_text(text, reducer, "tree", "", ""));
	return join_paragraphs(arena, all,
		section_text(text, reducer, "reduction", reducer_launch(text, reducer, "blocks"), first));
}

const char *
program_sums(const struct program_text *text)
{
	struct arena *arena = text->whole.arena;
	const bool blocks = targets[text->whole.variant->target].blocks;
	const char *all = "";

	for (enum reduction r = REDUCTION_SUM; r <= REDUCTION_MAX; r++)
		for (enum type type = TYPE_FLOAT; type <= TYPE_DOUBLE; type++) {
			const struct reducer reducer = { r, type };

			if (is_needed(text->program, &reducer, false))
				all = join_paragraphs(arena, all, (blocks ? kernels_text : functions_text)(text, &reducer));
		}
	return all;
}
