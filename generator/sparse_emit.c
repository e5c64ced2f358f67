#include "emit.h"
#include "sparse_parts.h"
#include "statements.h"

#include <ctype.h>
#include <string.h>

/* A function or table of the library: the section that defines it, and how the
 * text of what needs it goes on from its name. */
struct piece {
	const char *name, *use;
	bool downwards; /* its lines begin with the last dimension */
};

/* What a piece needs stands before it. */
static const struct piece library[] = {
	{ "vectors", "vectors[", false },
	{ "group", "group[", false },
	{ "place", "struct place", false },
	{ "take_level", "take_level(", false },
	{ "find_levels", "find_levels(", true },
	{ "next_levels", "next_levels(", false },
	{ "find_indices", "find_indices(", true },
	{ "block_start", "block_start(", false },
	{ "index_in_block", "index_in_block(", false },
	{ "point_at", "point_at(", false },
	{ "sum_after", "sum_after(", false },
	{ "parents", "parents[", false },
	{ "find_parent", "find_parent(", false },
	{ "left_parent", "left_parent(", false },
	{ "right_parent", "right_parent(", false },
	{ "cell_at", "cell_at(", false },
	{ "hat_at", "hat_at(", false },
	{ "parent_offset", "parent_offset(", false },
};
enum { PIECES = sizeof library/sizeof *library };

static bool
is_float(const struct kernel *k)
{
	return k->plan->stencil->fields->type == TYPE_FLOAT;
}

const char *
sparse_number(const struct kernel *k, long long number)
{
	return arena_printf(k->arena, "%lld", number);
}

static const char *
numbers(const struct kernel *k, const int *values, int count)
{
	struct list list = { k->arena, "" };

	for (int i = 0; i < count; i++)
		list_add(&list, sparse_number(k, values[i]));
	return list_text(&list);
}

const char *
sparse_lines(struct kernel *k, const struct template *template, const char *section,
	bool downwards)
{
	const int dim = k->sparse->grid.dim;
	const char *text = "";

	for (int n = 1; n < dim; n++) {
		const int t = downwards ? dim - n : n;

		text = join_lines(k->arena, text, EXPAND(k, template, section,
			{ "t", sparse_number(k, t) },
			{ "before", sparse_number(k, t - 1) }));
	}
	return text;
}

static const char *
vectors_rows(struct kernel *k, const struct template *template)
{
	const struct sparse_grid *grid = &k->sparse->grid;
	const char *text = "";

	for (int t = 0; t < grid->dim; t++)
		text = join_lines(k->arena, text, EXPAND(k, template, "vectors_row",
			{ "starts", numbers(k, grid->vectors[t], grid->level) }));
	return text;
}

/* Lanes of a warp look up different entries, so that constant memory would be slow. */
static bool
has_tiles(const struct kernel *k)
{
	return k->sparse->access == SPARSE_SWEEP_trees || k->sparse->access == SPARSE_SWEEP_fused;
}

/* The section of a piece: parents are found in several ways. */
static const char *
piece_section(struct kernel *k, const char *name)
{
	const enum parents_by by = sparse_accesses[k->sparse->access].parents;

	if (by == PARENTS_TABLE && (!strcmp(name, "left_parent") || !strcmp(name, "right_parent")))
		return arena_printf(k->arena, "%s_table", name);
	if (by == PARENTS_COUNTING && !strcmp(name, "find_parent"))
		return "find_parent_ctz";
	return name;
}

static const char *
piece_text(struct kernel *k, const struct template *template, const struct piece *piece)
{
	const struct sparse_grid *grid = &k->sparse->grid;
	const char *section = piece_section(k, piece->name);
	const char *line = arena_printf(k->arena, "%s_line", section);

	return EXPAND(k, template, section,
		{ "inline", kernel_section(k, k->file, "inline") },
		{ "anywhere", kernel_section(k, k->file, "anywhere") },
		{ "constant", kernel_section(k, k->file, has_tiles(k) ? "constant_by_lane" : "constant") },
		{ "table", kernel_section(k, k->file, "table") },
		{ "find_first", kernel_section(k, k->file, "find_first") },
		{ "dim", sparse_number(k, grid->dim) },
		{ "level", sparse_number(k, grid->level) },
		{ "last", sparse_number(k, grid->dim - 1) },
		{ "rows", vectors_rows(k, template) },
		{ "starts", numbers(k, grid->group, grid->level) },
		{ "type", type_name(k->plan->stencil->fields->type) },
		{ "fabs", is_float(k) ? "fabsf" : "fabs" },
		{ "entries", sparse_number(k, (1LL << grid->level) - 1) },
		{ "lines", template_has(template, line)
			? sparse_lines(k, template, line, piece->downwards) : "" });
}

