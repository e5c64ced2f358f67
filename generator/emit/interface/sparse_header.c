#include "generator/emit/interface/sparse_header.h"
#include "generator/emit/interface/header.h"
#include "generator/grids/sparse_grid.h"
#include "generator/text/wrap.h"
#include "generator/variants/sparse_variants.h"

static const char *
launchers(const struct header *h)
{
	const char *text = "";

	for (const struct variant *v = h->variants; v < h->variants + h->count; v++)
		text = join_lines(h->kernel.arena, text,
			header_launcher(h, v, "", sparse_accesses[v->access].parents == PARENTS_TABLE));
	return text;
}

static bool
has_layout(const struct header *h, enum probe_layout layout)
{
	for (const struct variant *v = h->variants; v < h->variants + h->count; v++)
		if (sparse_accesses[v->access].layout == layout)
			return true;
	return false;
}

static const char *
guard_of(const struct kernel *k)
{
	return macro_prefix(k->arena, k->plan->stencil->name);
}

static const char *
guard_of_grid(const struct kernel *k)
{
	return capitals(k->arena, size_suffix(k->arena, k->variant));
}

/* The grid's size. */
static const char *
constants(const struct header *h)
{
	const struct kernel *k = &h->kernel;
	const struct sparse_grid *grid = k->variant->sparse;

	return EXPAND(k, h->own, "constants",
		{ "guard", guard_of(k) },
		{ "guard_sparse", guard_of_grid(k) },
		{ "dim", int_text(k->arena, grid->dim) },
		{ "level", int_text(k->arena, grid->level) },
		{ "size", int_text(k->arena, grid->group[grid->level]) });
}

/* The elements that an array must have; coordinates are those of so many probes. */
static const char *
least_elements(const struct kernel *k, const struct field *field, const char *probes)
{
	const char *grid = arena_printf(k->arena, "%s%s", guard_of(k), guard_of_grid(k));

	return !field->probe ? arena_printf(k->arena, "%s_SIZE", grid)
		: field->role != ROLE_IN ? "(size_t)probes" : arena_printf(k->arena, "%s_DIM*(size_t)%s", grid, probes);
}

static const char *
check(const struct header *h, bool in_tiles)
{
	const struct kernel *k = &h->caller;
	const char *suffix = header_types_suffix(h), *tiles = in_tiles ? "_tiles" : "";
	struct text conditions = { .arena = k->arena };

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		header_add_short(&conditions, k->plan->names.fields[f->index],
			least_elements(k, f, in_tiles ? "((probes + 31LL)/32*32)" : "probes"));
	return EXPAND(k, h->own, "check",
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(k) },
		{ "sparse", size_suffix(k->arena, k->variant) },
		{ "guard_sparse", guard_of_grid(k) },
		{ "suffix", suffix },
		{ "guard_suffix", capitals(k->arena, suffix) },
		{ "sweep", macro_if(!h->probes) },
		{ "evaluation", macro_if(h->probes) },
		{ "tiles", tiles },
		{ "guard_tiles", capitals(k->arena, tiles) },
		{ "short", header_conditions(&conditions) });
}

/* Where probes' coordinates lie in rows, and in tiles. */
static const char *
checks(const struct header *h)
{
	return !h->probes ? check(h, false) : join_paragraphs(h->kernel.arena,
		has_layout(h, PROBES_IN_ROWS) ? check(h, false) : "",
		has_layout(h, PROBES_IN_TILES) ? check(h, true) : "");
}

static const char *
shape(const struct kernel *k, const struct array *array)
{
	(void)k;
	return !array->field->probe ? "points" : array->out ? "probes" : "coordinates of probes";
}

const char *
sparse_header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variants, int count)
{
	struct header h;

	if (!header_begin(&h, templates, "sparse/header", source, plan, variants, count))
		return "";
	h.caller = kernel_caller(&h.kernel);
	h.definition = "stencil_probes.h";
	h.probes = sparse_is_evaluation(plan->stencil);
	h.about = h.probes ? "about_evaluation" : "about_sweep";
	h.about_grid = kernel_section(&h.kernel, h.own, "about_grid");
	h.constants = constants(&h);
	h.grid_checks = checks(&h);
	h.shape = shape;
	h.launchers = launchers(&h);
	return header_text(&h);
}
