#include "generator/emit/sparse/sparse_text.h"
#include "generator/emit/statements.h"
#include "generator/emit/comments.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/wrap.h"
#include "generator/variants/choose.h"

#include <string.h>

/* A sweep reads a point and its parents. */
static const char *
sparse_element(const struct kernel *k, const struct site *site, const struct field *field,
	struct offset at)
{
	(void)site;
	return at.x < 0 ? "left" : at.x > 0 ? "right" : arena_printf(k->arena, "%s[%s]",
		k->plan->field_names[field->index], kernel_section(k, k->access, "point"));
}

static const struct spelling sparse_spelling = {
	.element = sparse_element, .variable = variable_of_value, .is_local = is_local_of_if,
	.statement = statement_one_by_one, .declares = true,
};

/* A section of order.tmpl that depends on where the sweep goes. */
static const char *
order_text(struct kernel *k, const char *what)
{
	const struct template *template = template_find(k->templates, "sparse/order");
	const struct sparse_grid *grid = k->variant->sparse;
	const struct sparse_tiles tiles = sparse_tiles_of(k);

	return !template ? "" : EXPAND(k, template, arena_printf(k->arena, "%s_%s", what,
			k->plan->stencil->sweep == SWEEP_UP ? "up" : "down"),
		{ "dim", int_text(k->arena, grid->dim) },
		{ "last", int_text(k->arena, grid->dim - 1) },
		{ "level", int_text(k->arena, grid->level) },
		{ "most", int_text(k->arena, grid->level - 1) },
		{ "field", k->plan->field_names[k->plan->stencil->fields->index] },
		{ "groups", int_text(k->arena, tiles.tiling_count) },
		{ "last_group", int_text(k->arena, tiles.tiling_count - 1) });
}

