#include "generator/emit/interface/calls.h"
#include "generator/emit/field_layout.h"
#include "generator/emit/parameters.h"
#include "generator/emit/target.h"
#include "generator/grids/sparse_grid.h"
#include "generator/plan/lookups.h"
#include "generator/text/wrap.h"

#include <string.h>

static const char *
guard_of(const struct calls *calls)
{
	return macro_prefix(calls->kernel->arena, calls->kernel->plan->stencil->name);
}

static const char *
least_cells(const struct calls *calls)
{
	const struct kernel *k = calls->kernel;
	int least[AXES];

	for (int a = 0; a < AXES; a++)
		least[a] = k->plan->stencil->least[a] > 1 ? k->plan->stencil->least[a] : 1;
	return !*kernel_least(k) ? "" : EXPAND(k, calls->template, "least_cells",
		{ "guard", guard_of(calls) },
		{ "columns", int_text(k->arena, least[0]) },
		{ "rows", int_text(k->arena, least[1]) },
		{ "levels", int_text(k->arena, least[2]) });
}

const char *
calls_grid(const struct calls *calls)
{
	const struct kernel *k = calls->kernel;
	const struct extents *halo = &k->plan->stencil->border;

	return EXPAND(k, calls->template, "grid",
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(calls) },
		{ "halo", extents_text(k->arena, halo) },
		{ "west", int_text(k->arena, halo->low[0]) },
		{ "east", int_text(k->arena, halo->high[0]) },
		{ "north", int_text(k->arena, halo->low[1]) },
		{ "south", int_text(k->arena, halo->high[1]) },
		{ "below", int_text(k->arena, halo->low[2]) },
		{ "above", int_text(k->arena, halo->high[2]) },
		{ "least_cells", least_cells(calls) });
}

const char *
calls_arguments(const struct calls *calls, const char *check)
{
	const struct kernel *k = calls->kernel;
	struct text members = { .arena = k->arena };
	struct list names = { .text.arena = k->arena };
	struct parameter *parameters;
	struct array *arrays;
	const int count = launcher_parameters(k, &parameters), array_count = kernel_arrays(k, &arrays);

	for (int r = 0; k->lookups && r < k->lookups->count; r++)
		lines_add(&members, EXPAND(k, calls->template, "relation_member", { "name", k->lookups->tables[r].name }));
	for (int i = 0; i < count; i++)
		lines_add(&members, EXPAND(k, calls->template, "member",
			{ "declaration", parameters[i].declaration }));
	for (int i = 0; i < array_count; i++)
		list_add(&names, arrays[i].name);
	return EXPAND(k, calls->template, "arguments",
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(calls) },
		{ "suffix", calls->suffix },
		{ "guard_suffix", capitals(k->arena, calls->suffix) },
		{ "members", text_of(&members) },
		{ "arrays", list_text(&names) },
		{ "check", check });
}

/* Adds a condition, unless it is "", to others of which one must hold. */
static void
add_condition(struct text *conditions, const char *condition)
{
	text_add(conditions, conditions->length && *condition ? "\1 || " : "");
	text_add(conditions, condition);
}

const char *
calls_conditions(const struct calls *calls, const struct text *conditions)
{
	return wrap(calls->kernel->arena, text_of(conditions), LINE_WIDTH, 4);
}

void
calls_add_short(const struct calls *calls, struct text *conditions, const char *name, const char *least)
{
	add_condition(conditions, EXPAND(calls->kernel, calls->template, "short_array",
		{ "name", name }, { "least", least }));
}

const char *
calls_plane_check(const struct calls *calls)
{
	const struct kernel *k = calls->kernel;
	struct text text = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int i = 0; i < count; i++)
		if (arrays[i].used)
			calls_add_short(calls, &text, arrays[i].name, arrays[i].shape == SHAPE_POINT
				? arrays[i].points > 1 ? arena_printf(k->arena, "(least.points + %d)/%d", arrays[i].points - 1, arrays[i].points) : "least.points"
				: kernel_section(k, calls->template, arrays[i].shape == SHAPE_COLUMN ? "columns"
					: arrays[i].shape == SHAPE_PROFILE ? "levels" : "one"));
	return EXPAND(k, calls->template, "plane_check",
		{ "stencil", k->plan->stencil->name },
		{ "suffix", calls->suffix },
		{ "extents", extents_text(k->arena, needed_halo(k->plan->stencil)) },
		{ "too_small", kernel_least(k) },
		{ "short", calls_conditions(calls, &text) });
}

