#include "generator/emit/sparse/sparse_text.h"
#include "generator/text/wrap.h"

#include <string.h>

/* A function or table of the library, a section of library.tmpl. */
struct part {
	const char *name;
	bool downwards; /* its lines begin with the last dimension */
};

/* A part uses only parts before it. */
static const struct part parts[] = {
	{ "vectors", false },
	{ "group", false },
	{ "place", false },
	{ "take_level", false },
	{ "find_levels", true },
	{ "next_levels", false },
	{ "find_indices", true },
	{ "block_start", false },
	{ "index_in_block", false },
	{ "point_at", false },
	{ "sum_after", false },
	{ "parents", false },
	{ "find_parent", false },
	{ "left_parent", false },
	{ "right_parent", false },
	{ "cell_at", false },
	{ "hat_at", false },
	{ "parent_offset", false },
};
enum { PARTS = sizeof parts/sizeof *parts };

static const struct template *
library_of(const struct kernel *k)
{
	return template_find(k->templates, "sparse/library");
}

/* The section of a part: parents are found in several ways. */
static const char *
section_of(const struct kernel *k, const char *name)
{
	const enum parents_by by = sparse_accesses[k->variant->access].parents;

	if (by == PARENTS_TABLE && (!strcmp(name, "left_parent") || !strcmp(name, "right_parent")))
		return arena_printf(k->arena, "%s_table", name);
	if (by == PARENTS_COUNTING && !strcmp(name, "find_parent"))
		return "find_parent_ctz";
	return name;
}

/* The section with its line for each dimension but the first. */
static const char *
line_of(const struct kernel *k, const char *section)
{
	return arena_printf(k->arena, "%s_line", section);
}

static void
need_part(struct kernel *k, const struct template *template, struct span word)
{
	const char *name = arena_strndup(k->arena, template->source.text + word.start,
		word.end - word.start);

	for (int i = 0; i < PARTS; i++)
		if (!strcmp(name, parts[i].name)) {
			k->needs.library |= 1u << i;
			return;
		}
	error_at(&template->source, word, "the library has no '%s'", name);
}

/* Marks what a section says it uses. */
static void
need_uses(struct kernel *k, const struct template *template, const char *section)
{
	struct span word;

	for (int n = 0; template && template_use(template, section, n, &word); n++)
		need_part(k, template, word);
}

static void
need_uses_of_part(struct kernel *k, int i)
{
	const char *section = section_of(k, parts[i].name);

	need_uses(k, library_of(k), section);
	if (k->variant->sparse->dim > 1)
		need_uses(k, library_of(k), line_of(k, section));
}

void
sparse_find_library(struct kernel *k)
{
	if (sparse_has_tiles(k))
		need_uses(k, sparse_tile_library(k), "functions");
	need_uses(k, k->access, "functions");
	need_uses(k, k->access, "kernel");
	need_uses(k, k->file, sparse_launch(k));
	if (sparse_has_upload(k))
		need_uses(k, k->file, "upload");
	for (int i = PARTS; i-- > 0; )
		if (k->needs.library & 1u << i)
			need_uses_of_part(k, i);
}

/* The lines of a part: its section for each dimension but the first, with $t and $before. */
static const char *
lines_text(const struct kernel *k, const struct template *template, const char *section,
	bool downwards)
{
	const int dim = k->variant->sparse->dim;
	const char *text = "";

	for (int n = 1; n < dim; n++) {
		const int t = downwards ? dim - n : n;

		text = join_lines(k->arena, text, EXPAND(k, template, line_of(k, section),
			{ "t", int_text(k->arena, t) },
			{ "before", int_text(k->arena, t - 1) }));
	}
	return text;
}

static const char *
part_text(const struct kernel *k, int i)
{
	const struct template *library = library_of(k);
	const char *section = section_of(k, parts[i].name);

	if (!template_has(library, line_of(k, section)))
		return sparse_expand(k, library, section);
	return sparse_expand_with(k, library, section, &(struct macro){ "lines",
		lines_text(k, library, section, parts[i].downwards) });
}

const char *
sparse_library(const struct kernel *k)
{
	const char *text = "";

	for (int i = 0; library_of(k) && i < PARTS; i++)
		if (k->needs.library & 1u << i)
			text = arena_printf(k->arena, "%s%s%s", text, *text ? "\n\n" : "", part_text(k, i));
	return text;
}
