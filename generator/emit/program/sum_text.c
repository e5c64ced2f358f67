#include "generator/emit/program/program_text.h"

#include "generator/text/wrap.h"

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

	return !text->regular && template_has(text->sums, own) ? own : section;
}

/* Where a column begins, by a number that it has in the domain, row by row. */
static const char *
start_of(const struct program_text *text, const char *number)
{
	struct arena *arena = text->whole.arena;
	const char *column = text->regular
		? arena_printf(arena, "first + %s %% width + %s/width*row", number, number)
		: arena_printf(arena, "place ? place[%s %% width + %s/width*across] : first + %s", number, number, number);

	return text->innermost ? arena_printf(arena, "(ptrdiff_t)(%s)*pitch", column) : column;
}

/* A section of the template, with what launches a kernel, if it does. */
static const char *
section_text(const struct program_text *text, const struct reducer *reducer, const char *section, const char *launch,
	const char *of_columns)
{
	const enum reduction reduction = reducer->reduction;

	return PROGRAM_EXPAND(text, text->sums, storage_section(text, section),
		{ "kernel", text->whole.name },
		{ "steps_parameters", program_steps_parameters(text) },
		{ "steps_arguments", program_steps_arguments(text, "grid->") },
		{ "start_of_column", start_of(text, "column") },
		{ "start_of_number", start_of(text, "number") },
		{ "start_of_i", start_of(text, "i") },
		{ "operation", program_operation(text, reducer) },
		{ "sum", macro_if(reduction == REDUCTION_SUM) },
		{ "min", macro_if(reduction == REDUCTION_MIN) },
		{ "max", macro_if(reduction == REDUCTION_MAX) },
		{ "type", type_name(reducer->type) },
		{ "most", int_text(text->whole.arena, program_most_together(text, reducer)) },
		{ "launch", launch },
		{ "of_columns", of_columns });
}

/* The launch of a kernel that reduces columns, or blocks of numbers, of this count. */
static const char *
reducer_launch(const struct program_text *text, const struct reducer *reducer, const char *of, const char *threads,
	const char *blocks, const char *count)
{
	struct arena *arena = text->whole.arena;
	const struct launch launch = {
		.kernel = arena_printf(arena, "%s_%s_of_%s", text->whole.name, program_operation(text, reducer), of),
		.threads = threads, .blocks = blocks,
		.arguments = arena_printf(arena, "from.first,%s from.width, %s, %s, step",
			text->regular ? "" : " from.place,", count, program_steps_arguments(text, "from.")),
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
		first = section_text(text, reducer, "of_columns", reducer_launch(text, reducer, "columns", "dim3(256)",
			"dim3(stencil_ceil_div(columns, 256), together)", "columns, grid->top - grid->bottom"), "");
	}
	all = join_paragraphs(arena, all, section_text(text, reducer, "tree", "", ""));
	return join_paragraphs(arena, all, section_text(text, reducer, "reduction",
		reducer_launch(text, reducer, "blocks", "dim3(128)", "dim3(blocks, together)", "count"), first));
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
				all = join_paragraphs(arena, all, (text->gpu ? kernels_text : functions_text)(text, &reducer));
		}
	return all;
}
