#include "generator/emit/sparse/sparse_text.h"
#include "generator/emit/interface/header.h"
#include "generator/emit/kernel_macros.h"
#include "generator/emit/parameters.h"
#include "generator/emit/statements.h"
#include "generator/text/wrap.h"

/* The texts of the macros on sparse grids. */

enum { STATEMENT_WIDTH = 64 };

static const struct sparse_access_info *
info_of(const struct kernel *k)
{
	return &sparse_accesses[k->variant->access];
}

static const char *
grid_text(struct arena *arena, const struct sparse_grid *grid)
{
	return arena_printf(arena, "%d dimension%s and %d level%s%s", grid->dim,
		grid->dim == 1 ? "" : "s", grid->level, grid->level == 1 ? "" : "s",
		grid->padded ? ", padded" : "");
}

static long long
count_blocks(const struct sparse_grid *grid)
{
	long long blocks = 0;

	for (int n = 0; n < grid->level; n++)
		blocks += grid->vectors[grid->dim - 1][n];
	return blocks;
}

/* What a kernel counts, for its first lines. */
static const char *
costs_text(const struct kernel *k)
{
	const struct sparse_grid *grid = k->variant->sparse;
	const struct plan *plan = k->plan;

	if (sparse_is_evaluation(plan->stencil))
		return arena_printf(k->arena, "Points %d; per probe: blocks %lld, flops %lld", grid->points,
			count_blocks(grid), count_blocks(grid)*(11*grid->dim + 2));
	return arena_printf(k->arena, "Points %d; per point and dimension: loads %d, stores %d, flops %d",
		grid->points, plan->loads, plan->stores, plan->flops);
}

static int
level_below(const struct sparse_grid *grid)
{
	return grid->level > 1 ? grid->level - 2 : 0;
}

static int
inner_chains(const struct sparse_grid *grid)
{
	return grid->level > 1 ? grid->vectors[grid->dim - 1][level_below(grid)] : 0;
}

/* A field of an evaluation; "" in a sweep. */
static const char *
name_of(const struct kernel *k, enum role role, bool probe)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->role == role && f->probe == probe)
			return k->plan->names.fields[f->index];
	return "";
}

static const char *
vectors_rows(const struct kernel *k, const struct sparse_grid *grid)
{
	const char *text = "";

	for (int t = 0; t < grid->dim; t++)
		text = join_lines(k->arena, text, arena_printf(k->arena, "{ %s },",
			ints_text(k->arena, grid->vectors[t], grid->level)));
	return text;
}

/* The update, and which of the values that templates declare it does not read. */
static const char *
update_text(const struct kernel *k)
{
	const char *text = statements_text(k, STATEMENT_WIDTH);
	bool left = false, right = false;

	for (const struct reference *r = k->plan->reads; r; r = r->next) {
		left = left || r->offset.x < 0;
		right = right || r->offset.x > 0;
	}
	if (!right)
		text = arena_printf(k->arena, "(void)right;\n%s", text);
	return left ? text : arena_printf(k->arena, "(void)left;\n%s", text);
}

/* How many trees of 2 to 4 levels fit into registers that hold at_once points. */
static const char *
trees_text(struct arena *arena, int at_once)
{
	const char *several = arena_printf(arena, "%d >> levels", at_once);

	return at_once < 8 ? "1" : at_once < 16 ? arena_printf(arena, "levels < 4 ? %s : 1", several)
		: several;
}

static const char *
is_in(const struct kernel *k, enum probe_layout layout)
{
	return macro_if(info_of(k)->evaluation && info_of(k)->layout == layout);
}

#define TEXT(name, text) \
	static const char *macro_##name(const struct kernel *k) { return text; }
#define GRID_TEXT(name, text) \
	static const char *text_##name(const struct kernel *k, const struct sparse_grid *grid) \
		{ return text; } \
	static const char *macro_##name(const struct kernel *k) \
		{ return text_##name(k, k->variant->sparse); }
#define TILE_TEXT(name, text) \
	static const char *text_##name(const struct kernel *k, const struct sparse_grid *grid, \
		const struct sparse_tiles *tiles) \
		{ (void)grid; return text; } \
	static const char *macro_##name(const struct kernel *k) \
		{ const struct sparse_tiles tiles = sparse_tiles_of(k); \
		return text_##name(k, k->variant->sparse, &tiles); }
#include "generator/emit/sparse/sparse_macros.def"

static const struct provider macros[] = {
	{ "header", kernel_header },
	{ "values", kernel_values },
	{ "operands", kernel_operands },
	{ "more", kernel_more_operands },
	{ "null_fields", launcher_null_fields },
#define TEXT(name, ...) { #name, macro_##name },
#define GRID_TEXT TEXT
#define TILE_TEXT TEXT
#include "generator/emit/sparse/sparse_macros.def"
};

static const struct providers all = {
	ROWS_OF(macros), .further = &kernel_macros, .required = (const char *const[]){ NULL },
};

const char *
sparse_expand(const struct kernel *k, const struct template *template, const char *section)
{
	return providers_expand(k, template, section, &all, NULL, 0);
}

const char *
sparse_expand_with(const struct kernel *k, const struct template *template, const char *section,
	const struct macro *given)
{
	return providers_expand(k, template, section, &all, given, 1);
}
