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
	struct arena *arena = text->whole.arena;
	const char *grid = !widens(part) ? "*grid"
		: arena_printf(arena, "wider_grid(grid, %s)", extents_text(arena, &part->stencil->widening));

	return part->kind != KERNEL_plane ? grid : arena_printf(arena, "flat_grid(%s)", grid);
}

static bool
grids_differ(const struct program_text *text)
{
	return text->widens || text->flattens || text->sums_blocks;
}

const char *
program_grids(const struct program_text *text)
{
	struct text lines = { .arena = text->whole.arena };

	for (int p = 0; p < text->program->part_count; p++)
		lines_add(&lines, arena_printf(lines.arena, "%s,", part_grid(text, &text->program->parts[p])));
	if (text->sums_planes)
		lines_add(&lines, "flat_grid(*grid),");
	if (text->sums_blocks)
		lines_add(&lines, "summed_grid(*grid),");
	return !grids_differ(text) ? "" : EXPAND(&text->whole, text->shared, "grids",
		{ "widens", macro_if(text->widens) },
		{ "flattens", macro_if(text->flattens) },
		{ "sums_blocks", macro_if(text->sums_blocks) },
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

	if (text->sum_grids)
		return text->sum_grids[kept - text->program->kept];
	if (program_sums_blocks(text, kept))
		return program_grid_of(text, behind_parts + text->sums_planes);
	return kept->shape == SHAPE_COLUMN ? program_grid_of(text, behind_parts) : "grid";
}
