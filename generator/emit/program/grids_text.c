#include "generator/emit/program/program_text.h"

#include "generator/emit/plane/column_sums.h"
#include "generator/text/wrap.h"

/* By how much more than full levels of the domain a kernel updates: half levels are one more. */
static struct extents
widening_of(const struct part *part)
{
	struct extents widening = part->stencil->widening;

	widening.high[2] += part->stencil->half;
	return widening;
}

bool
program_widens(const struct part *part)
{
	const struct extents widening = widening_of(part);

	for (int a = 0; a < AXES; a++)
		if (widening.low[a] || widening.high[a])
			return true;
	return false;
}

static const char *
part_grid(const struct program_text *text, const struct part *part)
{
	struct arena *arena = text->whole.arena;
	const struct extents widening = widening_of(part);
	const char *grid = !program_widens(part) ? "*grid"
		: arena_printf(arena, "wider_grid(grid, %s)", extents_text(arena, &widening));

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
	if (kept->shape == SHAPE_COLUMN)
		return program_grid_of(text, behind_parts);
	return text->program->parts[kept->first].stencil->half ? program_grid_of(text, kept->first) : "grid";
}
