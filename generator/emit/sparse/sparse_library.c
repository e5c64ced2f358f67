#include "generator/emit/sparse/sparse_text.h"
#include "generator/emit/statements.h"
#include "generator/emit/parameters.h"
#include "generator/emit/wrap.h"

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

const char *
sparse_lines(struct kernel *k, const struct template *template, const char *section,
	bool downwards)
{
	const int dim = k->variant->sparse->dim;
	const char *text = "";

	for (int n = 1; n < dim; n++) {
		const int t = downwards ? dim - n : n;

		text = join_lines(k->arena, text, EXPAND(k, template, section,
			{ "t", int_text(k->arena, t) },
			{ "before", int_text(k->arena, t - 1) }));
	}
	return text;
}

static const char *
vectors_rows(struct kernel *k, const struct template *template)
{
	const struct sparse_grid *grid = k->variant->sparse;
	const char *text = "";

	for (int t = 0; t < grid->dim; t++)
		text = join_lines(k->arena, text, EXPAND(k, template, "vectors_row",
			{ "starts", ints_text(k->arena, grid->vectors[t], grid->level) }));
	return text;
}

/* The section of a piece: parents are found in several ways. */
static const char *
piece_section(struct kernel *k, const char *name)
{
	const enum parents_by by = sparse_accesses[k->variant->access].parents;

	if (by == PARENTS_TABLE && (!strcmp(name, "left_parent") || !strcmp(name, "right_parent")))
		return arena_printf(k->arena, "%s_table", name);
	if (by == PARENTS_COUNTING && !strcmp(name, "find_parent"))
		return "find_parent_ctz";
	return name;
}

static const char *
piece_text(struct kernel *k, const struct template *template, const struct piece *piece)
{
	const struct sparse_grid *grid = k->variant->sparse;
	const char *section = piece_section(k, piece->name);
	const char *line = arena_printf(k->arena, "%s_line", section);

	return EXPAND(k, template, section,
		{ "inline", kernel_section(k, k->file, "inline") },
		{ "anywhere", kernel_section(k, k->file, "anywhere") },
		{ "constant", kernel_section(k, k->file, sparse_has_tiles(k) ? "constant_by_lane" : "constant") },
		{ "table", kernel_section(k, k->file, "table") },
		{ "find_first", kernel_section(k, k->file, "find_first") },
		{ "dim", int_text(k->arena, grid->dim) },
		{ "level", int_text(k->arena, grid->level) },
		{ "last", int_text(k->arena, grid->dim - 1) },
		{ "rows", vectors_rows(k, template) },
		{ "starts", ints_text(k->arena, grid->group, grid->level) },
		{ "type", type_name(k->plan->stencil->fields->type) },
		{ "fabs", sparse_is_float(k) ? "fabsf" : "fabs" },
		{ "entries", int_text(k->arena, (1LL << grid->level) - 1) },
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
const char *
sparse_more_operands(struct kernel *k)
{
	return kernel_operands(k) + strlen(k->plan->field_names[0]);
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

	k->access = template_find(k->templates, "sparse/tree_library");
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
				{ "more", sparse_more_operands(k) },
				{ "seen", seen },
				{ "remember", remember },
				{ "at_once", int_text(k->arena, sparse_tiles_of(k).at_once) },
				{ "statements", statements_text(k, 64) }));
	k->access = access;
	return trees;
}

const char *
sparse_library(struct kernel *k, const char *text)
{
	const struct template *template = template_find(k->templates, "sparse/library");
	const char *needed = trees_text(k, text);

	text = arena_printf(k->arena, "%s%s", text, needed);
	for (int i = PIECES; template && i-- > 0; )
		if (has_use(text, library[i].use) || has_use(needed, library[i].use))
			needed = arena_printf(k->arena, "%s%s%s", piece_text(k, template, &library[i]),
				*needed ? "\n\n" : "", needed);
	return needed;
}
