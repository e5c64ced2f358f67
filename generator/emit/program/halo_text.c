#include "generator/emit/parameters.h"
#include "generator/emit/program/program_text.h"

#include "generator/emit/expression.h"
#include "generator/text/wrap.h"

#include <string.h>

/* How an index along an axis is mapped: the functions of halo.tmpl. */
static const char *const maps[] = {
	[EDGE_PERIODIC] = "periodic", [EDGE_COPY] = "nearest", [EDGE_MIRROR] = "mirrored", [EDGE_NUMBER] = NULL,
};

static const char *const indices[AXES] = { "i", "j", "k" };
static const char *const sizes[AXES] = { "width", "height", "depth" };

/* The halo that is filled: none along an axis without a rule, and the cells along it that the domain then
 * has more. Half levels of the domain are one more. */
static void
find_extents(const struct program_text *text, const struct fill *fill, struct extents *halo, struct extents *kept)
{
	const struct field *field = fill->fields[0];
	const struct extents *border = &text->program->stencil->border;

	*halo = *kept = (struct extents){ .low = { 0 } };
	for (int a = 0; a < AXES; a++) {
		struct extents *to = field->edges[a].kind ? halo : kept;

		if (!shapes[field->shape].axes[a])
			continue;
		to->low[a] = border->low[a];
		to->high[a] = border->high[a];
	}
	kept->high[2] += field->where.half;
}

static bool
is_empty(const struct extents *extents)
{
	for (int a = 0; a < AXES; a++)
		if (extents->low[a] || extents->high[a])
			return false;
	return true;
}

bool
program_fill_widens(const struct program_text *text, const struct fill *fill)
{
	struct extents halo, kept;

	find_extents(text, fill, &halo, &kept);
	return !is_empty(&kept);
}

static const char *
map_text(const struct program_text *text, const struct field *field, int axis)
{
	const enum edge_kind kind = field->edges[axis].kind;

	return !maps[kind] || !shapes[field->shape].axes[axis] ? indices[axis]
		: arena_printf(text->whole.arena, "%s(%s, %s)", maps[kind], indices[axis], sizes[axis]);
}

/* A number as the field's type has it. */
static const char *
number_text(const struct program_text *text, const struct field *field, const char *value)
{
	const struct site site = { .at = { 0, 0, 0 } };
	const bool negative = *value == '-';
	const struct expr number = {
		.kind = EXPR_NUMBER, .type = field->type == TYPE_BOOL ? TYPE_INT : field->type, .u.number.text = value + negative,
	};

	return arena_printf(text->whole.arena, "%s%s", negative ? "-" : "", c_expr(&text->whole, &site, &number));
}

/* Whether all axes have the same number, so that no cell takes another one's value. */
static bool
is_one_number(const struct field *field)
{
	const char *value = NULL;

	for (int a = 0; a < AXES; a++) {
		const struct edge *edge = &field->edges[a];

		if (!edge->kind || !shapes[field->shape].axes[a])
			continue;
		if (edge->kind != EDGE_NUMBER || (value && strcmp(value, edge->value) != 0))
			return false;
		value = edge->value;
	}
	return true;
}

static const char *
value_text(const struct program_text *text, const struct field *field, const char *name)
{
	struct arena *arena = text->whole.arena;
	const char *value = arena_printf(arena, "%s[from]", name);

	for (int a = AXES; a-- > 0; ) {
		const struct edge *edge = &field->edges[a];
		const char *number;

		if (edge->kind != EDGE_NUMBER || !shapes[field->shape].axes[a])
			continue;
		number = number_text(text, field, edge->value);
		if (is_one_number(field))
			return number;
		value = arena_printf(arena, "%s < 0 || %s >= %s ? %s : %s", indices[a], indices[a], sizes[a], number, value);
	}
	return value;
}

static const char *
copies_text(const struct program_text *text, const struct fill *fill)
{
	struct text lines = { .arena = text->whole.arena };

	for (int f = 0; f < fill->count; f++) {
		const char *name = text->kernel_names->fields[fill->fields[f]->index];

		lines_add(&lines, EXPAND(&text->whole, text->halo, "copy",
			{ "field", name }, { "value", value_text(text, fill->fields[f], name) }));
	}
	return text_of(&lines);
}

/* The column of a cell. */
static const char *
column_text(const struct program_text *text, const char *i, const char *j)
{
	return arena_printf(text->whole.arena, text->regular ? "first + %s + %s*row" : "place[%s + %s*across]", i, j);
}

/* Where a level of a column is stored. */
static const char *
level_text(const struct program_text *text, const char *column, const char *k)
{
	return text->innermost
		? arena_printf(text->whole.arena, "(ptrdiff_t)%s*pitch + bottom + %s", column, k)
		: arena_printf(text->whole.arena, "(ptrdiff_t)(bottom + %s)*stride + %s", k, column);
}

/* The fields as people know them. */
static const char *
titles(const struct program_text *text, const struct fill *fill)
{
	struct list list = { .text.arena = text->whole.arena };

	for (int f = 0; f < fill->count; f++)
		list_add(&list, fill->fields[f]->name);
	return list_text(&list);
}

/* The fields of a fill, one by one, as parameters of a kernel or a launcher. */
static const char *
fields_text(const struct program_text *text, const struct fill *fill, const struct names *names, bool restricted)
{
	struct list list = { .text.arena = text->whole.arena };

	for (int f = 0; f < fill->count; f++) {
		const char *name = names->fields[fill->fields[f]->index];

		list_add(&list, array_declaration(text->whole.arena, element_name(fill->fields[f]->type), name, true, restricted));
	}
	return list_text(&list);
}

