#include "generator/emit/program/program_text.h"

#include "generator/emit/plane/column_sums.h"
#include "generator/text/wrap.h"

static bool
widens(const struct part *part)
{
	for (int a = 0; a < AXES; a++)
		if (part->stencil->widening.low[a] || part->stencil->widening.high[a])
			return true;
	return false;
}

static const char *
part_grid(const struct program_text *text, const struct part *part)
{
	const struct kernel *k = &text->whole;
	const char *grid = !widens(part) ? kernel_section(k, text->template, "own_grid")
		: EXPAND(k, text->template, "wider_grid", { "extents", extents_text(k->arena, &part->stencil->widening) });

	return part->kind != KERNEL_plane ? grid : EXPAND(k, text->template, "flat_grid", { "grid", grid });
}

static bool
grids_differ(const struct program_text *text)
{
	return text->widens || text->flattens || text->sums_blocks;
}

static const char *
why(const struct program_text *text, bool differs, const char *section)
{
	return differs ? kernel_section(&text->whole, text->template, section) : "";
}

const char *
program_grids(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (int p = 0; p < text->program->part_count; p++)
		lines_add(&lines, arena_printf(k->arena, "%s,", part_grid(text, &text->program->parts[p])));
	if (text->sums_planes)
		lines_add(&lines, arena_printf(k->arena, "%s,", EXPAND(k, text->template, "flat_grid",
			{ "grid", kernel_section(k, text->template, "own_grid") })));
	if (text->sums_blocks)
		lines_add(&lines, arena_printf(k->arena, "%s,", kernel_section(k, text->template, "summed_grid")));
	return !grids_differ(text) ? "" : EXPAND(k, text->template, "grids",
		{ "why", join_lines(k->arena, join_lines(k->arena, why(text, text->widens, "why_wider"),
			why(text, text->flattens, "why_flat")), why(text, text->sums_blocks, "why_summed")) },
		{ "grids", text_of(&lines) });
}

const char *
program_grid_of(const struct program_text *text, int part)
{
	return grids_differ(text) ? arena_printf(text->whole.arena, "&grids[%d]", part) : "grid";
}

bool
program_sums_blocks(const struct program_text *text, const struct kept *kept)
{
	return kept->reduction && kept->shape == SHAPE_COLUMN && sums_blocks(&text->kernels[kept->first]);
}

const char *
program_grid_of_sum(const struct program_text *text, const struct kept *kept)
{
	const int behind_parts = text->program->part_count;

	if (program_sums_blocks(text, kept))
		return program_grid_of(text, behind_parts + text->sums_planes);
	return kept->shape == SHAPE_COLUMN ? program_grid_of(text, behind_parts) : "grid";
}
