#include "generator/emit/program/program_text.h"

#include "generator/emit/field_layout.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"

#include <string.h>

void
program_name_kept(struct program_text *text)
{
	const struct plan *plan = text->whole.plan;
	const struct stencil *stencil = plan->stencil;
	const struct program *program = text->program;
	const int most = stencil->field_count + stencil->param_count + program->kept_count;
	struct arena *arena = text->whole.arena;
	struct scope scope = { arena, plan, NAMES_OF_LAUNCHER, arena_array(arena, const char *, most + 1), 0 };

	text->kept = arena_array(arena, const char *, program->kept_count + 1);
	for (int f = 0; f < stencil->field_count; f++)
		scope.names[scope.count++] = plan->launcher_names.fields[f];
	for (int p = 0; p < stencil->param_count; p++)
		scope.names[scope.count++] = plan->launcher_names.params[p];
	for (int k = 0; k < program->kept_count; k++) {
		const struct temp *temp = program->kept[k].temp;

		text->kept[k] = scope_add(&scope, temp->version < 2 ? temp->name
			: arena_printf(arena, "%s%d", temp->name, temp->version));
	}
}

static bool
widens(const struct part *part)
{
	for (int a = 0; a < AXES; a++)
		if (part->stencil->widening.low[a] || part->stencil->widening.high[a])
			return true;
	return false;
}

const char *
program_grids(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct list list = { .text.arena = k->arena };

	for (int p = 0; p < text->program->part_count; p++) {
		const struct part *part = &text->program->parts[p];

		list_add(&list, !widens(part) ? "*grid" : arena_printf(k->arena, "wider_grid(grid, %s)",
			extents_text(k->arena, &part->stencil->widening)));
	}
	return !text->widens ? "" : EXPAND(k, text->template, "grids", { "grids", list_text(&list) });
}

/* The grid that a kernel is launched for. */
static const char *
grid_of(const struct program_text *text, int part)
{
	return text->widens ? arena_printf(text->whole.arena, "&grids[%d]", part) : "grid";
}

/* Elements of the widest type, so that all arrays have places of one size. */
static const char *
widest_type(const struct program *program)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (k->type == TYPE_DOUBLE)
			return type_name(TYPE_DOUBLE);
	return type_name(TYPE_FLOAT);
}

/* Bytes of so many arrays, more than none. */
static const char *
bytes_of(const struct program_text *text, int arrays)
{
	const struct kernel *k = &text->whole;

	return EXPAND(k, text->template, arrays == 1 ? "some_bytes" : "more_bytes",
		{ "number", int_text(k->arena, arrays) });
}

const char *
program_workspace(const struct program_text *text)
{
	const struct kernel *k = &text->whole;

	return EXPAND(k, text->template, text->program->places ? "workspace_bytes" : "no_workspace_bytes",
		{ "kernel", k->name },
		{ "type", widest_type(text->program) },
		{ "bytes", text->program->places ? bytes_of(text, text->program->places) : "" });
}

const char *
program_arrays(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (int i = 0; i < text->program->kept_count; i++) {
		const struct kept *kept = &text->program->kept[i];

		lines_add(&lines, EXPAND(k, text->template, kept->place ? "array" : "first_array",
			{ "type", type_name(kept->type) },
			{ "name", text->kept[i] },
			{ "bytes", kept->place ? bytes_of(text, kept->place) : "" }));
	}
	return text_of(&lines);
}

const char *
program_refusals(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (int p = 0; p < text->program->part_count; p++)
		lines_add(&lines, EXPAND(k, text->template, p ? "refusal" : "first_refusal",
			{ "kernel", text->kernels[p].name },
			{ "grid", grid_of(text, p) },
			{ "index", int_text(k->arena, p) }));
	return text_of(&lines);
}

/* What the launcher of all calls what a part calls a param. */
static const char *
param_name(const struct program_text *text, const struct param *param)
{
	for (const struct param *p = text->program->stencil->params; p; p = p->next)
		if (!strcmp(p->name, param->name))
			return text->whole.plan->launcher_names.params[p->index];
	return param->name;
}

/* What a kernel takes: fields of the program and arrays of the workspace, then params. */
static const char *
arguments(const struct program_text *text, const struct part *part)
{
	struct list list = { .text.arena = text->whole.arena };

	for (const struct field *f = part->stencil->fields; f; f = f->next) {
		const struct origin *origin = &part->origins[f->index];

		list_add(&list, origin->field ? text->whole.plan->launcher_names.fields[origin->field->index]
			: text->kept[origin->kept - text->program->kept]);
	}
	for (const struct param *p = part->stencil->params; p; p = p->next)
		list_add(&list, param_name(text, p));
	return list_text(&list);
}

const char *
program_launches(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (int p = 0; p < text->program->part_count; p++) {
		lines_add(&lines, program_fills(text, p));
		lines_add(&lines, wrap(k->arena, EXPAND(k, text->template, "launch_one",
			{ "kernel", text->kernels[p].name },
			{ "grid", grid_of(text, p) },
			{ "arguments", arguments(text, &text->program->parts[p]) },
			{ "index", int_text(k->arena, p) }), LINE_WIDTH, 4));
	}
	return text_of(&lines);
}

const char *
program_block_list(const struct program_text *text)
{
	struct list list = { .text.arena = text->whole.arena };

	for (int p = 0; p < text->program->part_count; p++)
		list_add(&list, "block");
	return list_text(&list);
}

int
program_workspace_index(const struct program_text *text)
{
	struct array *arrays;

	return kernel_arrays(&text->whole, &arrays);
}