static const char *
grid_text(const struct kernel *k)
{
	const struct sparse_grid *grid = k->variant->sparse;

	return arena_printf(k->arena, "%d dimension%s and %d level%s%s", grid->dim,
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
costs_text(struct arena *arena, const struct plan *plan, const struct variant *variant)
{
	const struct sparse_grid *grid = variant->sparse;

	if (sparse_is_evaluation(plan->stencil))
		return arena_printf(arena, "Points %d; per probe: blocks %lld, flops %lld", grid->points,
			count_blocks(grid), count_blocks(grid)*(11*grid->dim + 2));
	return arena_printf(arena, "Points %d; per point and dimension: loads %d, stores %d, flops %d",
		grid->points, plan->loads, plan->stores, plan->flops);
}

/* What a file is put together from. */
struct parts {
	const char *library, *functions, *body, *launches, *upload;
};

/* A field of an evaluation; "" in a sweep. */
static const char *
name_of(const struct kernel *k, enum role role, bool probe)
{
	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		if (f->role == role && f->probe == probe)
			return k->plan->field_names[f->index];
	return "";
}

static const char *
expand(struct kernel *k, const struct template *template, const char *section,
	const struct parts *parts)
{
	const struct sparse_grid *grid = k->variant->sparse;
	const struct field *field = k->plan->stencil->fields;
	const struct sparse_tiles tiles = sparse_tiles_of(k);
	const bool in_rows = sparse_accesses[k->variant->access].layout == PROBES_IN_ROWS;
	const int below = grid->level > 1 ? grid->level - 2 : 0;
	const int inner = grid->level > 1 ? grid->vectors[grid->dim - 1][below] : 0;

	return EXPAND(k, template, section,
		{ "source", base_name(k->arena, k->source->path) },
		{ "stencil", k->plan->stencil->name },
		{ "access", sparse_accesses[k->variant->access].name },
		{ "grid", grid_text(k) },
		{ "costs", costs_text(k->arena, k->plan, k->variant) },
		{ "description", comment_above(k->arena, k->source, k->plan->stencil->span) },
		{ "kernel", k->name },
		{ "type", type_name(field->type) },
		{ "field", k->plan->field_names[field->index] },
		{ "u", name_of(k, ROLE_IN, false) },
		{ "x", name_of(k, ROLE_IN, true) },
		{ "v", name_of(k, ROLE_OUT, true) },
		{ "fma", sparse_is_float(k) ? "fmaf" : "fma" },
		{ "layout", in_rows ? "in rows" : "in tiles of 32 probes" },
		{ "starts", ints_text(k->arena, grid->group, grid->level) },
		{ "fields", launcher_fields(k) },
		{ "unpacked", unpacked_fields(k) },
		{ "values", kernel_values(k) },
		{ "operands", kernel_operands(k) },
		{ "uniforms", launcher_uniforms(k) },
		{ "statements", sparse_is_evaluation(k->plan->stencil) ? ""
			: statements_text(k, 64) },
		{ "dim", int_text(k->arena, grid->dim) },
		{ "level", int_text(k->arena, grid->level) },
		{ "last", int_text(k->arena, grid->dim - 1) },
		{ "most", int_text(k->arena, grid->level - 1) },
		{ "counts", ints_text(k->arena, grid->vectors[grid->dim - 1], grid->level) },
		{ "chains", int_text(k->arena, grid->vectors[grid->dim - 1][grid->level - 1]) },
		{ "below", int_text(k->arena, below) },
		{ "peak", int_text(k->arena, below + 1) },
		{ "longest", int_text(k->arena, below + 2) },
		{ "inner_chains", int_text(k->arena, inner) },
		{ "share", int_text(k->arena, inner/256 + 1) },
		{ "room", int_text(k->arena, grid->level > 6 ? 3LL << (grid->level - 2) : 48) },
		{ "size", int_text(k->arena, grid->points) },
		{ "work", int_text(k->arena, count_blocks(grid)) },
		{ "each_dimension", order_text(k, "each_dimension") },
		{ "each_group", order_text(k, "each_group") },
		{ "each_level", order_text(k, "each_level") },
		{ "weave_before", order_text(k, "weave_before") },
		{ "weave_after", order_text(k, "weave_after") },
		{ "each_band", order_text(k, "each_band") },
		{ "each_swept", order_text(k, "each_swept") },
		{ "each_tiling", order_text(k, "each_tiling") },
		{ "each_own", order_text(k, "each_own") },
		{ "each_node", order_text(k, "each_node") },
		{ "small_depths", template_uses(template, section, "small_depths")
			? sparse_small_depths(k, &tiles) : "" },
		{ "nodes_table", template_uses(template, section, "nodes_table")
			? sparse_nodes(k, &tiles) : "" },
		{ "order", order_text(k, "order") },
		{ "more", sparse_more_operands(k) },
		{ "end", int_text(k->arena, grid->level + 1) },
		{ "fused", int_text(k->arena, tiles.fused) },
		{ "rest", int_text(k->arena, grid->dim - tiles.fused) },
		{ "width", int_text(k->arena, tiles.width) },
		{ "bits", ints_text(k->arena, tiles.bits, grid->level) },
		{ "tiles", ints_text(k->arena, tiles.first, grid->level + 1) },
		{ "blocks", ints_text(k->arena, tiles.blocks, grid->level + 1) },
		{ "tilings", sparse_tilings_text(k, &tiles) },
		{ "tile_count", int_text(k->arena, tiles.first[grid->level]) },
		{ "resident", int_text(k->arena, tiles.resident) },
		{ "turns", int_text(k->arena, tiles.turns) },
		{ "large", int_text(k->arena, tiles.large) },
		{ "tile_room", int_text(k->arena, tiles.blocks[grid->level]) },
		{ "small_room", int_text(k->arena, tiles.blocks[tiles.small_depth]) },
		{ "packed", template_uses(template, section, "packed")
			? sparse_tile_vectors(k, &tiles) : "" },
		{ "helpers", kernel_helpers(k) },
		{ "library", parts->library },
		{ "functions", parts->functions },
		{ "body", parts->body },
		{ "launches", parts->launches },
		{ "upload", parts->upload });
}

static const struct template *
load(struct kernel *k, const char *name)
{
	return template_find(k->templates, arena_printf(k->arena, "sparse/%s/%s",
		targets[k->variant->target].name, name));
}

/* A kernel's line in a list of kernels. */
static const char *
kernel_line(struct arena *arena, const struct plan *plan, const struct variant *v)
{
	return arena_printf(arena, "SPARSE(%s, %s, %s, %s, %d, %d, %s, %d)\n", plan->stencil->name,
		sparse_accesses[v->access].name, targets[v->target].name, type_name(v->precision),
		v->sparse->dim, v->sparse->level, v->sparse->padded ? "padded" : "compact",
		v->sparse->points);
}

static struct emitted
emit_kernel(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *variant)
{
	const struct sparse_access_info *access = &sparse_accesses[variant->access];
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = plan, .variant = variant,
		.templates = templates, .spelling = &sparse_spelling, .name = variant_name(templates->arena, plan, variant),
	};
	struct parts parts = { "", "", "", "", "" };
	const struct template *tiles;

	k.file = load(&k, "file");
	k.access = load(&k, access->templates[variant->target]);
	k.common = template_find(templates, "common");
	if (!kernel_read_layout(&k) || !k.file || !k.access || !k.common)
		return (struct emitted){ "", "" };
	kernel_find_needs(&k);
	tiles = sparse_has_tiles(&k) ? load(&k, "tile_library") : NULL;
	if (sparse_has_tiles(&k) && !tiles)
		return (struct emitted){ "", "" };
	if (tiles)
		parts.functions = expand(&k, tiles, "functions", &parts);
	if (template_has(k.access, "functions"))
		parts.functions = arena_printf(k.arena, "%s%s%s", parts.functions,
			*parts.functions ? "\n\n" : "", expand(&k, k.access, "functions", &parts));
	parts.body = expand(&k, k.access, "kernel", &parts);
	parts.launches = expand(&k, k.file, arena_printf(k.arena, "launch_%s",
		access->launches[variant->target]), &parts);
	if (access->parents == PARENTS_TABLE)
		parts.upload = expand(&k, k.file, "upload", &parts);
	parts.library = sparse_library(&k, arena_printf(k.arena, "%s\n%s\n%s\n%s", parts.functions, parts.body,
		parts.launches, parts.upload));
	return (struct emitted){
		arena_printf(k.arena, "%s\n", expand(&k, k.file,
			access->evaluation ? "evaluation_file" : "file", &parts)),
		kernel_line(k.arena, plan, variant),
	};
}

/* One header for all kernels. */
static const char *
header_name(struct arena *arena, const struct plan *plan, const struct variant *like)
{
	(void)like;
	return arena_printf(arena, "%s.h", plan->stencil->name);
}

static const char *
header(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct variant *like)
{
	static const enum type precisions[] = { TYPE_DOUBLE, TYPE_FLOAT };
	const struct template *template = template_find(templates, "sparse/header");
	struct arena *arena = templates->arena;
	const char *launchers = "";

	(void)like;
	if (!template || !template_find(templates, "common") || !template_find(templates, "layout/soa"))
		return "";
	for (int p = 0; p < 2; p++) {
		const struct variant variant = { .family = GRID_sparse, .precision = precisions[p] };
		struct kernel k = {
			.arena = arena, .plan = plan, .variant = &variant, .templates = templates,
			.common = template_find(templates, "common"),
		};
		const char *text;

		if (!kernel_read_layout(&k))
			return "";
		text = EXPAND(&k, template, sparse_is_evaluation(plan->stencil) ? "evaluation" : "sweep",
			{ "stencil", plan->stencil->name },
			{ "suffix", p ? "_float" : "" },
			{ "type", type_name(precisions[p]) },
			{ "fields", launcher_fields(&k) });

		launchers = arena_printf(arena, "%s%s%s", launchers, *launchers ? "\n\n" : "", text);
	}
	return arena_printf(arena, "%s\n", template_expand(arena, template, "header",
		(const struct macro[]){
			{ "source", base_name(arena, source->path) },
			{ "description", comment_above(arena, source, plan->stencil->span) },
			{ "guard", capitals(arena, plan->stencil->name) },
			{ "launch", template_text(templates, "stencil_launch.h") },
			{ "grid", template_text(templates, "stencil_probes.h") },
			{ "launchers", launchers },
		}, 6));
}

const struct emitter sparse_emitter = { emit_kernel, header_name, header };
