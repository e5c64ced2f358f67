#include "generator/emit/program/program_text.h"

#include "generator/emit/field_layout.h"
#include "generator/emit/plane/column_sums.h"
#include "generator/plan/names.h"
#include "generator/text/wrap.h"

#include <string.h>

const char *
program_refusals(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text lines = { .arena = k->arena };

	for (int p = 0; p < text->program->part_count; p++)
		if (text->program->parts[p].kind != KERNEL_scalar)
			lines_add(&lines, EXPAND(k, text->template, "refusal",
				{ "first", macro_if(!lines.length) },
				{ "further", macro_if(lines.length) },
				{ "kernel", text->kernels[p].name },
				{ "grid", program_grid_of(text, p) },
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

/* What a kernel takes: fields of the program and arrays of the workspace, then params. Lines may be broken. */
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
	return text_of(&list.text);
}

/* The call of what starts a kernel. Lines may be broken. */
static const char *
start_text(const struct program_text *text, int p, bool by_column)
{
	const struct part *part = &text->program->parts[p];
	const bool scalar = part->kind == KERNEL_scalar;
	struct arena *arena = text->whole.arena;
	const char *grid = scalar ? "" : arena_printf(arena, "%s, ", program_grid_of(text, p));
	const char *sums = !sums_blocks(&text->kernels[p]) ? "" : by_column ? ", true" : ", false";
	const char *blocks = scalar ? "" : arena_printf(arena, ", blocks[%d]%s", p, sums);

	return arena_printf(arena, "start_%s(%s%s%s%s)", text->kernels[p].name, grid, arguments(text, part),
		text->gpu ? blocks : "", text->gpu ? ", stream" : "");
}

static const char *
launch_text(const struct program_text *text, int p, bool by_column)
{
	return program_call(text, wrap(text->whole.arena, start_text(text, p, by_column), LINE_WIDTH, 4));
}

/* A kernel's, with what is filled before it. */
static void
add_launch(const struct program_text *text, int p, bool by_column, struct text *lines)
{
	lines_add(lines, program_fills(text, p));
	lines_add(lines, launch_text(text, p, by_column));
}

/* The same, with what is reduced behind it. */
static void
add_launches(const struct program_text *text, int p, struct text *lines)
{
	add_launch(text, p, false, lines);
	lines_add(lines, program_reductions(text, p));
}

const char *
program_launches(const struct program_text *text)
{
	struct text lines = { .arena = text->whole.arena };

	for (int p = 0; p < text->program->part_count; p++)
		add_launches(text, p, &lines);
	return text_of(&lines);
}

static void
add_case(const struct program_text *text, int number, const char *launches, struct text *cases)
{
	lines_add(cases, EXPAND(&text->whole, text->shared, "case",
		{ "index", int_text(text->whole.arena, number) },
		{ "launches", launches }));
}

const char *
program_cases(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	struct text cases = { .arena = k->arena };

	const int count = text->program->part_count;

	for (int p = 0; p < count; p++) {
		struct text lines = { .arena = k->arena };

		add_launches(text, p, &lines);
		add_case(text, p, text_of(&lines), &cases);
	}
	for (int p = 0; p < count; p++) {
		const int number = program_number_without_sums(text->program, p);
		struct text lines = { .arena = k->arena };

		if (number == p)
			continue;
		add_launch(text, p, true, &lines);
		add_case(text, number, text_of(&lines), &cases);
	}
	if (program_fills_apart(text->program)) {
		const int last = program_last_on_grid(text->program);

		add_case(text, program_number_of_fills(text->program), program_fills(text, last), &cases);
		add_case(text, program_number_without_fills(text->program), launch_text(text, last, false), &cases);
	}
	return text_of(&cases);
}

const char *
program_block_list(struct arena *arena, const struct program *program)
{
	struct list list = { .text.arena = arena };

	for (int p = 0; p < program->part_count; p++)
		list_add(&list, "block");
	return list_text(&list);
}

int
program_workspace_index(const struct program_text *text)
{
	struct array *arrays;

	return kernel_arrays(&text->whole, &arrays);
}