/* Whether a text has these words, not as the end of a longer name. */
static bool
has_use(const char *text, const char *use)
{
	for (const char *at = text; (at = strstr(at, use)); at++)
		if (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'))
			return true;
	return false;
}

/* Params as further arguments of a call. */
static const char *
more_operands(struct kernel *k)
{
	return kernel_operands(k) + strlen(k->plan->field_names[0]);
}

/* The deeper a grid, the more of the time of trees goes to reading points and the less to
 * finding out which: threads have room for more of them, and there are fewer. Measured on
 * an H200. */
static const struct room {
	int level;    /* up to this one */
	int at_once;  /* points of a thread, from which follow how many small trees it does */
	int resident; /* blocks of threads that a multiprocessor has registers for */
} rooms[2][3] = {
	{ { 8, 4, 5 }, { 12, 16, 4 }, { SPARSE_LEVELS, 32, 2 } },
	{ { 8, 4, 2 }, { 12, 8, 2 }, { SPARSE_LEVELS, 16, 2 } }, /* of double */
};

static const struct room *
room_of(const struct kernel *k)
{
	const struct room *room = rooms[!is_float(k)];

	while (k->sparse->grid.level > room->level)
		room++;
	return room;
}

static int
at_once(const struct kernel *k)
{
	/* Small tiles need their registers, too. */
	return k->sparse->access == SPARSE_SWEEP_fused ? room_of(k)->at_once/2 : room_of(k)->at_once;
}

/* The functions that update trees of points: the stencil's statements are in one. */
static const char *
trees_text(struct kernel *k, const char *text)
{
	static const char *const sections[] = {
		"level_of_node", "update_nodes", "read_tree", "write_tree", "row", "update_band",
		"update_trees",
	};
	enum { SECTIONS = sizeof sections/sizeof *sections };
	const struct field *field = k->plan->stencil->fields;
	const struct template *access = k->access;
	const char *order = k->plan->stencil->sweep == SWEEP_UP ? "up" : "down";
	const char *trees = "", *seen, *remember;

	k->access = templates_get(k->templates, "sparse/tree_library");
	if (!k->access || !has_use(text, "update_trees("))
		return "";
	seen = EXPAND(k, k->access, arena_printf(k->arena, "seen_%s", order),
		{ "field", k->plan->field_names[field->index] });
	remember = EXPAND(k, k->access, arena_printf(k->arena, "remember_%s", order),
		{ "type", type_name(field->type) },
		{ "field", k->plan->field_names[field->index] });
	for (int i = 0; i < SECTIONS; i++)
		trees = arena_printf(k->arena, "%s%s%s", trees, i ? "\n\n" : "",
			EXPAND(k, k->access, sections[i],
				{ "inline", kernel_section(k, k->file, "inline") },
				{ "type", type_name(field->type) },
				{ "field", k->plan->field_names[field->index] },
				{ "values", kernel_values(k) },
				{ "operands", kernel_operands(k) },
				{ "more", more_operands(k) },
				{ "seen", seen },
				{ "remember", remember },
				{ "at_once", sparse_number(k, at_once(k)) },
				{ "statements", statements_text(k, k->source, 64) }));
	k->access = access;
	return trees;
}

/* What a text calls, and what that calls. */
static const char *
library_text(struct kernel *k, const char *text)
{
	const struct template *template = templates_get(k->templates, "sparse/library");
	const char *needed = trees_text(k, text);

	text = arena_printf(k->arena, "%s%s", text, needed);
	for (int i = PIECES; template && i-- > 0; )
		if (has_use(text, library[i].use) || has_use(needed, library[i].use))
			needed = arena_printf(k->arena, "%s%s%s", piece_text(k, template, &library[i]),
				*needed ? "\n\n" : "", needed);
	return needed;
}

static struct sparse_tiles
tiles_of(const struct kernel *k)
{
	struct sparse_tiles tiles = { 0 };

	if (k->sparse->access == SPARSE_SWEEP_trees)
		sparse_tiles_of_lines(&k->sparse->grid, &tiles);
	else
		sparse_tiles_make(&k->sparse->grid, is_float(k) ? 4 : 8, &tiles);
	return tiles;
}

/* A section of order.tmpl that depends on where the sweep goes. */
static const char *
order_text(struct kernel *k, const char *what)
{
	const struct template *template = templates_get(k->templates, "sparse/order");
	const struct sparse_grid *grid = &k->sparse->grid;
	const struct sparse_tiles tiles = tiles_of(k);

	return !template ? "" : EXPAND(k, template, arena_printf(k->arena, "%s_%s", what,
			k->plan->stencil->sweep == SWEEP_UP ? "up" : "down"),
		{ "dim", sparse_number(k, grid->dim) },
		{ "last", sparse_number(k, grid->dim - 1) },
		{ "level", sparse_number(k, grid->level) },
		{ "most", sparse_number(k, grid->level - 1) },
		{ "field", k->plan->field_names[k->plan->stencil->fields->index] },
		{ "groups", sparse_number(k, tiles.tiling_count) },
		{ "last_group", sparse_number(k, tiles.tiling_count - 1) });
}

static const char *
grid_text(const struct kernel *k)
{
	const struct sparse_grid *grid = &k->sparse->grid;

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

const char *
sparse_costs(struct arena *arena, const struct plan *plan, const struct sparse_variant *variant)
{
	const struct sparse_grid *grid = &variant->grid;

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

static int
resident(const struct kernel *k)
{
	return k->sparse->access == SPARSE_SWEEP_trees ? room_of(k)->resident : is_float(k) ? 3 : 2;
}

/* Blocks of threads with large tiles, or with small ones, whichever are fewer. */
static int
turns(const struct sparse_tiles *tiles, const struct sparse_grid *grid)
{
	enum { WARPS = 8 };
	const int small = (tiles->first[grid->level] - tiles->large + WARPS - 1)/WARPS;

	return small < tiles->large ? small : tiles->large;
}

static const char *
expand(struct kernel *k, const struct template *template, const char *section,
	const struct parts *parts)
{
	const struct sparse_grid *grid = &k->sparse->grid;
	const struct field *field = k->plan->stencil->fields;
	const struct sparse_tiles tiles = tiles_of(k);
	const bool in_rows = sparse_accesses[k->sparse->access].layout == PROBES_IN_ROWS;
	const int below = grid->level > 1 ? grid->level - 2 : 0;
	const int inner = grid->level > 1 ? grid->vectors[grid->dim - 1][below] : 0;

	return EXPAND(k, template, section,
		{ "source", emit_base_name(k->arena, k->source->path) },
		{ "stencil", k->plan->stencil->name },
		{ "access", sparse_accesses[k->sparse->access].name },
		{ "grid", grid_text(k) },
		{ "costs", sparse_costs(k->arena, k->plan, k->sparse) },
		{ "description", comment_above(k->arena, k->source, k->plan->stencil->span) },
		{ "kernel", k->name },
		{ "type", type_name(field->type) },
		{ "field", k->plan->field_names[field->index] },
		{ "u", name_of(k, ROLE_IN, false) },
		{ "x", name_of(k, ROLE_IN, true) },
		{ "v", name_of(k, ROLE_OUT, true) },
		{ "fma", is_float(k) ? "fmaf" : "fma" },
		{ "layout", in_rows ? "in rows" : "in tiles of 32 probes" },
		{ "starts", numbers(k, grid->group, grid->level) },
		{ "fields", launcher_fields(k) },
		{ "unpacked", unpacked_fields(k) },
		{ "values", kernel_values(k) },
		{ "operands", kernel_operands(k) },
		{ "uniforms", launch_uniforms(k) },
		{ "statements", sparse_is_evaluation(k->plan->stencil) ? ""
			: statements_text(k, k->source, 64) },
		{ "dim", sparse_number(k, grid->dim) },
		{ "level", sparse_number(k, grid->level) },
		{ "last", sparse_number(k, grid->dim - 1) },
		{ "most", sparse_number(k, grid->level - 1) },
		{ "counts", numbers(k, grid->vectors[grid->dim - 1], grid->level) },
		{ "chains", sparse_number(k, grid->vectors[grid->dim - 1][grid->level - 1]) },
		{ "below", sparse_number(k, below) },
		{ "peak", sparse_number(k, below + 1) },
		{ "longest", sparse_number(k, below + 2) },
		{ "inner_chains", sparse_number(k, inner) },
		{ "share", sparse_number(k, inner/256 + 1) },
		{ "room", sparse_number(k, grid->level > 6 ? 3LL << (grid->level - 2) : 48) },
		{ "size", sparse_number(k, grid->points) },
		{ "work", sparse_number(k, count_blocks(grid)) },
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
		{ "more", more_operands(k) },
		{ "end", sparse_number(k, grid->level + 1) },
		{ "fused", sparse_number(k, tiles.fused) },
		{ "rest", sparse_number(k, grid->dim - tiles.fused) },
		{ "width", sparse_number(k, tiles.width) },
		{ "bits", numbers(k, tiles.bits, grid->level) },
		{ "tiles", numbers(k, tiles.first, grid->level + 1) },
		{ "blocks", numbers(k, tiles.blocks, grid->level + 1) },
		{ "tilings", sparse_tilings_text(k, &tiles) },
		{ "tile_count", sparse_number(k, tiles.first[grid->level]) },
		{ "resident", sparse_number(k, resident(k)) },
		{ "turns", sparse_number(k, turns(&tiles, grid)) },
		{ "large", sparse_number(k, tiles.large) },
		{ "tile_room", sparse_number(k, tiles.blocks[grid->level]) },
		{ "small_room", sparse_number(k, tiles.blocks[tiles.small_depth]) },
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
	return templates_get(k->templates, arena_printf(k->arena, "sparse/%s/%s",
		targets[k->sparse->target].name, name));
}

const char *
sparse_emit(struct templates *templates, const struct source *source, const struct plan *plan,
	const struct sparse_variant *variant)
{
	const struct sparse_access_info *access = &sparse_accesses[variant->access];
	const struct variant plain = { .target = variant->target, .precision = variant->precision };
	struct kernel k = {
		.arena = templates->arena, .source = source, .plan = plan, .variant = &plain,
		.sparse = variant, .templates = templates,
		.name = arena_printf(templates->arena, "%s_%s", plan->stencil->name,
			sparse_stem(templates->arena, variant)),
	};
	struct parts parts = { "", "", "", "", "" };
	const struct template *tiles;

	k.file = load(&k, "file");
	k.access = load(&k, access->templates[variant->target]);
	k.common = templates_get(templates, "common");
	if (!kernel_read_layout(&k) || !k.file || !k.access || !k.common)
		return "";
	tiles = has_tiles(&k) ? load(&k, "tile_library") : NULL;
	if (has_tiles(&k) && !tiles)
		return "";
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
	parts.library = library_text(&k, arena_printf(k.arena, "%s\n%s\n%s\n%s", parts.functions, parts.body,
		parts.launches, parts.upload));
	return arena_printf(k.arena, "%s\n", expand(&k, k.file,
		access->evaluation ? "evaluation_file" : "file", &parts));
}

const char *
sparse_index(struct kernel *k, struct offset at)
{
	return at.x < 0 ? "left" : at.x > 0 ? "right" : kernel_section(k, k->access, "point");
}

const char *
sparse_element(struct kernel *k, const struct field *field, const char *index)
{
	return !strcmp(index, "left") || !strcmp(index, "right") ? index
		: arena_printf(k->arena, "%s[%s]", k->plan->field_names[field->index], index);
}

const char *
sparse_header(struct templates *templates, const struct source *source, const struct plan *plan)
{
	static const enum type precisions[] = { TYPE_DOUBLE, TYPE_FLOAT };
	const struct template *template = templates_get(templates, "sparse/header");
	struct arena *arena = templates->arena;
	const char *launchers = "";
	char *guard;

	if (!template || !templates_get(templates, "common") || !templates_get(templates, "layout/soa"))
		return "";
	guard = arena_strndup(arena, plan->stencil->name, strlen(plan->stencil->name));
	for (char *c = guard; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	for (int p = 0; p < 2; p++) {
		const struct variant variant = { .precision = precisions[p] };
		struct kernel k = {
			.arena = arena, .plan = plan, .variant = &variant, .templates = templates,
			.common = templates_get(templates, "common"),
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
			{ "source", emit_base_name(arena, source->path) },
			{ "description", comment_above(arena, source, plan->stencil->span) },
			{ "guard", guard },
			{ "launchers", launchers },
		}, 4));
}