static const char *
names_text(const struct program_text *text, const struct fill *fill, const struct names *names)
{
	struct list list = { .text.arena = text->whole.arena };

	for (int f = 0; f < fill->count; f++)
		list_add(&list, names->fields[fill->fields[f]->index]);
	return list_text(&list);
}

static const char *
fill_name(const struct program_text *text, const struct fill *fill)
{
	const char *name = arena_printf(text->whole.arena, "%s_halo", text->whole.name);

	for (int f = 0; f < fill->count; f++)
		name = arena_printf(text->whole.arena, "%s_%s", name, fill->fields[f]->name);
	return name;
}

static const char *
kernel_text(const struct program_text *text, const struct fill *fill, const struct extents *halo)
{
	const struct field *field = fill->fields[0];
	const bool copies = !is_one_number(field);

	return PROGRAM_EXPAND(text, text->halo_kernels, "kernel",
		{ "kernel", fill_name(text, fill) },
		{ "names", titles(text, fill) },
		{ "fields", fields_text(text, fill, text->kernel_names, true) },
		{ "halo", extents_text(text->whole.arena, halo) },
		{ "steps_parameters", program_steps_parameters(text) },
		{ "at", level_text(text, column_text(text, indices[0], indices[1]), indices[2]) },
		{ "source", copies ? column_text(text, map_text(text, field, 0), map_text(text, field, 1)) : "" },
		{ "from", level_text(text, "c", map_text(text, field, 2)) },
		{ "copies", copies_text(text, fill) });
}

/* What a fill is launched for: the domain, wider along axes whose halo is kept. */
static const char *
box_text(const struct program_text *text, const struct fill *fill, const struct extents *kept)
{
	struct arena *arena = text->whole.arena;
	const char *box = is_empty(kept) ? "*grid" : arena_printf(arena, "%s(grid, %s)",
		text->regular ? "wider_grid" : "wider_places", extents_text(arena, kept));

	return shapes[fill->fields[0]->shape].axes[2] ? box : arena_printf(arena, "flat_grid(%s)", box);
}

static const char *
start_text(const struct program_text *text, const struct fill *fill, const struct extents *halo,
	const struct extents *kept)
{
	const struct kernel *k = &text->whole;
	const char *origin = text->regular ? "first" : "place", *steps = program_steps_arguments(text, "box.");
	const char *arguments = names_text(text, fill, &k->plan->launcher_names);
	const struct launch launch = {
		.kernel = fill_name(text, fill), .blocks = "dim3((unsigned)((cells + 255)/256))", .threads = "dim3(256)",
		.arguments = arena_printf(k->arena, "cells, box.%s, box.width, box.height, box.bottom, depth, %s,\n%s",
			origin, steps, arguments),
	};

	return EXPAND(k, text->halo_kernels, "fill",
		{ "kernel", launch.kernel },
		{ "fields", fields_text(text, fill, &k->plan->launcher_names, false) },
		{ "halo", extents_text(k->arena, halo) },
		{ "box", box_text(text, fill, kept) },
		{ "origin", origin },
		{ "steps_arguments", steps },
		{ "arguments", arguments },
		{ "configuration", target_configuration(k, &launch) },
		{ "launch", target_launch(k, &launch, "return") });
}

static bool
same_fields(const struct fill *a, const struct fill *b)
{
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): the same fields, not equal ones */
	return a->count == b->count && !memcmp(a->fields, b->fields, (size_t)a->count*sizeof *a->fields);
}

/* The first fill of the same fields. */
static const struct fill *
first_like(const struct program_text *text, const struct fill *fill)
{
	for (int p = 0; p < text->program->part_count; p++)
		for (const struct fill *f = text->program->parts[p].fills; f; f = f->next)
			if (same_fields(f, fill))
				return f;
	return fill;
}

static const char *
functions_text(const struct program_text *text, const bool used[])
{
	const struct kernel *k = &text->whole;
	const char *qualifiers = kernel_section(k, k->file, "helper_qualifiers");
	const char *all = EXPAND(k, text->halo, "cells", { "qualifiers", qualifiers });

	for (enum edge_kind kind = EDGE_PERIODIC; kind <= EDGE_MIRROR; kind++)
		if (used[kind])
			all = join_paragraphs(k->arena, all, EXPAND(k, text->halo, maps[kind],
				{ "qualifiers", qualifiers }));
	if (text->fill_widens && !text->regular)
		all = join_paragraphs(k->arena, all, kernel_section(k, text->halo, "wider_places"));
	return all;
}

static void
mark_maps(const struct field *field, bool used[])
{
	for (int a = 0; a < AXES; a++)
		used[field->edges[a].kind] |= shapes[field->shape].axes[a];
}

const char *
program_halos(const struct program_text *text)
{
	struct arena *arena = text->whole.arena;
	bool used[EDGE_NUMBER + 1] = { false };
	const char *all = "";

	for (int p = 0; p < text->program->part_count; p++)
		for (const struct fill *f = text->program->parts[p].fills; f; f = f->next) {
			struct extents halo, kept;

			if (first_like(text, f) != f)
				continue;
			mark_maps(f->fields[0], used);
			find_extents(text, f, &halo, &kept);
			all = join_paragraphs(arena, all, kernel_text(text, f, &halo));
			all = join_paragraphs(arena, all, start_text(text, f, &halo, &kept));
		}
	return !*all ? "" : join_paragraphs(arena, functions_text(text, used), all);
}

const char *
program_fills(const struct program_text *text, int part)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (const struct fill *f = text->program->parts[part].fills; f; f = f->next)
		lines_add(&lines, program_call(text, arena_printf(k->arena, "fill_%s(grid, %s%s)", fill_name(text, f),
			names_text(text, f, &k->plan->launcher_names), text->gpu ? ", stream" : "")));
	return text_of(&lines);
}
