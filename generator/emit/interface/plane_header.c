#include "generator/emit/interface/plane_header.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/interface/table_relations.h"
#include "generator/text/wrap.h"
#include "generator/variants/steps.h"

/* The launchers of each storage. */
static const char *
launchers(const struct header *h)
{
	struct arena *arena = h->kernel.arena;
	const char *text = "";

	for (int s = 0; s < STORAGE_COUNT; s++) {
		const char *lines = "";

		for (const struct variant *v = h->variants; v < h->variants + h->count; v++)
			if ((int)v->storage == s)
				lines = join_lines(arena, lines, header_launcher(h, v, *lines ? "" : storages[s].name,
					storages[s].constant));
		text = join_paragraphs(arena, text, lines);
	}
	return text;
}

/* The cells that a domain must have along an axis. */
static const char *
least_cells(const struct kernel *k, int axis)
{
	const int least = k->plan->stencil->least[axis];

	return int_text(k->arena, least > 1 ? least : 1);
}

/* The halo, and functions that make grids. */
static const char *
constants(const struct header *h)
{
	const struct kernel *k = &h->kernel;
	const struct extents *halo = &k->plan->stencil->border;

	return EXPAND(k, h->own, "constants",
		{ "stencil", k->plan->stencil->name },
		{ "guard", macro_prefix(k->arena, k->plan->stencil->name) },
		{ "halo", extents_text(k->arena, halo) },
		{ "west", int_text(k->arena, halo->low[0]) },
		{ "east", int_text(k->arena, halo->high[0]) },
		{ "north", int_text(k->arena, halo->low[1]) },
		{ "south", int_text(k->arena, halo->high[1]) },
		{ "below", int_text(k->arena, halo->low[2]) },
		{ "above", int_text(k->arena, halo->high[2]) },
		{ "too_small", kernel_least(k) },
		{ "columns", least_cells(k, 0) },
		{ "rows", least_cells(k, 1) },
		{ "levels", least_cells(k, 2) });
}

/* The elements that an array must have. */
static const char *
least_elements(const struct kernel *k, const struct array *array)
{
	const bool half = array->points < 2 && array->field->where.half;

	switch (array->shape) {
	case SHAPE_POINT: return half ? "least.points + least.columns" : array->points < 2 ? "least.points"
		: arena_printf(k->arena, "(least.points + %d)/%d", array->points - 1, array->points);
	case SHAPE_COLUMN: return "least.columns";
	case SHAPE_PROFILE: return half ? "least.levels + 1" : "least.levels";
	default: return "1";
	}
}

static const char *
check(const struct header *h)
{
	const struct kernel *k = &h->caller;
	struct text conditions = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			header_add_short(&conditions, arrays[i].name, least_elements(k, &arrays[i]));
	return EXPAND(k, h->own, "check",
		{ "stencil", k->plan->stencil->name },
		{ "suffix", header_types_suffix(h) },
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "too_small", kernel_least(k) },
		{ "short", header_conditions(&conditions) });
}

static const char *
shape(const struct kernel *k, const struct array *array)
{
	const bool half = array->points < 2 && array->field->where.half;

	switch (array->shape) {
	case SHAPE_POINT: return half ? "columns x half levels" : array->points < 2 ? "points" : arena_printf(k->arena, "blocks of %d points", array->points);
	case SHAPE_COLUMN: return "columns";
	case SHAPE_PROFILE: return half ? "half levels" : "levels";
	default: return "one value";
	}
}

const char *
plane_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct header h;

	plan = plan_of_launch(templates->arena, plan, variants);
	if (!header_begin(&h, templates, "grid_header", source, plan, variants, count))
		return "";
	h.kernel = kernel_launcher(&h.kernel);
	h.caller = kernel_caller(&h.kernel);
	h.grid = "grid";
	h.definition = "stencil_grid.h";
	h.constants = constants(&h);
	h.relations = table_relations(&h.kernel, h.own, h.variants, h.count, plan->stencil->name, "\\\n  ");
	h.structs = kernel_structs(&h.kernel);
	h.check = check(&h);
	h.shape = shape;
	h.launchers = launchers(&h);
	return header_text(&h);
}
