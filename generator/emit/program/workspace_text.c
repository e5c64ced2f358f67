#include "generator/emit/program/program_text.h"

#include "generator/plan/names.h"
#include "generator/text/wrap.h"

/* The workspace holds arrays of points, then scalars, then, while sums are taken, what they are made of. */

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
		const char *name = version_name(arena, program->kept[k].temp);

		text->kept[k] = scope_add(&scope, program->kept[k].reduction ? arena_printf(arena, "%s_values", name) : name);
	}
}

/* Elements of the widest type, so that all arrays have places of one size. */
static const char *
widest_type(const struct program *program)
{
	for (const struct kept *k = program->kept; k < program->kept + program->kept_count; k++)
		if (!k->is_scalar && k->type == TYPE_DOUBLE)
			return type_name(TYPE_DOUBLE);
	return type_name(TYPE_FLOAT);
}

static const char *
add_bytes(struct arena *arena, const char *bytes, const char *more)
{
	return arena_printf(arena, "%s%s%s", bytes, *bytes ? " + " : "", more);
}

/* Bytes of so many arrays and scalars; "" if there are none. */
static const char *
bytes_of(const struct program_text *text, int arrays, int scalars)
{
	const struct kernel *k = &text->whole;
	const char *bytes = !arrays ? "" : EXPAND(k, text->template, arrays == 1 ? "some_bytes" : "more_bytes",
		{ "number", int_text(k->arena, arrays) });

	return !scalars ? bytes : add_bytes(k->arena, bytes, EXPAND(k, text->template, "scalar_bytes",
		{ "number", int_text(k->arena, scalars) }));
}

const char *
program_workspace(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	const struct program *program = text->program;
	const char *bytes = bytes_of(text, program->places, program->scalars), *told = "";

	if (!*bytes)
		return EXPAND(k, text->template, "no_workspace_bytes", { "kernel", k->name });
	if (program->places)
		told = EXPAND(k, text->template, "array_bytes", { "type", widest_type(program) });
	if (program->sums) {
		told = join_paragraphs(k->arena, told, kernel_section(k, text->template, "columns_bytes"));
		bytes = add_bytes(k->arena, bytes, kernel_section(k, text->template, "result_bytes"));
	}
	return EXPAND(k, text->template, "workspace_bytes",
		{ "kernel", k->name }, { "functions", told }, { "bytes", bytes });
}

const char *
program_arrays(const struct program_text *text)
{
	const struct kernel *k = &text->whole;
	const struct program *program = text->program;
	struct text lines = { .arena = k->arena };

	for (int i = 0; i < program->kept_count; i++) {
		const struct kept *kept = &program->kept[i];
		const char *before = kept->is_scalar ? bytes_of(text, program->places, kept->place)
			: bytes_of(text, kept->place, 0);

		lines_add(&lines, EXPAND(k, text->template, *before ? "array" : "first_array",
			{ "type", type_name(kept->type) },
			{ "name", text->kept[i] },
			{ "bytes", before }));
	}
	if (program->sums)
		lines_add(&lines, EXPAND(k, text->template, "columns",
			{ "bytes", bytes_of(text, program->places, program->scalars) }));
	return text_of(&lines);
}