/* What an array of a field on a sparse grid, or at probes, must have. */
static const char *
sparse_least(const struct calls *calls, const struct field *field, const char *probes)
{
	const struct kernel *k = calls->kernel;

	return EXPAND(k, calls->template,
		!field->probe ? "coefficients" : field->role == ROLE_IN ? "coordinates" : "values",
		{ "guard", guard_of(calls) },
		{ "guard_sparse", capitals(k->arena, calls->sparse) },
		{ "probes", probes });
}

const char *
calls_sparse_grid(const struct calls *calls)
{
	const struct kernel *k = calls->kernel;
	const struct sparse_grid *grid = k->variant->sparse;

	return EXPAND(k, calls->template, "sparse_grid",
		{ "guard", guard_of(calls) },
		{ "guard_sparse", capitals(k->arena, calls->sparse) },
		{ "dim", int_text(k->arena, grid->dim) },
		{ "level", int_text(k->arena, grid->level) },
		{ "size", int_text(k->arena, grid->group[grid->level]) });
}

const char *
calls_sparse_check(const struct calls *calls, const char *section, bool in_tiles)
{
	const struct kernel *k = calls->kernel;
	const char *one = kernel_section(k, calls->template, "one_probe");
	const char *probes = in_tiles ? kernel_section(k, calls->template, "whole_tiles") : one;
	const char *tiles = in_tiles ? "_tiles" : "";
	struct text text = { .arena = k->arena };

	for (const struct field *f = k->plan->stencil->fields; f; f = f->next)
		calls_add_short(calls, &text, k->plan->names.fields[f->index],
			sparse_least(calls, f, f->role == ROLE_IN ? probes : one));
	return EXPAND(k, calls->template, section,
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(calls) },
		{ "sparse", calls->sparse },
		{ "guard_sparse", capitals(k->arena, calls->sparse) },
		{ "suffix", calls->suffix },
		{ "guard_suffix", capitals(k->arena, calls->suffix) },
		{ "tiles", tiles },
		{ "guard_tiles", capitals(k->arena, tiles) },
		{ "short", calls_conditions(calls, &text) });
}

static void
add_address(const struct calls *calls, struct text *addresses, const char *section, const char *name)
{
	text_add(addresses, addresses->length ? "\1 | " : "");
	text_add(addresses, EXPAND(calls->kernel, calls->template, section, { "name", name }));
}

/* Whether arrays of elements of a type are misaligned, tables of relations among those of ints; "" if there are none. */
static const char *
misaligned_text(const struct calls *calls, const char *type)
{
	const struct kernel *k = calls->kernel;
	struct text addresses = { .arena = k->arena };
	struct array *arrays;
	const int count = kernel_arrays(k, &arrays);

	for (int r = 0; k->lookups && !strcmp(type, type_name(TYPE_INT)) && r < k->lookups->count; r++)
		add_address(calls, &addresses, "relation_address", k->lookups->tables[r].name);
	for (int i = 0; i < count; i++)
		if (!strcmp(arrays[i].element, type))
			add_address(calls, &addresses, "address", arrays[i].name);
	return !addresses.length ? "" : EXPAND(k, calls->template, "misaligned",
		{ "addresses", calls_conditions(calls, &addresses) },
		{ "type", type });
}

const char *
calls_call(const struct calls *calls, const char *section)
{
	const struct kernel *k = calls->kernel;
	struct list operands = { .text.arena = k->arena };
	struct text misaligned = { .arena = k->arena };
	struct parameter *parameters;
	const int count = launcher_parameters(k, &parameters);

	add_condition(&misaligned, misaligned_text(calls, type_name(TYPE_DOUBLE)));
	add_condition(&misaligned, misaligned_text(calls, type_name(TYPE_FLOAT)));
	add_condition(&misaligned, misaligned_text(calls, type_name(TYPE_INT)));
	for (int r = 0; k->lookups && r < k->lookups->count; r++)
		list_add(&operands, EXPAND(k, calls->template, "operand", { "name", k->lookups->tables[r].name }));
	for (int i = 0; i < count; i++)
		list_add(&operands, EXPAND(k, calls->template, "operand", { "name", parameters[i].name }));
	return EXPAND(k, calls->template, section,
		{ "stencil", k->plan->stencil->name },
		{ "guard", guard_of(calls) },
		{ "suffix", calls->suffix },
		{ "guard_suffix", capitals(k->arena, calls->suffix) },
		{ "target_suffix", target_suffix(k) },
		{ "target_guard", capitals(k->arena, target_suffix(k)) },
		{ "grid", calls->grid ? kernel_section(k, calls->template, calls->grid) : "" },
		{ "grid_name", calls->grid ? kernel_section(k, calls->template, arena_printf(k->arena, "%s_name", calls->grid)) : "" },
		{ "misaligned", calls_conditions(calls, &misaligned) },
		{ "operands", list_text(&operands) });
}
