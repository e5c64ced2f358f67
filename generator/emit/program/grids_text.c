#include "generator/emit/program/program_text.h"

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
	return text->widens || text->flattens;
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
	return !grids_differ(text) ? "" : EXPAND(k, text->template, "grids",
		{ "why", join_lines(k->arena, text->widens ? kernel_section(k, text->template, "why_wider") : "",
			text->flattens ? kernel_section(k, text->template, "why_flat") : "") },
		{ "grids", text_of(&lines) });
}

const char *
program_grid_of(const struct program_text *text, int part)
{
	return grids_differ(text) ? arena_printf(text->whole.arena, "&grids[%d]", part) : "grid";
}

const char *
program_flat_grid(const struct program_text *text)
{
	return program_grid_of(text, text->program->part_count);
}
